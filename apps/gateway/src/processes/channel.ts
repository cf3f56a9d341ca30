/** The calls that one side can make to the other: request and reply, by kind. */
export type Calls<Map> = { readonly [Kind in keyof Map]: { readonly sent: unknown; readonly reply: unknown } }

/** How messages reach the other process: Node's IPC, with structured clones. */
export interface MessagePort {
  /** Calls `failed` when the message cannot be delivered. */
  send(message: unknown, failed: (error: Error) => void): void
  listen(receive: (message: unknown) => void): void
}

export type Handlers<In extends Calls<In>> = {
  readonly [Kind in keyof In]: (sent: In[Kind]['sent']) => In[Kind]['reply'] | Promise<In[Kind]['reply']>
}

/** One side of the conversation between the primary process and a worker. */
export interface Channel<Out extends Calls<Out>> {
  /** Rejects after `timeoutMs`, when the other process has ended, or when its handler throws. */
  ask<Kind extends keyof Out & string>(
    kind: Kind,
    sent: Out[Kind]['sent'],
    timeoutMs?: number,
  ): Promise<Out[Kind]['reply']>
  /** Sends a message without a reply. Messages arrive in the order in which they were sent. */
  tell<Kind extends keyof Out & string>(kind: Kind, sent: Out[Kind]['sent']): void
  /** Rejects pending requests, because the other process has ended. */
  close(): void
}

const TIMEOUT_MS = 2_000
/** Maximum number of requests without a reply. */
const pendingMax = 20_000

interface Pending {
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

type Message =
  | { readonly channel: 'ask'; readonly id: number; readonly kind: string; readonly body: unknown }
  | { readonly channel: 'tell'; readonly kind: string; readonly body: unknown }
  | { readonly channel: 'reply'; readonly id: number; readonly body: unknown }
  | { readonly channel: 'failed'; readonly id: number; readonly problem: string }

/** `handlers` handle each kind of message on this side; if one throws, the other side's `ask` rejects. */
export function openChannel<Out extends Calls<Out>, In extends Calls<In>>(
  port: MessagePort,
  handlers: Handlers<In>,
): Channel<Out> {
  const pending = new Map<number, Pending>()
  let asked = 0
  let closed = false

  function settle(id: number): Pending | undefined {
    const waiting = pending.get(id)
    if (waiting === undefined) return undefined
    pending.delete(id)
    clearTimeout(waiting.timer)
    return waiting
  }

  function send(message: Message): void {
    port.send(message, (error) => {
      if (message.channel === 'ask') settle(message.id)?.reject(error)
    })
  }

  async function handle(kind: string, body: unknown): Promise<unknown> {
    const handler: ((sent: never) => unknown) | undefined = handlers[kind as keyof In]
    if (handler === undefined) throw new Error(`unknown message: ${kind}`)
    return handler(body as never)
  }

  port.listen((received) => {
    if (!isMessage(received)) return
    switch (received.channel) {
      case 'ask': {
        const { id } = received
        void handle(received.kind, received.body).then(
          (body) => send({ channel: 'reply', id, body }),
          (error: unknown) => send({ channel: 'failed', id, problem: String(error) }),
        )
        return
      }
      case 'tell':
        void handle(received.kind, received.body)
        return
      case 'reply':
        settle(received.id)?.resolve(received.body)
        return
      case 'failed':
        settle(received.id)?.reject(new Error(received.problem))
    }
  })

  return {
    async ask<Kind extends keyof Out & string>(kind: Kind, body: Out[Kind]['sent'], timeoutMs = TIMEOUT_MS) {
      if (closed) throw new Error(GONE)
      if (pending.size >= pendingMax) throw new Error(`too many messages to the other process have no reply: ${kind}`)
      asked += 1
      const id = asked
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const late = () => settle(id)?.reject(new Error(`no reply of the other process within ${timeoutMs} ms: ${kind}`))
      pending.set(id, { resolve, reject, timer: setTimeout(late, timeoutMs) })
      send({ channel: 'ask', id, kind, body })
      return promise as Promise<Out[Kind]['reply']>
    },
    tell(kind, body) {
      if (!closed) send({ channel: 'tell', kind, body })
    },
    close() {
      closed = true
      for (const id of [...pending.keys()]) settle(id)?.reject(new Error(GONE))
    },
  }
}

const GONE = 'the other process is gone'

/** Other messages on the same port belong to `runService` and Node. */
function isMessage(received: unknown): received is Message {
  return typeof received === 'object' && received !== null && 'channel' in received
}
