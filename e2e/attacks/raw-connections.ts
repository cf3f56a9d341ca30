import { connect, type Socket } from 'node:net'
import { ATTACKER_ADDRESS } from '../harness/innocent-client.ts'

/** TCP connections of an attacker, which are opened again when they are closed. */
export interface RawConnections extends Disposable {
  /** Connections opened so far. */
  opened(): number
  /** Connections that the other side has closed. */
  closed(): number
}

export interface RawConnectionsOptions {
  readonly port: number
  /** Connections open at the same time. */
  readonly count: number
  /** Connections opened in total. */
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
