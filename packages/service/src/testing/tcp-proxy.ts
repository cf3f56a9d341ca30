import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** `toClient`: bytes that the server sends. */
export type Direction = 'toClient' | 'toServer'

/**
 * A TCP proxy on loopback that delays the data that it passes on, and whose connections can be cut. It does not keep
 * the process alive.
 */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Sets the target of new connections: a port, or the path of a Unix socket. */
  connectTo(target: number | string): void
  /** Sets the delay in each direction, like a long cable; 0 at first. */
  delayBy(delayMs: number): void
  /** Number of open connections from clients to the server. */
  count(): number
  /** Cuts all connections on both sides. */
  cut(): void
  /**
   * Drops everything in this direction of the current connections, even their end, without
   * notifying either side. Returns a function that cuts them.
   */
  silence(direction: Direction): () => void
}

interface Connection {
  readonly client: Socket
  readonly server: Socket
  readonly silent: Set<Direction>
}

export async function openTcpProxy(): Promise<TcpProxy> {
  const connections = new Set<Connection>()
  let target: number | string = 0
  let delayMs = 0
  const listener = createServer({ noDelay: true }, (client) => {
    const connection: Connection = {
      client,
      server: connect(target),
      silent: new Set(),
    }
    connections.add(connection)
    pass(
      connection,
      'toServer',
      later(() => delayMs),
    )
    pass(
      connection,
      'toClient',
      later(() => delayMs),
    )
    const forget = () => {
      if (client.destroyed && connection.server.destroyed) connections.delete(connection)
    }
    client.once('close', forget)
    connection.server.once('close', forget)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  listener.unref()

  const cutAll = (each: Iterable<Connection>) => {
    for (const { client, server } of each) {
      client.destroy()
      server.destroy()
    }
  }
  return {
    port: (listener.address() as AddressInfo).port,
    connectTo(next) {
      target = next
    },
    delayBy(next) {
      delayMs = next
    },
    count: () => connections.values().reduce((sum, connection) => sum + (isOpen(connection) ? 1 : 0), 0),
    cut: () => cutAll(connections),
    silence(direction) {
      const silenced = [...connections]
      for (const { silent } of silenced) silent.add(direction)
      return () => cutAll(silenced)
    },
    async [Symbol.asyncDispose]() {
      listener.close()
      cutAll(connections)
      await once(listener, 'close')
    },
  }
}

function isOpen({ client, server, silent }: Connection): boolean {
  return silent.size === 0 && client.readyState === 'open' && server.readyState === 'open'
}

function connect(target: number | string): Socket {
  return (typeof target === 'string' ? createConnection(target) : createConnection(target, '127.0.0.1')).setNoDelay(
    true,
  )
}

/** Shorter delays are timed by polling, in milliseconds. */
const SHORT_MS = 5

/** Calls the given functions in order, each after the delay set at that time. */
type Later = (call: () => void) => void

function later(delayMs: () => number): Later {
  const waiting: { readonly dueMs: number; readonly call: () => void }[] = []
  function callDue(): void {
    while ((waiting[0]?.dueMs ?? Number.POSITIVE_INFINITY) <= performance.now()) waiting.shift()?.call()
    const [next] = waiting
    if (next === undefined) return
    // Timers fire up to a millisecond too late, which would double a short delay.
    const early = delayMs() < SHORT_MS ? 1 : 0
    const timerMs = Math.floor(next.dueMs - performance.now()) - early
    if (timerMs < 1) setImmediate(callDue)
    else setTimeout(callDue, timerMs)
  }
  return (call) => {
    if (waiting.length === 0 && delayMs() === 0) return call()
    waiting.push({ dueMs: performance.now() + delayMs(), call })
    if (waiting.length === 1) callDue()
  }
}

function pass({ client, server, silent }: Connection, direction: Direction, later: Later): void {
  const [from, to] = direction === 'toServer' ? [client, server] : [server, client]
  const send = (call: () => void) =>
    later(() => {
      if (!silent.has(direction)) call()
    })
  from.on('data', (chunk) =>
    send(() => {
      if (to.write(chunk)) return
      from.pause()
      to.once('drain', () => from.resume())
    }),
  )
  from.on('error', () => {})
  from.on('end', () => send(() => to.end()))
  from.on('close', () => send(() => to.destroySoon()))
}
