import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** A balancer in front of replicas: every request goes to the next one in turn. */
export interface Balancer extends AsyncDisposable {
  readonly port: number
  /** Ports of the replicas that get new requests. Requests in progress are not interrupted. */
  use(...ports: readonly number[]): void
}

export async function openBalancer(): Promise<Balancer> {
  let targets: readonly number[] = []
  let turn = 0
  const sockets = new Set<Duplex>()
  const next = () => {
    turn += 1
    return targets[turn % targets.length] ?? 0
  }
  const server = createServer((incoming, response) => {
    const options = { host: '127.0.0.1', port: next(), agent: false, method: incoming.method, path: incoming.url }
    const outgoing = request({ ...options, headers: { ...incoming.headers, connection: 'close' } } as object)
    outgoing.on('response', (answer: IncomingMessage) => {
      const { connection: _hop, 'keep-alive': _time, ...headers } = answer.headers
      response.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const outgoing = connect(next(), '127.0.0.1', () => {
      const headers = incoming.rawHeaders.flatMap((value, index, all) =>
        index % 2 === 0 ? [`${value}: ${all[index + 1]}\r\n`] : [],
      )
      outgoing.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      outgoing.write(head)
      socket.pipe(outgoing).pipe(socket)
    })
    for (const [one, other] of [
      [socket, outgoing],
      [outgoing, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    use(...ports) {
      targets = ports
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
