import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Socket } from 'node:net'
import { UPGRADE_PROTOCOL } from '@travel-rule/frames/frame'
import type { Dispatcher } from 'undici'
import { type FramedConnection, openFramedConnection } from './framed-connection.ts'

export interface FramedDispatcherOptions {
  /** Of the subgraph; the upgrade is requested there. */
  readonly url: string
  readonly connectTimeoutMs: number
  /** Sends over HTTP/1.1 what cannot be sent in frames. */
  readonly fallback: FallbackDispatcher
}

export type FallbackDispatcher = Pick<Dispatcher, 'dispatch'> & { destroy(): Promise<void> }

/** How long a subgraph that offers no frames is not asked again. */
const unsupportedMs = 60_000
/** The first pause after a failure, doubled with each further one up to `unsupportedMs`. */
const pauseMs = 1_000
/** Age at which a connection is replaced, so that other replicas at the same address get their share. */
const ageMsMax = 60_000

/**
 * Sends requests in frames over one connection to a subgraph that offers that, otherwise over
 * HTTP/1.1.
 *
 * No request waits for a connection: those that come before it is open are sent over HTTP/1.1, and
 * so are those that are too long for a frame or exceed the limits of the connection.
 */
export function openFramedDispatcher({ url, connectTimeoutMs, fallback }: FramedDispatcherOptions): FallbackDispatcher {
  let connection: FramedConnection | undefined
  /** Connections whose last requests are under way, and `connection`. */
  const open = new Set<FramedConnection>()
  let closeOpening: (() => void) | undefined
  let replaceAtMs = 0
  let openAgainAtMs = 0
  let failures = 0
  let isClosed = false

  function pauseAfterFailure(): void {
    openAgainAtMs = performance.now() + Math.min(unsupportedMs, pauseMs * 2 ** failures)
    failures += 1
  }

  function use({ socket, head }: Upgraded): void {
    const previous = connection
    const added = openFramedConnection({
      socket,
      head,
      onRetired(reason) {
        if (connection === added) connection = undefined
        // A proxy may accept the upgrade and then cut the connection.
        if (reason === 'LOST') pauseAfterFailure()
        else failures = 0
      },
      redirect: (options, handler) => fallback.dispatch(options, handler),
    })
    open.add(added)
    socket.once('close', () => open.delete(added))
    connection = added
    replaceAtMs = performance.now() + ageMsMax * (0.5 + Math.random() / 2)
    previous?.retire()
  }

  function connect(): void {
    const { upgraded, close } = requestUpgrade(url, connectTimeoutMs)
    closeOpening = close
    void upgraded.then((result) => {
      closeOpening = undefined
      if (isClosed) return
      if (typeof result === 'object') return use(result)
      if (result === 'FAILED') pauseAfterFailure()
      else openAgainAtMs = performance.now() + unsupportedMs
    })
  }

  return {
    dispatch(options, handler) {
      const nowMs = performance.now()
      const isDue = connection === undefined || nowMs >= replaceAtMs
      if (isDue && closeOpening === undefined && nowMs >= openAgainAtMs && !isClosed) connect()
      return connection?.dispatch(options, handler) === true || fallback.dispatch(options, handler)
    },
    async destroy() {
      isClosed = true
      closeOpening?.()
      for (const each of [...open]) each.destroy()
      await fallback.destroy()
    },
  }
}

interface Upgraded {
  readonly socket: Socket
  readonly head: Buffer
}

/**
 * Asks for frames. `UNSUPPORTED`: the server, or a proxy before it, responds as to any other
 * request. `FAILED`: there is no response, or 5xx.
 */
function requestUpgrade(
  url: string,
  timeoutMs: number,
): { readonly upgraded: Promise<Upgraded | 'UNSUPPORTED' | 'FAILED'>; readonly close: () => void } {
  const { promise: upgraded, resolve } = Promise.withResolvers<Upgraded | 'UNSUPPORTED' | 'FAILED'>()
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const request = send(url, { agent: false, headers: { connection: 'Upgrade', upgrade: UPGRADE_PROTOCOL } })
  const timer = setTimeout(() => request.destroy(), timeoutMs)
  const end = (result: Upgraded | 'UNSUPPORTED' | 'FAILED') => {
    clearTimeout(timer)
    resolve(result)
  }
  request.on('upgrade', ({ headers }, socket, head) => {
    if (headers.upgrade?.toLowerCase() === UPGRADE_PROTOCOL && socket instanceof Socket) return end({ socket, head })
    socket.destroy()
    end('UNSUPPORTED')
  })
  request.on('response', (response) => {
    response.on('error', () => undefined)
    request.destroy()
    end((response.statusCode ?? 0) >= 500 ? 'FAILED' : 'UNSUPPORTED')
  })
  request.on('error', () => end('FAILED'))
  request.on('close', () => end('FAILED'))
  request.end()
  return { upgraded, close: () => request.destroy() }
}
