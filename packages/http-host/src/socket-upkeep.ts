import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Pings `client` every `pingMs` and cuts it off when it has not answered by the next; call the result to stop. */
export function keepAlive(client: WebSocket, pingMs: number): () => void {
  let answered = true
  client.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return client.terminate()
    answered = false
    client.ping()
  }, pingMs)
  return () => clearInterval(timer)
}

/** Closes `client` with `code` and `reason`; cuts it off when it has not closed after `waitMs`. Resolves once it is closed. */
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

/** Answers a request for an upgrade with an HTTP `status`, such as `400 Bad Request`, and ends the connection. */
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
