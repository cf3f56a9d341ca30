import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a loopback port until disposed. */
export async function occupyPort(port: number): Promise<AsyncDisposable> {
  const server = await listen(port)
  return {
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close')
    },
  }
}

/** The variables whose ports are in use. */
export async function occupiedPorts(ports: Readonly<Record<string, string>>): Promise<string[]> {
  const occupied: string[] = []
  for (const [variable, port] of Object.entries(ports)) {
    try {
      await using _free = await occupyPort(Number(port))
    } catch {
      occupied.push(variable)
    }
  }
  return occupied
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
