import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import { AdmitRefusal, openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { openDashboard } from '@travel-rule/http-host/open-dashboard'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import type { Metrics } from '@travel-rule/service/metrics'
import type { GatewayConfig } from './config.ts'
import { explainRoute } from './explain/explain-route.ts'
import { openExplorer } from './explorer/open-explorer.ts'
import type { Access, RequestGuard } from './identity/access.ts'
import type { ClientCounts } from './limits/client-limits.ts'
import { openClientConnections, openSharedClientConnections } from './limits/connection-counts.ts'
import type { Operations } from './pipeline/open-operations.ts'
import type { ProcessGroup } from './processes/worker-group.ts'
import {
  backpressureSettingsOf,
  connectionLimitsOf,
  eventStreamLimitsOf,
  hostLimitsOf,
} from './transport/delivery/delivery-settings.ts'
import type { LiveMetrics } from './transport/delivery/live-metrics.ts'
import { openEventStreams } from './transport/event-stream/event-streams.ts'
import { callerRoutes } from './transport/http/caller-route.ts'
import { openGraphqlResponses } from './transport/http/graphql-response.ts'
import { graphqlRoutes } from './transport/http/graphql-route.ts'
import { renderUsagePage } from './transport/http/usage-page.ts'
import { legacyProtocol } from './transport/websocket/legacy-protocol.ts'
import {
  openSocketHost,
  ownOrigins,
  type SocketHost,
  type SocketHostOptions,
  upgradeRequiredRoutes,
} from './transport/websocket/socket-host.ts'
import { transportProtocol } from './transport/websocket/transport-protocol.ts'

/** Where the dashboard's build puts its files. */
const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))

export interface Api {
  readonly port: number
  /** Disconnects live clients, and asks other clients to reconnect after their next response. */
  retire(): Promise<void>
}

export interface ApiParts extends Operations {
  readonly config: GatewayConfig
  readonly access: Access
  readonly group: ProcessGroup | undefined
  readonly clients: ClientCounts
  /** True until the gateway stops. */
  readonly acceptsClients: () => boolean
  /** The metrics of live results, and the turns for WebSocket messages and live results. */
  readonly live: { readonly metrics: LiveMetrics; readonly turns: LoopTurns }
  readonly metrics: Metrics
  readonly logger: Logger
}

/** Serves the public port until `stack` is disposed. */
export async function openApi(parts: ApiParts, stack: AsyncDisposableStack): Promise<Api> {
  const { config, access, metrics, logger, group, live } = parts
  const { supergraph, pipeline, authenticator, limits, overrideLabels, clients } = parts
  const { baseUrl, pages, corsOrigins = [], errorsAlways, identityProviderUrl: providerUrl } = config
  const responses = openGraphqlResponses({ corsOrigins, forwardedHeaders: parts.headers.forwarded, errorsAlways })
  const clientAddresses = openClientAddresses(config.trustedProxies)
  const sockets = openSockets(config, group, { pipeline, authenticator, clientAddresses, ...live, logger })
  const events = openEventStreams({
    pipeline,
    cors: responses.cors,
    shared: group?.connections,
    limits: eventStreamLimitsOf(config),
    backpressure: backpressureSettingsOf(config),
    metrics: live.metrics,
    logger,
  })
  const graph = () => supergraph.current().graph
  const explorer = pages.has('explorer')
    ? await openExplorer({
        baseUrl,
        issuer: access.issuer,
        clientId: config.dashboardClientId,
        graph,
        logger,
      })
    : undefined
  const dashboard = pages.has('dashboard')
    ? await openDashboard({
        pageUrl: baseUrl,
        gatewayUrl: baseUrl,
        issuer: access.issuer,
        clientId: config.dashboardClientId,
        folder: DASHBOARD_FOLDER,
        logger,
      })
    : undefined
  const { body: bodyBytesMax } = config.bytesMax
  const plainPage = renderUsagePage(baseUrl, access.issuer)
  const page = explorer?.page ?? (() => plainPage)
  const routes: Route[] = [
    balancerRoute(parts.acceptsClients),
    ...upgradeRequiredRoutes,
    ...graphqlRoutes({ pipeline, clients, authenticator, responses, events, page, bodyBytesMax }),
    ...(explorer?.routes ?? []),
    ...(dashboard?.routes ?? []),
    ...callerRoutes({ authenticator, cors: responses.cors }),
    ...access.routes,
    explainRoute({ snapshot: () => supergraph.current(), limits, authenticator, overrideLabels, bodyBytesMax }),
  ]
  if (providerUrl !== undefined && access.issuer !== undefined) {
    // Imported only when needed, since it loads all of undici.
    const { openAuthProxy } = await import('./transport/http/auth-proxy.ts')
    routes.push(stack.use(openAuthProxy({ providerUrl, issuer: access.issuer, baseUrl, logger })).route)
  }
  const host = stack.use(
    await openHttpHost({
      host: config.host,
      port: config.port,
      portVariable: 'GATEWAY_PORT',
      logger,
      metrics,
      clientAddresses,
      routes: routes.map((route) => guardRoute(route, access.guard)),
      limits: hostLimitsOf(config, group?.count ?? 1),
      upgrade: guardUpgrade(sockets.upgrade, access.guard),
      notFound: (problem) => dashboard?.notFound(problem) ?? responses.renderProblem(problem),
      onError: responses.renderProblem,
    }),
  )
  let drained: Promise<unknown> | undefined
  const drain = () => {
    drained ??= Promise.all([sockets[Symbol.asyncDispose](), events[Symbol.asyncDispose]()])
    return drained
  }
  // Drained concurrently and before the host, which would otherwise wait for them.
  stack.defer(async () => void (await drain()))
  return {
    port: host.port,
    async retire() {
      host.retire()
      await drain()
    },
  }
}

