import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a port of loopback until disposed. */
export async function takePort(port: number): Promise<AsyncDisposable> {
  const server = await listen(port)
  return {
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close')
    },
  }
}

/** The variables whose port somebody listens on. */
export async function takenPorts(ports: Readonly<Record<string, string>>): Promise<string[]> {
  const taken: string[] = []
  for (const [variable, port] of Object.entries(ports)) {
    try {
      await using _free = await takePort(Number(port))
    } catch {
      taken.push(variable)
    }
  }
  return taken
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
