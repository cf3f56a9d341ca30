import { healthRoutes } from '@travel-rule/http-host/health'
import { openHttpHost, type Route } from '@travel-rule/http-host/http-host'
import { metricsRoute } from '@travel-rule/http-host/metrics-route'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config, GatewayConfig } from './config.ts'
import { explainRoute } from './explain/explain-route.ts'
import { openExplorer } from './explorer/open-explorer.ts'
import { type Access, openOidcAccess } from './identity/access.ts'
import { openClientCounts } from './limits/client-limits.ts'
import { openClientConnections } from './limits/connection-counts.ts'
import { clientLimitsOf, operationLimitsOf } from './limits/limit-settings.ts'
import { allowsWith } from './operation/authorise.ts'
import { openConfiguredDocuments } from './operation/operation-documents.ts'
import { denyAll, loadPolicies } from './operation/policies.ts'
import { openPipeline } from './pipeline.ts'
import { openSupergraph } from './supergraph-source/open-supergraph.ts'
import { openSourceStatus } from './supergraph-source/source-status.ts'
import { openSubgraph } from './supergraph-source/subgraph-connections.ts'
import { openSubgraphObservers } from './supergraph-source/subgraph-metrics.ts'
import { redactedSource } from './supergraph-source/supergraph-source.ts'
import { warmOperation } from './supergraph-source/warm-graph.ts'
import { backpressureSettingsOf } from './transport/delivery/delivery-settings.ts'
import { openLiveMetrics } from './transport/delivery/live-metrics.ts'
import { openEventStreams } from './transport/event-stream/event-streams.ts'
import { openGraphqlResponses } from './transport/http/graphql-response.ts'
import { graphqlRoutes } from './transport/http/graphql-route.ts'
import { guardRoute, guardUpgrade } from './transport/http/guard-requests.ts'
import { healthRoute } from './transport/http/health-route.ts'
import { jwksRoute } from './transport/http/jwks-route.ts'
import { renderUsagePage } from './transport/http/usage-page.ts'
import { legacyProtocol } from './transport/websocket/legacy-protocol.ts'
import { ownOrigins } from './transport/websocket/own-origins.ts'
import { openSocketHost } from './transport/websocket/socket-host.ts'
import { transportProtocol } from './transport/websocket/transport-protocol.ts'

/** Opens the gateway: the public API, and the internal port with keys, health and metrics. */
export async function start(config: Config, logger: Logger, signal?: AbortSignal): Promise<RunningService> {
  return startGateway(config, await openOidcAccess(config, logger), logger, signal)
}

