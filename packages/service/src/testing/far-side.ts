import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** A certificate for `localhost`, `shop.example` and `127.0.0.1`, valid until 2126. Only for tests. */
export const TEST_CERTIFICATE = readFileSync(new URL('tls-for-tests-only.cert.pem', import.meta.url), 'utf8')
export const TEST_KEY = readFileSync(new URL('tls-for-tests-only.key.pem', import.meta.url), 'utf8')

/** A server that outbound calls reach, on a real port of 127.0.0.1. */
export interface FarSide extends AsyncDisposable {
  readonly port: number
  /** Number of connections so far. */
  readonly connections: () => number
}

export function openFarSide(kind: 'http' | 'https', listener: RequestListener): Promise<FarSide> {
  const server =
    kind === 'https'
      ? createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, listener)
      : createHttpServer(listener)
  return listen(server)
}

/** A far side that sends only what `speak` writes to the socket. */
export function openBareFarSide(speak: (socket: Socket) => void): Promise<FarSide> {
  return listen(createTcpServer(speak))
}

async function listen(server: Server): Promise<FarSide> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
