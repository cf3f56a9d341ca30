import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import { closeClient, keepAlive, refuseUpgrade } from '@travel-rule/service/socket-upkeep'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ProtocolSocket, SocketClosure, type SocketProtocol } from './socket-protocol.ts'
import { openSocketSession, type SocketParts } from './socket-session.ts'

export interface SocketLimits {
  readonly socketsMax: number
  readonly messageBytesMax: number
  /** How much may wait to be sent to one socket before it is cut. */
  readonly bufferedBytesMax: number
  /** Between two pings; a socket that has not answered one by the next is cut. */
  readonly pingMs: number
  /** How long a socket may take to answer that it is being closed. */
  readonly closeWaitMs: number
}

export interface SocketHostOptions extends SocketParts {
  /** In the order of preference. */
  readonly protocols: readonly SocketProtocol[]
  readonly limits: SocketLimits
  readonly logger: Logger
}

/** The WebSockets of the gateway. Disposing tells clients to come back (1012) and cuts those that do not answer. */
export interface SocketHost extends AsyncDisposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sockets open now. */
  count(): number
}

const PATH = '/graphql-ws'

export function openSocketHost(options: SocketHostOptions): SocketHost {
  const { limits, protocols } = options
  const names = protocols.map(({ name }) => name)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytesMax,
    perMessageDeflate: false,
    handleProtocols: (offered) => names.find((name) => offered.has(name)) ?? false,
  })
  let closing = false
  return {
    count: () => sockets.clients.size,
    upgrade(request, socket, head) {
      const path = (request.url ?? '').split('?', 1)[0]
      if (path !== PATH) return refuseUpgrade(socket, '404 Not Found')
      if (closing || sockets.clients.size >= limits.socketsMax) return refuseUpgrade(socket, '503 Service Unavailable')
      sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, options))
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await Promise.all(
        [...sockets.clients].map((client) => closeClient(client, 1012, 'Service restart', limits.closeWaitMs)),
      )
      sockets.close()
    },
  }
}

function serve(client: WebSocket, request: IncomingMessage, options: SocketHostOptions): void {
  const { limits, logger } = options
  client.on('error', (error) => logger.debug({ err: error }, 'a socket failed'))
  const protocol = options.protocols.find(({ name }) => name === client.protocol)
  if (protocol === undefined) {
    client.close(4406, 'Subprotocol not acceptable')
    return
  }
  const session = openSocketSession(options, request.headers, () => client.close(4403, 'Token expired'))
  const socket: ProtocolSocket = {
    send: (text) => send(client, text, limits.bufferedBytesMax),
    close: (code, reason) => client.close(code, reason),
  }
  const conversation = protocol.open(socket, session)
  const stopPinging = keepAlive(client, limits.pingMs)
  client.on('message', (message, isBinary) => {
    if (isBinary) return client.close(1003, 'Text only')
    conversation.receive(String(message)).catch((error: unknown) => {
      if (error instanceof SocketClosure) return client.close(error.code, error.message)
      logger.error({ err: error }, 'a message could not be answered')
      client.close(4500, 'Internal server error')
    })
  })
  client.once('close', (code, reason) => {
    stopPinging()
    session.close()
    conversation.closed(code, String(reason)).catch((error: unknown) => {
      logger.error({ err: error }, 'a socket was not closed cleanly')
    })
  })
}

function send(client: WebSocket, text: string, bufferedBytesMax: number): Promise<void> {
  if (client.readyState !== client.OPEN) return Promise.resolve()
  if (client.bufferedAmount > bufferedBytesMax) {
    client.terminate()
    return Promise.resolve()
  }
  // A failed write is followed by `close`, which ends the operations: nothing waits for it here.
  return new Promise((resolve) => client.send(text, () => resolve()))
}
