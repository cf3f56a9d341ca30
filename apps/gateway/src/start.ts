import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rolesSatisfying } from '@travel-rule/auth/scopes'
import { type ClientAddresses, openClientAddresses } from '@travel-rule/http-host/client-address'
import { openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { openDashboard } from '@travel-rule/http-host/open-dashboard'
import type { Logger } from '@travel-rule/service/logger'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { type Metrics, openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config, GatewayConfig } from './config.ts'
import { explainRoute } from './explain/explain-route.ts'
import { openExplorer } from './explorer/open-explorer.ts'
import { type Access, openOidcAccess } from './identity/access.ts'
import type { Authenticator } from './identity/authenticator.ts'
import { type ClientCounts, openClientCounts } from './limits/client-limits.ts'
import { openClientConnections, openSharedClientConnections } from './limits/connection-counts.ts'
import { openLentClientCounts } from './limits/lent-client-counts.ts'
import { clientLimitsOf, type OperationLimitConfig, operationLimitsOf } from './limits/limit-settings.ts'
import { allowsWith } from './operation/authorise.ts'
import { openConfiguredDocuments } from './operation/operation-documents.ts'
import { openPlanningTurns } from './operation/planning-turns.ts'
import { denyAll, loadPolicies } from './operation/policies.ts'
import { openPipeline, type Pipeline } from './pipeline/pipeline.ts'
import { shareOfClient, shareOfProcess } from './processes/share-of-process.ts'
import type { ProcessGroup } from './processes/worker-group.ts'
import { openHeaderRules } from './supergraph-source/header-rules.ts'
import type { LiveGraph } from './supergraph-source/live-graph.ts'
import { openSupergraph } from './supergraph-source/open-supergraph.ts'
import { openSourceStatus, type SourceStatus } from './supergraph-source/source-status.ts'
import { openSubgraph } from './supergraph-source/subgraph-connections.ts'
import { openSubgraphObservers } from './supergraph-source/subgraph-metrics.ts'
import { redactedSource } from './supergraph-source/supergraph-source.ts'
import { warmOperation } from './supergraph-source/warm-graph.ts'
import { backpressureSettingsOf, connectionLimitsOf } from './transport/delivery/delivery-settings.ts'
import { type LiveMetrics, openLiveMetrics } from './transport/delivery/live-metrics.ts'
import { type EventStreams, openEventStreams } from './transport/event-stream/event-streams.ts'
import { callerRoutes } from './transport/http/caller-route.ts'
import { type GraphqlResponses, openGraphqlResponses } from './transport/http/graphql-response.ts'
import { graphqlRoutes } from './transport/http/graphql-route.ts'
import { guardRoute, guardUpgrade } from './transport/http/guard-requests.ts'
import { openInternalHost } from './transport/http/internal-host.ts'
import { renderUsagePage } from './transport/http/usage-page.ts'
import { legacyProtocol } from './transport/websocket/legacy-protocol.ts'
import {
  openSocketHost,
  ownOrigins,
  type SocketHost,
  upgradeRequiredRoutes,
} from './transport/websocket/socket-host.ts'
import { transportProtocol } from './transport/websocket/transport-protocol.ts'

/** Starts a gateway that authenticates callers by access tokens. `group` is set in one of several processes. */
export async function start(
  config: Config,
  logger: Logger,
  signal?: AbortSignal,
  group?: ProcessGroup,
): Promise<RunningService> {
  const metrics = openMetrics('gateway')
  const access = await openOidcAccess(config, logger, metrics, group)
  return startGateway(config, { access, metrics, group }, logger, signal)
}

/**
 * Starts the public API, and the internal port with keys, health and metrics; in a group, the primary process serves
 * the internal port. Disposing the gateway also disposes `access`. `signal` aborts a start that is still waiting for a
 * supergraph.
 */
export async function startGateway(
  given: GatewayConfig,
  {
    access,
    metrics,
    group,
  }: { readonly access: Access; readonly metrics: Metrics; readonly group?: ProcessGroup | undefined },
  logger: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  stack.use(access)
  const config = group === undefined ? given : shareOfProcess(given, group.count)
  const status = openSourceStatus(redactedSource(config.supergraph), metrics, logger)
  const lifecycle: Lifecycle = { phase: 'STARTING' }
  const base: Base = { config, access, metrics, logger, lifecycle, group }
  // Before the supergraph: composition requests the schemas of subgraphs, which fetch the gateway's keys from this
  // port.
  const internal = await openInternal(base, status, stack)
  const operations = await openOperations(base, status, signal, stack)
  const api = await openApi(base, operations, stack)
  access.begin()
  lifecycle.phase = 'SERVING'
  const opened = stack.move()
  return {
    ports: { http: api.port, ...internal },
    async retire() {
      // First, so that load balancers stop sending new clients while connected ones are drained.
      lifecycle.phase = 'STOPPING'
      await Promise.all([api.retire(), setTimeout(config.drainSeconds * 1_000)])
    },
    async [Symbol.asyncDispose]() {
      lifecycle.phase = 'STOPPING'
      await opened.disposeAsync()
    },
  }
}

interface Base {
  readonly config: GatewayConfig
  readonly access: Access
  readonly metrics: Metrics
  readonly logger: Logger
  readonly lifecycle: Readonly<Lifecycle>
  readonly group: ProcessGroup | undefined
}

interface Lifecycle {
  phase: 'STARTING' | 'SERVING' | 'STOPPING'
}

const API_READINESS: Readonly<Record<Lifecycle['phase'], string | undefined>> = {
  STARTING: 'not listening yet',
  SERVING: undefined,
  STOPPING: 'shutting down',
}

/** Serves the internal port. In a group, hands its data to the primary process instead. */
async function openInternal(
  { config, access, metrics, logger, lifecycle, group }: Base,
  status: SourceStatus,
  stack: AsyncDisposableStack,
): Promise<{ readonly internal?: number }> {
  const checks = {
    ...access.readiness,
    supergraph: async () => status.check(),
    api: async () => API_READINESS[lifecycle.phase],
  }
  if (group !== undefined) {
    group.serve({ metrics, checks })
    return {}
  }
  const publicKeys = () => access.signer.publicKeys()
  const host = stack.use(await openInternalHost(config, { publicKeys, checks, metrics: metrics.registry, logger }))
  return { internal: host.port }
}

/** What every transport needs to run operations. */
interface Operations {
  readonly supergraph: LiveGraph
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly limits: OperationLimitConfig
  readonly overrideLabels: ReadonlySet<string>
  readonly clients: ClientCounts
  readonly liveMetrics: LiveMetrics
  /** Turns for WebSocket messages and live results. */
  readonly turns: LoopTurns
}

async function openOperations(
  { config, access, metrics, logger, group }: Base,
  status: SourceStatus,
  signal: AbortSignal,
  stack: AsyncDisposableStack,
): Promise<Operations> {
  const limits = operationLimitsOf(config)
  const decide = config.policiesModule === undefined ? denyAll : await loadPolicies(config.policiesModule)
  const documents = await openConfiguredDocuments(config, logger)
  const observers = openSubgraphObservers(metrics, logger)
  const headers = openHeaderRules(config.subgraphHeaders)
  const supergraph = stack.use(
    await openSupergraph(
      config,
      {
        signer: access.signer,
        status,
        rolesFor: ({ scopes }) => rolesSatisfying(scopes, config),
        shareSource: group?.shareSource,
        metrics,
        logger,
        openSubgraph: (name, url) =>
          openSubgraph(name, url, { ...config, fixedHeaders: headers.fixedFor(name) }, observers),
        fixedHeaders: headers.fixedFor,
        warmOperation: (graph, used) => warmOperation(graph, used, limits, (scopes) => allowsWith(scopes, () => false)),
      },
      signal,
    ),
  )
  const authenticator = access.openAuthenticator(() => supergraph.current().graph)
  const liveMetrics = openLiveMetrics(metrics)
  const turns = new LoopTurns(turnMs)
  const overrideLabels = new Set<string>(config.overrideLabels)
  const clientLimits = clientLimitsOf(config)
  const clients =
    group === undefined
      ? openClientCounts(clientLimits)
      : openLentClientCounts(shareOfClient(clientLimits, group.count), group.tokens)
  const sharers = new Set(config.shareRequests)
  const pipeline = openPipeline({
    snapshot: supergraph.current,
    limits: { ...limits, operationTimeoutMs: config.operationTimeoutSeconds * 1_000 },
    resubscribe: {
      timeoutMs: config.resubscribeTimeoutSeconds * 1_000,
      firstDelayMs: 200,
      delayMaxMs: 5_000,
    },
    clients,
    documents,
    authorisation: { decide, rejectUnauthorized: config.rejectUnauthorized },
    overrideLabels,
    observer: liveMetrics,
    sharesRequests: (subgraph) => sharers.has('all') || sharers.has(subgraph),
    planning: openPlanningTurns(),
    headers,
    turns,
    logger,
  })
  supergraph.watch(pipeline.migrate)
  return { supergraph, pipeline, authenticator, limits, overrideLabels, clients, liveMetrics, turns }
}

/** Short, since a request that needs a few turns may wait for a few turns of others. */
const turnMs = 2

/** Where the dashboard's build puts its files. */
const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))