/** The same for callers that `access` lets in, which is closed with the gateway. `signal` ends a start that still waits. */
export async function startGateway(
  config: GatewayConfig,
  access: Access,
  logger: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const { signer } = stack.use(access)
  const metrics = openMetrics('gateway')
  const status = openSourceStatus(redactedSource(config.supergraph), metrics, logger)
  let phase: Phase = 'STARTING'
  const internal = stack.use(
    await openHttpHost({
      host: config.internalHost,
      port: config.internalPort,
      portVariable: 'GATEWAY_INTERNAL_PORT',
      logger,
      routes: [
        jwksRoute(() => signer.publicKeys()),
        ...healthRoutes({
          ...access.readiness,
          supergraph: async () => status.check(),
          api: async () => API_READINESS[phase],
        }),
        metricsRoute(metrics),
      ],
    }),
  )
  const checkLimits = operationLimitsOf(config)
  const decide = config.policiesModule === undefined ? denyAll : await loadPolicies(config.policiesModule)
  const documents = await openConfiguredDocuments(config, logger)
  const observers = openSubgraphObservers(metrics, logger)
  // After the internal port: subgraphs that are asked for their schemas look for our keys there.
  const live = stack.use(
    await openSupergraph(
      config,
      {
        signer,
        status,
        metrics,
        logger,
        openSubgraph: (name, url) => openSubgraph(name, url, config, observers),
        warmOperation: (graph, used) =>
          warmOperation(graph, used, checkLimits, (scopes) => allowsWith(scopes, () => false)),
      },
      signal,
    ),
  )
  const authenticator = access.openAuthenticator(() => live.current().graph)
  const liveMetrics = openLiveMetrics(metrics)
  const clients = openClientCounts(clientLimitsOf(config))
  const pipeline = openPipeline({
    snapshot: () => live.current(),
    limits: { ...checkLimits, operationTimeoutMs: config.operationTimeoutSeconds * 1_000 },
    resubscribe: { attemptsMax: config.resubscribeAttemptsMax, firstDelayMs: 200, delayMaxMs: 5_000 },
    clients,
    documents,
    authorisation: { decide, rejectUnauthorized: config.rejectUnauthorized },
    observer: liveMetrics,
    logger,
  })
  live.watch(pipeline.migrate)
  const initTimeoutMs = config.socketInitTimeoutSeconds * 1_000
  const backpressure = backpressureSettingsOf(config)
  const drainMs = config.drainSeconds * 1_000
  const { bodyBytesMax, baseUrl, corsOrigins = [], errorsAlways } = config
  const sockets = openSocketHost({
    pipeline,
    authenticator,
    operationsPerSocketMax: config.operationsPerSocketMax,
    protocols: [transportProtocol({ initTimeoutMs }), legacyProtocol({ initTimeoutMs, keepAliveMs: 20_000 })],
    limits: {
      socketsMax: config.socketsMax,
      socketsPerAddressMax: config.socketsPerAddressMax,
      messageBytesMax: config.messageBytesMax,
      pingMs: 25_000,
      closeWaitMs: 1_000,
      drainMs,
    },
    connections: openClientConnections(config.socketsPerClientMax),
    origins: [...ownOrigins(baseUrl), ...corsOrigins],
    backpressure,
    metrics: liveMetrics,
    logger,
  })
  const responses = openGraphqlResponses({ corsOrigins, errorsAlways })
  const events = openEventStreams({
    pipeline,
    cors: responses.cors,
    limits: {
      streamsMax: config.eventStreamsMax,
      streamsPerClientMax: config.socketsPerClientMax,
      streamsPerAddressMax: config.socketsPerAddressMax,
      keepAliveMs: config.eventKeepAliveSeconds * 1_000,
      drainMs,
    },
    backpressure,
    metrics: liveMetrics,
    logger,
  })
  const requestTimeoutMs = config.requestTimeoutSeconds * 1_000
  const explorer = config.explorer
    ? await openExplorer({
        baseUrl,
        issuer: access.issuer,
        clientId: config.explorerClientId,
        authenticator,
        rules: { roleScopes: config.roleScopes, defaultRole: config.defaultRole },
        graph: () => live.current().graph,
        logger,
      })
    : undefined
  const page = explorer?.page ?? (() => renderUsagePage(baseUrl))
  const routes: Route[] = [
    healthRoute(() => phase !== 'STOPPING'),
    ...graphqlRoutes({ pipeline, clients, authenticator, responses, events, page, bodyBytesMax }),
    ...(explorer?.routes ?? []),
    explainRoute({ graph: () => live.current().graph, limits: checkLimits, authenticator, bodyBytesMax }),
  ]
  if (config.identityProviderUrl !== undefined) {
    const { identityProviderUrl: providerUrl } = config
    // Only where it is needed, since it brings all of undici with it.
    const { openAuthProxy } = await import('./transport/http/auth-proxy.ts')
    routes.push(stack.use(openAuthProxy({ providerUrl, baseUrl, logger })).route)
  }
  const api = stack.use(
    await openHttpHost({
      host: config.host,
      port: config.port,
      portVariable: 'GATEWAY_PORT',
      logger,
      metrics,
      routes: routes.map((route) => guardRoute(route, access.guard)),
      limits: {
        // WebSockets and event streams are connections of this host as well: they leave room for requests.
        connectionsMax: config.socketsMax + config.eventStreamsMax + requestConnectionsMax,
        responseTimeoutMs: (config.operationTimeoutSeconds + 5) * 1_000,
        headersTimeoutMs: Math.min(headersTimeoutMsMax, requestTimeoutMs),
        requestTimeoutMs,
      },
      upgrade: guardUpgrade(sockets.upgrade, access.guard),
      onError: responses.renderProblem,
    }),
  )
  // Before the HTTP host, which waits for what is open; both at once, since each takes its time.
  stack.defer(async () => {
    await Promise.all([sockets[Symbol.asyncDispose](), events[Symbol.asyncDispose]()])
  })
  access.begin()
  phase = 'SERVING'
  const opened = stack.move()
  return {
    ports: { http: api.port, internal: internal.port },
    async [Symbol.asyncDispose]() {
      // First of all: balancers send nothing more while those who are here take their leave.
      phase = 'STOPPING'
      await opened.disposeAsync()
    },
  }
}

type Phase = 'STARTING' | 'SERVING' | 'STOPPING'

const API_READINESS: Readonly<Record<Phase, string | undefined>> = {
  STARTING: 'it does not listen yet',
  SERVING: undefined,
  STOPPING: 'it is being stopped',
}

const headersTimeoutMsMax = 10_000
/** Connections for requests, beside those that live on. */
const requestConnectionsMax = 10_000
