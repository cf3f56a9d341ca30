import type { ClientLog } from '../client-log.ts'

/** Follows over `text/event-stream`. Disposing goes without being blamed for it. */
export function followStream(url: string, token: string, log: ClientLog): Disposable {
  const abort = new AbortController()
  read(url, token, log, abort.signal).then(
    () => log.blame('the stream ended'),
    (error: unknown) => {
      if (!abort.signal.aborted) log.blame('the stream failed', error)
    },
  )
  return { [Symbol.dispose]: () => abort.abort() }
}

async function read(url: string, token: string, log: ClientLog, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ ...log.subscription, extensions: log.extensions() }),
    signal,
  })
  if (response.status !== 200 || response.body === null) {
    return log.blame(`answered with ${response.status}`, await response.text())
  }
  let unread = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + text).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) takeBlock(block, log)
  }
}

/** Source: HTML, 9.2.6 "Interpreting an event stream"; GraphQL over Server-Sent Events, "Distinct connections mode". */
function takeBlock(block: string, log: ClientLog): void {
  const fields = block.split('\n').filter((line) => !line.startsWith(':'))
  const fieldOf = (name: string) => fields.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  const event = fieldOf('event')?.trim()
  if (event === 'next') log.take(JSON.parse(fieldOf('data') ?? ''))
  else if (event !== undefined) log.blame(`an event ${event}`)
}
