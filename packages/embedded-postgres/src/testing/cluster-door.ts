import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Lets other processes ask for one thing that is made when the first asks: whoever connects to the socket `path` gets
 * what `open` returns, or the message of what it throws.
 */
export async function openDoor(path: string, open: () => Promise<string>): Promise<AsyncDisposable> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    open().then(
      (answer) => socket.end(JSON.stringify({ answer })),
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

/** What the opener of the door at `path` gives. Throws with its message when it could not make it. */
export async function knock(path: string): Promise<string> {
  const { answer, problem } = JSON.parse(await text(createConnection(path)))
  if (typeof answer !== 'string') throw new Error(problem)
  return answer
}
