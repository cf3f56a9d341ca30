import { connect, type Socket } from 'node:net'
import { ATTACKER_ADDRESS } from '../harness/innocent-client.ts'

/** TCP connections of an attacker, which are reopened when they are closed. */
export interface RawConnections extends Disposable {
  /** Number of connections opened so far. */
  opened(): number
  /** Number of connections closed by the other side. */
  closed(): number
}

export interface RawConnectionsOptions {
  readonly port: number
  /** Number of concurrent connections. */
  readonly count: number
  /** Total number of connections to open. */
  readonly openedMax: number
  /** Sent on each connection; responses are never read. */
  readonly sent?: Buffer | undefined
}

/** Opens connections from the attackers' address until they are disposed. */
export function openRawConnections({ port, count, openedMax, sent }: RawConnectionsOptions): RawConnections {
  const sockets = new Set<Socket>()
  let opened = 0
  let closed = 0
  let over = false

  function open(): void {
    if (over || opened >= openedMax) return
    opened += 1
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS })
    sockets.add(socket)
    // A connection that the service closes is an expected outcome of an attack.
    socket.on('error', () => {})
    socket.on('close', () => {
      closed += 1
      sockets.delete(socket)
      setImmediate(open)
    })
    if (sent === undefined) socket.resume()
    else socket.write(sent)
  }

  for (let index = 0; index < count; index += 1) open()
  return {
    opened: () => opened,
    closed: () => closed,
    [Symbol.dispose]() {
      over = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
