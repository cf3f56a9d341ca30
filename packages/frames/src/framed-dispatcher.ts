import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type ClientConnection, openClientConnection } from './client-connection.ts'
import { UPGRADE_PROTOCOL } from './frame.ts'
import { requestUpgrade, type Upgrade, type UpgradedSocket } from './upgraded-socket.ts'

export interface FramedDispatcherOptions {
  /** URL of the server, where the upgrade is requested. */
  readonly url: string
  /** Maximum number of connections for frames. With several, replicas behind one address share the requests. */
  readonly connectionsMax: number
  readonly connectTimeoutMs: number
  /** Sends the requests over HTTP/1.1 that cannot be sent in frames. */
  readonly http: HttpDispatcher
  /** Called with the number of connections that accept requests, whenever it changes. */
  readonly connectionsChanged?: (connections: number) => void
}

export type HttpDispatcher = Pick<Dispatcher, 'dispatch'> & { destroy(): Promise<void> }

/** The first pause after a failure or a refused upgrade; doubled after each further one. */
const pauseMs = 1_000
const pauseMsMax = 60_000
/** A connection that lasts this long proves that frames reach the server. */
const provenMs = 10_000
/** Age at which a connection is replaced, so that new replicas at the same address get their share. */
const ageMsMax = 60_000

interface Open {
  readonly connection: ClientConnection
  readonly replaceAtMs: number
}

/**
 * Sends requests in frames over a few connections to a server that offers frames, otherwise over HTTP/1.1.
 *
 * A server offers frames in the `upgrade` header of its responses over HTTP/1.1 (RFC 9110, section 7.8 "Upgrade");
 * other servers receive no upgrade request. No request waits for a connection: requests are sent over HTTP/1.1 if no
 * connection is open yet, if they are too long for a frame, or if they exceed the limits of the connection.
 */
export function openFramedDispatcher(options: FramedDispatcherOptions): HttpDispatcher {
  const { url, connectionsMax, connectTimeoutMs, http, connectionsChanged } = options
  /** Connections that accept requests, oldest first. */
  let open: readonly Open[] = []
  /** All connections, including retired ones with pending requests. */
  const all = new Set<ClientConnection>()
  /** The connection for the requests of this turn of the event loop, which are sent in one write if possible. */
  let chosen: ClientConnection | undefined
  let opening: Upgrade | undefined
  let isOffered = false
  let openAgainAtMs = 0
  let failures = 0
  let isClosed = false

  function pauseAfterFailure(): void {
    const nowMs = performance.now()
    // Connections that are lost together count as one failure.
    if (nowMs < openAgainAtMs) return
    openAgainAtMs = nowMs + Math.min(pauseMsMax, pauseMs * 2 ** failures) * (0.5 + Math.random() / 2)
    failures += 1
  }

  function keep(connections: readonly Open[]): void {
    open = connections
    connectionsChanged?.(open.length)
  }

  function use(upgraded: UpgradedSocket): void {
    const openedAtMs = performance.now()
    const connection = openClientConnection({
      upgraded,
      onRetired(reason) {
        keep(open.filter((each) => each.connection !== connection))
        // A proxy may accept the upgrade and then close the connection.
        if (reason === 'RETIRED' || performance.now() - openedAtMs >= provenMs) failures = 0
        if (reason === 'LOST') pauseAfterFailure()
      },
      redirect: (request, handler) => http.dispatch(request, handler),
    })
    all.add(connection)
    upgraded.socket.once('close', () => all.delete(connection))
    keep([...open, { connection, replaceAtMs: openedAtMs + ageMsMax * (0.5 + Math.random() / 2) }])
    if (open.length > connectionsMax) open[0]?.connection.retire()
  }

  function openFurther(nowMs: number): void {
    if (!isOffered || opening !== undefined || nowMs < openAgainAtMs || isClosed) return
    if (open.length >= connectionsMax && !open.some(({ replaceAtMs }) => replaceAtMs <= nowMs)) return
    opening = requestUpgrade(url, connectTimeoutMs)
    void opening.result.then((result) => {
      opening = undefined
      if (isClosed) {
        if (typeof result === 'object') result.socket.destroy()
      } else if (typeof result === 'object') use(result)
      else {
        // The server may have been replaced by a version that does not offer frames.
        if (result === 'UNSUPPORTED') isOffered = false
        pauseAfterFailure()
      }
    })
  }

  function offered(): void {
    isOffered = true
    openFurther(performance.now())
  }

  /** Returns the connection with the fewest pending requests, so that a slow replica gets fewer. */
  function choose(): ClientConnection | undefined {
    if (chosen?.isCollecting() === true) return chosen
    let least: ClientConnection | undefined
    // If several are equal, the next one after the last: under low load, each gets its share.
    const last = open.findIndex(({ connection }) => connection === chosen)
    for (let offset = 1; offset <= open.length; offset += 1) {
      const each = open[(last + offset) % open.length]?.connection
      if (each === undefined) continue
      if (least === undefined || each.requestsUnderWay() < least.requestsUnderWay()) least = each
    }
    chosen = least
    return least
  }

  return {
    dispatch(request, handler) {
      const nowMs = performance.now()
      openFurther(nowMs)
      if (choose()?.dispatch(request, handler) === true) return true
      const looks = !isOffered && nowMs >= openAgainAtMs
      if (!looks) return http.dispatch(request, handler)
      return http.dispatch(request, new OfferObserver(handler, offered))
    },
    async destroy() {
      isClosed = true
      opening?.close()
      for (const connection of [...all]) connection.destroy()
      await http.destroy()
    },
  }
}

/** Checks if a response over HTTP/1.1 offers frames. */
class OfferObserver implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler
  readonly #offered: () => void

  constructor(handler: Dispatcher.DispatchHandler, offered: () => void) {
    this.#handler = handler
    this.#offered = offered
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: object): void {
    this.#handler.onRequestStart?.(controller, context)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message?: string,
  ): void {
    if (headers.upgrade?.toLowerCase() === UPGRADE_PROTOCOL) this.#offered()
    this.#handler.onResponseStart?.(controller, status, headers, message)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk)
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#handler.onResponseEnd?.(controller, trailers)
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#handler.onResponseError?.(controller, error)
  }
}
