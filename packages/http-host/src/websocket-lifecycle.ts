import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Pings `client` every `pingMs`, and terminates it when a pong has not arrived by the next ping. Returns `stop`. */
export function keepAlive(client: WebSocket, pingMs: number): () => void {
  let alive = true
  client.on('pong', () => {
    alive = true
  })
  const timer = setInterval(() => {
    if (!alive) return client.terminate()
    alive = false
    client.ping()
  }, pingMs)
  return () => clearInterval(timer)
}

/**
 * Closes `client`, and terminates it when it has not closed within `waitMs`. Resolves once it is
 * closed.
 */
export function closeClient(client: WebSocket, code: number, reason: string, waitMs: number): Promise<void> {
  if (client.readyState === client.CLOSED) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => client.terminate(), waitMs)
  client.once('close', () => {
    clearTimeout(timer)
    resolve()
  })
  client.close(code, reason)
  return promise
}

/**
 * Refuses an upgrade with an HTTP status line such as `400 Bad Request`, and closes the connection.
 */
export function refuseUpgrade(
  socket: Duplex,
  status: string,
  { headers = {}, body = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): void {
  const all = {
    date: new Date().toUTCString(),
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
