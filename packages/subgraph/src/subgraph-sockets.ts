import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeClient, keepAlive, refuseUpgrade } from '@travel-rule/http-host/websocket-lifecycle'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { refusalError } from './graphql-error.ts'
import type { SubgraphContext } from './subgraph-context.ts'
import { type SocketExtra, type SubgraphSocketOptions, socketOperations } from './subgraph-operations.ts'

/** The WebSockets of a subgraph. Disposing closes them with 1001 and cuts those that do not answer. */
export interface SubgraphSockets extends AsyncDisposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

const PATH = '/graphql'
const CLOSE_WAIT_MS = 1_000
const INTERNAL_ERROR = 4_500

export function openSubgraphSockets<Context extends SubgraphContext>(
  options: SubgraphSocketOptions<Context>,
): SubgraphSockets {
  const { limits, logger } = options
  const operations = makeServer<Record<string, unknown>, SocketExtra>(socketOperations(options))
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytesMax,
    perMessageDeflate: false,
    handleProtocols,
  })
  let closing = false
  return {
    upgrade(request, socket, head) {
      const path = (request.url ?? '').split('?', 1)[0]
      if (path !== PATH) return refuseUpgrade(socket, '404 Not Found')
      if (closing || sockets.clients.size >= limits.socketsMax) return refuseUpgrade(socket, '503 Service Unavailable')
      sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, operations, options))
    },
    async [Symbol.asyncDispose]() {
      closing = true
      const closed = [...sockets.clients].map((client) => closeClient(client, 1001, 'Going away', CLOSE_WAIT_MS))
      await Promise.all(closed)
      sockets.close()
      logger.debug({ sockets: closed.length }, 'sockets closed')
    },
  }
}

function serve<Context extends SubgraphContext>(
  client: WebSocket,
  request: IncomingMessage,
  operations: ReturnType<typeof makeServer<Record<string, unknown>, SocketExtra>>,
  { limits, logger }: SubgraphSocketOptions<Context>,
): void {
  const abort = new AbortController()
  client.on('error', (error) => logger.debug({ err: error }, 'a socket failed'))
  const stopPinging = keepAlive(client, limits.pingMs)
  let receive: ((text: string) => void) | undefined
  const closed = operations.opened(
    {
      protocol: client.protocol,
      send(text) {
        const refused = refusedEvent(text, client.bufferedAmount, limits.bufferedBytesMax)
        if (refused === undefined) return send(client, text, limits.bufferedBytesMax)
        const { id, error } = refused
        // What the client would say: its operation ends.
        receive?.(JSON.stringify({ id, type: 'complete' }))
        return send(client, JSON.stringify({ id, type: 'error', payload: [error] }), limits.bufferedBytesMax)
      },
      close: (code, reason) => client.close(code, reason),
      onMessage(take) {
        receive = (text) => void guard(client, () => take(text), logger)
        client.on('message', (message) => receive?.(String(message)))
      },
    },
    { signal: abort.signal, traceparent: String(request.headers.traceparent) },
  )
  client.once('close', (code, reason) => {
    stopPinging()
    abort.abort(new Error('the socket was closed'))
    closed(code, String(reason)).catch((error: unknown) =>
      logger.error({ err: error }, 'a socket was not closed cleanly'),
    )
  })
}

/** The longest event is this part of what may wait. */
const EVENT_PART = 4
/** An event is long when it is more than this part: half of what may wait is enough for a short one of each of a gateway's 1,000 subscriptions. */
const SHORT_PART = 2_000

/**
 * Why an event is not sent, and the operation that ends for that; `undefined` for what is sent.
 *
 * One too long would end the socket for all who share it, and so would many long ones at once: those may fill half of what may wait.
 */
function refusedEvent(
  text: string,
  waitingBytes: number,
  bufferedBytesMax: number,
): { readonly id: string; readonly error: GraphQLError } | undefined {
  const bytes = Buffer.byteLength(text)
  if (bytes <= bufferedBytesMax / SHORT_PART) return undefined
  const max = bufferedBytesMax / EVENT_PART
  const isTooLong = bytes > max
  if (!isTooLong && waitingBytes + bytes <= bufferedBytesMax / 2) return undefined
  const [, id] = ID_FIRST.exec(text) ?? []
  if (id === undefined) return undefined
  const error = isTooLong
    ? refusalError({ code: 'EVENT_TOO_LONG', message: `A result is longer than ${max} bytes: ask for less.` })
    : refusalError({ code: 'OPERATION_LIMIT_EXCEEDED', message: 'Too much waits to be sent on this socket' })
  return { id: JSON.parse(id), error }
}

/** As graphql-ws writes messages. */
const ID_FIRST = /^\{"id":("[^"\\]*(?:\\.[^"\\]*)*"),"type":"(?:next|error)",/

function send(client: WebSocket, text: string, bufferedBytesMax: number): Promise<void> {
  if (client.readyState !== client.OPEN) return Promise.resolve()
  if (client.bufferedAmount > bufferedBytesMax) {
    client.terminate()
    return Promise.resolve()
  }
  // A failed write is followed by `close`, which ends the operations: nothing waits for it here.
  return new Promise((resolve) => client.send(text, () => resolve()))
}

async function guard(client: WebSocket, work: () => Promise<void>, logger: Logger): Promise<void> {
  try {
    await work()
  } catch (error) {
    logger.error({ err: error }, 'a message could not be answered')
    client.close(INTERNAL_ERROR, 'Internal server error')
  }
}