/**
 * `GET /health` of the public port, for load balancers: 503 as soon as new clients should go
 * elsewhere.
 */
function balancerRoute(acceptsClients: () => boolean): Route {
  return {
    method: 'GET',
    path: '/health',
    handle: () => (acceptsClients() ? jsonResponse(200, { status: 'ok' }) : jsonResponse(503, { status: 'stopping' })),
  }
}

/** A guarded route: requests that the guard refuses get 403 before their body is read. */
function guardRoute(route: Route, guard: RequestGuard | undefined): Route {
  if (guard === undefined) return route
  return {
    ...route,
    admit(head) {
      const objection = guard.objection(head.headers)
      return objection === undefined ? route.admit?.(head) : forbidden(objection)
    },
  }
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** A guarded handler of WebSocket upgrades. */
function guardUpgrade(upgrade: Upgrade, guard: RequestGuard | undefined): Upgrade {
  if (guard === undefined) return upgrade
  return (request, socket, head) => {
    if (guard.objection(request.headers) === undefined) return upgrade(request, socket, head)
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n', () => socket.destroy())
  }
}

function forbidden(message: string): AdmitRefusal {
  return new AdmitRefusal({
    status: 403,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ data: null, errors: [{ message, extensions: { code: 'FORBIDDEN' } }] }),
  })
}

/** The WebSockets of the gateway, in both subprotocols. */
function openSockets(
  config: GatewayConfig,
  group: ProcessGroup | undefined,
  parts: Pick<SocketHostOptions, 'pipeline' | 'authenticator' | 'clientAddresses' | 'metrics' | 'turns' | 'logger'>,
): SocketHost {
  const initTimeoutMs = config.socketInitTimeoutSeconds * 1_000
  const { unauthenticatedMax, unauthenticatedPerAddressMax, upgradesPerAddressPerSecond } = connectionLimitsOf(config)
  return openSocketHost({
    ...parts,
    operationsPerSocketMax: config.operationsPerSocketMax,
    protocols: [transportProtocol({ initTimeoutMs }), legacyProtocol({ initTimeoutMs, keepAliveMs: 20_000 })],
    limits: {
      socketsMax: config.sockets.total,
      socketsPerAddressMax: config.sockets.address,
      unauthenticatedMax,
      unauthenticatedPerAddressMax,
      upgradesPerAddressPerSecond: upgradesPerAddressPerSecond / (group?.count ?? 1),
      messageBytesMax: config.bytesMax.body,
      pingMs: 25_000,
      closeWaitMs: 1_000,
      drainMs: config.drainSeconds * 1_000,
    },
    connections:
      group === undefined
        ? openClientConnections(config.sockets.client)
        : openSharedClientConnections(group.connections),
    shared: group?.connections,
    origins: [...ownOrigins(config.baseUrl), ...(config.corsOrigins ?? [])],
    backpressure: backpressureSettingsOf(config),
    paces: {
      unauthenticated: UNAUTHENTICATED_PACE,
      authenticated: { perSecond: config.socketMessagesPerSecond, burst: config.socketMessagesBurst },
    },
  })
}

/** A client of the older protocol may send 100 operations with `connection_init`. */
const UNAUTHENTICATED_PACE = { perSecond: 20, burst: 120 }
