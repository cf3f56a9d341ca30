import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** A message that a gateway sent to a subgraph. */
export interface FarMessage {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** Handles one message of one socket; `send` accepts a string or a message. */
export type FarScript = (message: FarMessage, far: FarSocket) => void

export interface FarSocket {
  readonly socket: WebSocket
  send(message: string | object): void
}

/** A subgraph whose messages the test controls. */
export interface FarSubgraph extends AsyncDisposable {
  readonly url: string
  /** The sockets, in the order in which they connected. */
  readonly sockets: readonly FarSocket[]
  /** Messages received on all sockets. */
  readonly received: readonly FarMessage[]
  /** Close codes of the sockets. */
  readonly closed: readonly number[]
}

/** Sends only connection_ack and pongs. */
export const obedient: FarScript = ({ type }, { send }) => {
  if (type === 'connection_init') send({ type: 'connection_ack' })
  if (type === 'ping') send({ type: 'pong' })
}

/**
 * Serves `script` on a free port. `onUpgrade` replaces the handling of WebSocket upgrades.
 */
export async function openFarSubgraph(
  script: FarScript = obedient,
  onUpgrade?: (request: IncomingMessage, socket: Duplex) => void,
): Promise<FarSubgraph> {
  const server = createServer()
  const accepted = new Set<Duplex>()
  const host = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const sockets: FarSocket[] = []
  const received: FarMessage[] = []
  const closed: number[] = []
  server.on('connection', (socket) => accepted.add(socket))
  server.on('upgrade', (request, duplex, head) => {
    if (onUpgrade !== undefined) return onUpgrade(request, duplex)
    host.handleUpgrade(request, duplex, head, (socket) => {
      const far: FarSocket = {
        socket,
        send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      }
      sockets.push(far)
      socket.on('error', () => undefined)
      socket.on('close', (code) => closed.push(code))
      socket.on('message', (text) => {
        const message: FarMessage = JSON.parse(String(text))
        received.push(message)
        script(message, far)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    sockets,
    received,
    closed,
    async [Symbol.asyncDispose]() {
      for (const socket of accepted) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
