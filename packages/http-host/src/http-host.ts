import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { connectionOf, isNextToAnswer, watchConnections } from './connections.ts'
import { type HttpExchangeOptions, openExchanges } from './http-exchange.ts'
import { type HttpLimits, httpLimits } from './http-limits.ts'
import { type ProblemRenderer, renderProblem } from './http-problem.ts'
import { buildRouter, type Route } from './http-router.ts'
import { refuseRaw } from './raw-refusal.ts'

export type { HttpAnswer } from './http-answer.ts'
export type { HttpLimits } from './http-limits.ts'
export type { HttpProblem, ProblemRenderer } from './http-problem.ts'
export type { HttpRequest, HttpRequestHead, Route } from './http-router.ts'

export interface HttpHostOptions {
  readonly host: string
  /** `0` takes any free port. */
  readonly port: number
  /** The setting to name when the port is taken. */
  readonly portVariable?: string
  readonly logger: Logger
  readonly routes: readonly Route[]
  readonly limits?: Partial<HttpLimits> | undefined
  /** Takes over a connection that asks for a WebSocket; any other upgrade is ignored and the request answered as it is. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Renders 404; by default `onError` does. */
  readonly notFound?: ProblemRenderer
  /** Renders 405; by default `onError` does. */
  readonly methodNotAllowed?: ProblemRenderer
  /** Renders everything else the host answers itself: 400, 408, 413, 415, 414, 431, 500, 503. */
  readonly onError?: ProblemRenderer
  /** Counts requests and their duration here. */
  readonly metrics?: Metrics
}

/** A listening HTTP server. Disposing stops accepting, lets requests under way finish within `drainMs`, then cuts. */
export interface HttpHost extends AsyncDisposable {
  readonly port: number
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
}

/** A port that cannot be listened on. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError'
}

/**
 * Opens an HTTP/1.1 server with limits on everything that a client decides.
 *
 * Throws `ListenError` when the address cannot be had.
 */
export async function openHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const limits = httpLimits(options.limits)
  const exchangeOptions: HttpExchangeOptions = {
    router: buildRouter(options.routes),
    limits,
    logger: options.logger,
    metrics: options.metrics,
    render: chooseRenderer(options),
  }
  const exchanges = openExchanges(exchangeOptions)
  const takesUpgrades = options.upgrade !== undefined
  const server = createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs, limits.requestTimeoutMs),
    shouldUpgradeCallback: ({ headers }) => takesUpgrades && headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.maxHeadersCount = limits.headersMax
  server.maxConnections = limits.connectionsMax
  server.maxRequestsPerSocket = limits.requestsPerConnectionMax
  server.on('request', (request, response) => exchanges.run(request, response, false))
  server.on('checkContinue', (request, response) => exchanges.run(request, response, true))
  const refusing = { render: exchangeOptions.render, headerBytesMax: limits.headerBytesMax }
  server.on('clientError', (error, socket) => {
    // In the place of another answer, or in its middle, a refusal would be taken for that.
    if (isNextToAnswer(connectionOf(socket))) refuseRaw(socket, error, refusing)
    else socket.destroy()
  })
  watchConnections(server, limits.connectionsMax)
  const upgraded = listenForUpgrades(server, options)
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await exchanges.drain(limits.drainMs)
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      await closed
    },
  }
}

function chooseRenderer(options: HttpHostOptions): ProblemRenderer {
  const others = options.onError ?? renderProblem
  return (problem) => {
    if (problem.status === 404) return (options.notFound ?? others)(problem)
    if (problem.status === 405) return (options.methodNotAllowed ?? others)(problem)
    return others(problem)
  }
}

function listenForUpgrades(server: Server, options: HttpHostOptions): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>()
  const { upgrade } = options
  if (upgrade === undefined) return upgraded
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    socket.on('error', (error) => options.logger.debug({ err: error }, 'an upgraded connection failed'))
    try {
      upgrade(request, socket, head)
    } catch (error) {
      options.logger.error({ err: error }, 'an upgrade failed')
      socket.destroy()
    }
  })
  return upgraded
}

async function listen(server: Server, { host, port, portVariable, logger }: HttpHostOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  try {
    await promise
  } catch (error) {
    throw new ListenError(describeListenError(error, { host, port, portVariable }), { cause: error })
  }
  server.off('error', reject)
  server.on('error', (error) => logger.error({ err: error }, 'the listener failed'))
}

function describeListenError(
  error: unknown,
  { host, port, portVariable }: { host: string; port: number; portVariable: string | undefined },
): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const remedy = portVariable === undefined ? 'use another one' : `set ${portVariable} to another one`
  if (code === 'EADDRINUSE') return `port ${port} is in use: ${remedy}`
  if (code === 'EACCES') return `port ${port} is reserved for the system: ${remedy}`
  return `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`
}
