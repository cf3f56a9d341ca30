type Transaction = { id: string; version: number; status: string }

/** Calls `onChange` for every change of a transaction; returns a function that unsubscribes. */
export function followTransactions(
  url: string, // http://localhost:4000
  token: () => Promise<string>,
  onChange: (transaction: Transaction) => void,
  onError: (reason: unknown) => void,
): () => void {
  const query = 'subscription { trpdTransactions { id version status } }'
  const extensions: { announce: boolean; resumeAfter?: string } = { announce: true }
  const ended = new AbortController()

  /** Resolves when the stream ends; rejects when the connection is lost or the gateway stops. */
  async function follow(): Promise<void> {
    const { status, body } = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, extensions }),
      signal: ended.signal,
    })
    if (status !== 200 || body === null) throw new Error(`the response has status ${status}`)
    let buffered = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (buffered + chunk).split('\n\n')
      buffered = events.pop() ?? ''
      for (const event of events) receive(event)
    }
  }

  function receive(event: string): void {
    const lines = event.split('\n').filter((line) => line.startsWith('data: '))
    if (lines.length === 0) return // a comment, or `complete`
    const { data, errors, extensions: { position } = {} } = JSON.parse(lines.map((line) => line.slice(6)).join('\n'))
    if (position) extensions.resumeAfter = position
    if (data) onChange(data.trpdTransactions)
    if (!errors || data) return
    // Query the current state: only later events follow.
    if (errors[0].extensions?.code === 'RESUME_IMPOSSIBLE') delete extensions.resumeAfter
    onError(errors)
  }

  async function keepFollowing(): Promise<void> {
    while (!ended.signal.aborted) {
      await follow().catch((error) => ended.signal.aborted || onError(error))
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 2_000))
    }
  }

  void keepFollowing()
  return () => ended.abort()
}
