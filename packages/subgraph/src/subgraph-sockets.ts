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

/** The WebSockets of a subgraph. Disposing closes them with 1001, then terminates them. */
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
  client.on('error', (error) => logger.debug({ err: error }, 'socket error'))
  const stopPinging = keepAlive(client, limits.pingMs)
  let receive: ((message: string) => void) | undefined
  const closed = operations.opened(
    {
      protocol: client.protocol,
      send(message) {
        const refused = refusedEvent(message, client.bufferedAmount, limits.bufferedBytesMax)
        if (refused === undefined) return send(client, message, limits.bufferedBytesMax)
        const { id, error } = refused
        // Ends the operation as the client's own message would.
        receive?.(JSON.stringify({ id, type: 'complete' }))
        return send(client, JSON.stringify({ id, type: 'error', payload: [error] }), limits.bufferedBytesMax)
      },
      close: (code, reason) => client.close(code, reason),
      onMessage(handle) {
        receive = (message) => void guard(client, () => handle(message), logger)
        client.on('message', (message) => receive?.(String(message)))
      },
    },
    { signal: abort.signal, traceparent: String(request.headers.traceparent) },
  )
  client.once('close', (code, reason) => {
    stopPinging()
    abort.abort(new Error('the socket was closed'))
    closed(code, String(reason)).catch((error: unknown) => logger.error({ err: error }, 'closing a socket failed'))
  })
}

/** Fraction of the send buffer that limits the length of an event. */
const EVENT_FRACTION = 4
/** Length from which an event counts as long: half the buffer holds a shorter one for each of 1,000 subscriptions. */
const SHORT_FRACTION = 2_000

/**
 * The reason why an event is not sent, and the operation that ends with this error; `undefined` if the event may be
 * sent.
 *
 * An event that is too long would end the socket for all operations that share it, and so would many long events, which
 * may therefore fill only half of the send buffer.
 */
function refusedEvent(
  message: string,
  bufferedBytes: number,
  bufferedBytesMax: number,
): { readonly id: string; readonly error: GraphQLError } | undefined {
  const bytes = Buffer.byteLength(message)
  if (bytes <= bufferedBytesMax / SHORT_FRACTION) return undefined
  const max = bufferedBytesMax / EVENT_FRACTION
  const isTooLong = bytes > max
  if (!isTooLong && bufferedBytes + bytes <= bufferedBytesMax / 2) return undefined
  const [, id] = ID_FIRST.exec(message) ?? []
  if (id === undefined) return undefined
  const error = isTooLong
    ? refusalError({ code: 'EVENT_TOO_LONG', message: `A result is longer than ${max} bytes: select less.` })
    : refusalError({ code: 'OPERATION_LIMIT_EXCEEDED', message: 'Too much data is buffered for this socket' })
  return { id: JSON.parse(id), error }
}

/** The start of a message, as graphql-ws serialises it. */
const ID_FIRST = /^\{"id":("[^"\\]*(?:\\.[^"\\]*)*"),"type":"(?:next|error)",/

function send(client: WebSocket, message: string, bufferedBytesMax: number): Promise<void> {
  if (client.readyState !== client.OPEN) return Promise.resolve()
  if (client.bufferedAmount > bufferedBytesMax) {
    client.terminate()
    return Promise.resolve()
  }
  // A failed write is followed by `close`, which ends the operations.
  return new Promise((resolve) => client.send(message, () => resolve()))
}

async function guard(client: WebSocket, work: () => Promise<void>, logger: Logger): Promise<void> {
  try {
    await work()
  } catch (error) {
    logger.error({ err: error }, 'handling a message failed')
    client.close(INTERNAL_ERROR, 'Internal server error')
  }
}
