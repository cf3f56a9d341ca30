import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Shares one lazily opened value with other processes: a connection to the socket `path` receives the result of `open`,
 * or the message of its error.
 */
export async function openDoor(path: string, open: () => Promise<string>): Promise<AsyncDisposable> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    open().then(
      (value) => socket.end(JSON.stringify({ value })),
      (error) => socket.end(JSON.stringify({ problem: String(error) })),
    )
  })
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** The value shared at `path`. Throws with the message of a failed `open`. */
export async function knock(path: string): Promise<string> {
  const { value, problem } = JSON.parse(await text(createConnection(path)))
  if (typeof value !== 'string') throw new Error(problem)
  return value
}