interface Api {
  readonly port: number
  /** Disconnects live clients, and asks other clients to reconnect after their next response. */
  retire(): Promise<void>
}

async function openApi(base: Base, operations: Operations, stack: AsyncDisposableStack): Promise<Api> {
  const { config, access, metrics, logger, lifecycle, group } = base
  const { supergraph, pipeline, authenticator, limits, overrideLabels, clients } = operations
  const { baseUrl, bodyBytesMax, corsOrigins = [], errorsAlways, identityProviderUrl: providerUrl } = config
  const forwardedHeaders = openHeaderRules(config.subgraphHeaders).forwarded
  const responses = openGraphqlResponses({ corsOrigins, forwardedHeaders, errorsAlways })
  const clientAddresses = openClientAddresses(config.trustedProxies)
  const sockets = openSockets(base, operations, clientAddresses)
  const events = openEvents(base, operations, responses)
  const graph = () => supergraph.current().graph
  const explorer = config.explorer
    ? await openExplorer({
        baseUrl,
        issuer: access.issuer,
        clientId: config.dashboardClientId,
        graph,
        logger,
      })
    : undefined
  const dashboard = config.dashboard
    ? await openDashboard({
        pageUrl: baseUrl,
        gatewayUrl: baseUrl,
        issuer: access.issuer,
        clientId: config.dashboardClientId,
        folder: DASHBOARD_FOLDER,
        logger,
      })
    : undefined
  const plainPage = renderUsagePage(baseUrl, access.issuer)
  const page = explorer?.page ?? (() => plainPage)
  const routes: Route[] = [
    balancerRoute(() => lifecycle.phase !== 'STOPPING'),
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
  const requestTimeoutMs = config.requestTimeoutSeconds * 1_000
  // Divided equally, since processes are given connections in turn.
  const share = (connections: number) => Math.ceil(connections / (group?.count ?? 1))
  const connectionsMax = share(config.socketsMax + connectionLimitsOf(config).eventStreamsMax + requestConnectionsMax)
  const { socketsPerAddressMax: perAddress } = config
  const host = stack.use(
    await openHttpHost({
      host: config.host,
      port: config.port,
      portVariable: 'GATEWAY_PORT',
      logger,
      metrics,
      clientAddresses,
      routes: routes.map((route) => guardRoute(route, access.guard)),
      limits: {
        // WebSockets and event streams are also connections of this host, and must leave room for requests.
        connectionsMax,
        connectionsPerAddressMax:
          perAddress === 0 ? connectionsMax : share(2 * perAddress + requestConnectionsPerAddressMax),
        responseTimeoutMs: (config.operationTimeoutSeconds + 5) * 1_000,
        headersTimeoutMs: Math.min(headersTimeoutMsMax, requestTimeoutMs),
        requestTimeoutMs,
      },
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

const headersTimeoutMsMax = 10_000
/** Maximum number of connections for requests, besides WebSockets and event streams: in total and per address. */
const requestConnectionsMax = 10_000
const requestConnectionsPerAddressMax = 1_000

function openSockets(
  { config, logger, group }: Base,
  { pipeline, authenticator, liveMetrics, turns }: Operations,
  clientAddresses: ClientAddresses,
): SocketHost {
  const initTimeoutMs = config.socketInitTimeoutSeconds * 1_000
  const { unauthenticatedMax, unauthenticatedPerAddressMax, upgradesPerAddressPerSecond } = connectionLimitsOf(config)
  return openSocketHost({
    pipeline,
    authenticator,
    clientAddresses,
    operationsPerSocketMax: config.operationsPerSocketMax,
    protocols: [transportProtocol({ initTimeoutMs }), legacyProtocol({ initTimeoutMs, keepAliveMs: 20_000 })],
    limits: {
      socketsMax: config.socketsMax,
      socketsPerAddressMax: config.socketsPerAddressMax,
      unauthenticatedMax,
      unauthenticatedPerAddressMax,
      upgradesPerAddressPerSecond: upgradesPerAddressPerSecond / (group?.count ?? 1),
      messageBytesMax: config.bodyBytesMax,
      pingMs: 25_000,
      closeWaitMs: 1_000,
      drainMs: config.drainSeconds * 1_000,
    },
    connections:
      group === undefined
        ? openClientConnections(config.socketsPerClientMax)
        : openSharedClientConnections(group.connections),
    shared: group?.connections,
    origins: [...ownOrigins(config.baseUrl), ...(config.corsOrigins ?? [])],
    backpressure: backpressureSettingsOf(config),
    metrics: liveMetrics,
    turns,
    paces: {
      unauthenticated: UNAUTHENTICATED_PACE,
      authenticated: { perSecond: config.socketMessagesPerSecond, burst: config.socketMessagesBurst },
    },
    logger,
  })
}

/** A client of the older protocol may send 100 operations with `connection_init`. */
const UNAUTHENTICATED_PACE = { perSecond: 20, burst: 120 }

function openEvents(
  { config, logger, group }: Base,
  { pipeline, liveMetrics }: Operations,
  { cors }: GraphqlResponses,
): EventStreams {
  return openEventStreams({
    pipeline,
    cors,
    shared: group?.connections,
    limits: {
      streamsMax: connectionLimitsOf(config).eventStreamsMax,
      streamsPerClientMax: config.socketsPerClientMax,
      streamsPerAddressMax: config.socketsPerAddressMax,
      keepAliveMs: config.eventKeepAliveSeconds * 1_000,
      drainMs: config.drainSeconds * 1_000,
    },
    backpressure: backpressureSettingsOf(config),
    metrics: liveMetrics,
    logger,
  })
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
