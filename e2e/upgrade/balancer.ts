import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Balances connections over replicas: each new connection goes to the next one. */
export interface Balancer extends AsyncDisposable {
  readonly port: number
  /** Ports of the replicas that get new connections. Open connections are not moved. */
  use(...ports: readonly number[]): void
}

/** Opens a balancer on a free port of 127.0.0.1, or on `port`. */
export async function openBalancer(port = 0): Promise<Balancer> {
  let targets: readonly number[] = []
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    turn += 1
    const replica = connect({ port: targets[turn % targets.length] ?? 0, host: '127.0.0.1', allowHalfOpen: true })
    client.pipe(replica).pipe(client)
    for (const [one, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.resetAndDestroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroySoon()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    use(...ports) {
      targets = ports
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
