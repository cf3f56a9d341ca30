import { readFile } from 'node:fs/promises'
import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import { healthRoutes } from '@travel-rule/service/health'
import { openHttpHost, type Route } from '@travel-rule/service/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { metricsRoute, openMetrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { RunningService } from '@travel-rule/service/run-service'
import type { Config } from './config.ts'
import { openSubgraphClient, type SubgraphClient } from './execution/subgraph-client.ts'
import { buildGraph, type Graph } from './graph/build-graph.ts'
import { openAuthProxy } from './http/auth-proxy.ts'
import { graphqlRoute, renderProblem } from './http/graphql-route.ts'
import { openAuthenticator } from './identity/authenticator.ts'
import { openPipeline } from './pipeline.ts'
import { openUpstream, type Upstream } from './relay/upstream.ts'
import { legacyProtocol } from './sockets/legacy-protocol.ts'
import { openSocketHost } from './sockets/socket-host.ts'
import { transportProtocol } from './sockets/transport-protocol.ts'

/** Opens the gateway: the public API, and the internal port with keys, health and metrics. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const graph = buildGraph(await readSupergraph(config.supergraph))
  const metrics = openMetrics('gateway')
  const verifier = stack.use(openOidcVerifier(oidcOptions(config, logger)))
  const signer = await openSigner(config)
  const rules = { roleScopes: config.roleScopes, defaultRole: config.defaultRole }
  const authenticator = openAuthenticator({ verifier, signer, rules, logger })
  const { clients, upstreams } = openSubgraphs(graph, config, stack)
  const pipeline = openPipeline({
    graph: () => graph,
    clients,
    upstreams,
    limits: {
      tokensMax: config.tokensMax,
      introspection: config.introspection,
      operationTimeoutMs: config.operationTimeoutSeconds * 1_000,
    },
    resubscribe: { attemptsMax: config.resubscribeAttemptsMax, firstDelayMs: 200, delayMaxMs: 5_000 },
    policies: () => false,
    logger,
  })

  const internal = stack.use(
    await openHttpHost({
      host: config.internalHost,
      port: config.internalPort,
      portVariable: 'GATEWAY_INTERNAL_PORT',
      logger,
      routes: [
        jwksRoute(() => signer.publicKeys()),
        ...healthRoutes({
          identityProvider: async () => {
            if (!verifier.ready()) await verifier.warm()
            return verifier.ready() ? undefined : 'its keys are not at hand'
          },
        }),
        metricsRoute(metrics),
      ],
    }),
  )
  const initTimeoutMs = config.socketInitTimeoutSeconds * 1_000
  const sockets = openSocketHost({
    pipeline,
    authenticator,
    operationsPerSocketMax: config.operationsPerSocketMax,
    protocols: [transportProtocol({ initTimeoutMs }), legacyProtocol({ initTimeoutMs, keepAliveMs: 20_000 })],
    limits: {
      socketsMax: config.socketsMax,
      messageBytesMax: config.messageBytesMax,
      bufferedBytesMax: 4_000_000,
      pingMs: 25_000,
      closeWaitMs: 1_000,
    },
    logger,
  })
  const routes: Route[] = [
    graphqlRoute({ pipeline, authenticator, baseUrl: config.baseUrl, bodyBytesMax: config.bodyBytesMax }),
  ]
  if (config.identityProviderUrl !== undefined) {
    const { identityProviderUrl: providerUrl, baseUrl } = config
    routes.push(stack.use(openAuthProxy({ providerUrl, baseUrl, logger })).route)
  }
  const api = stack.use(
    await openHttpHost({
      host: config.host,
      port: config.port,
      portVariable: 'GATEWAY_PORT',
      logger,
      metrics,
      routes,
      limits: { answerTimeoutMs: (config.operationTimeoutSeconds + 5) * 1_000 },
      upgrade: sockets.upgrade,
      onError: renderProblem,
    }),
  )
  stack.use(sockets)
  // In the background: the provider may be reached through this very gateway, or come up later.
  verifier
    .warm()
    .catch((error: unknown) => logger.warn({ err: error }, 'the keys of the identity provider are missing'))
  const opened = stack.move()
  return {
    ports: { http: api.port, internal: internal.port },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function openSubgraphs(graph: Graph, config: Config, stack: AsyncDisposableStack) {
  const clients = new Map<string, SubgraphClient>()
  const upstreams = new Map<string, Upstream>()
  for (const [name, composedUrl] of graph.subgraphs) {
    const url = config.subgraphUrls[name] ?? composedUrl
    if (!URL.canParse(url)) throw new OperatorError(`GATEWAY_SUBGRAPH_URLS: the subgraph ${name} has no valid URL`)
    const client = openSubgraphClient({
      url,
      connectionsMax: config.subgraphConnectionsMax,
      fetchTimeoutMs: config.fetchTimeoutSeconds * 1_000,
      connectTimeoutMs: 2_000,
      answerBytesMax: config.answerBytesMax,
    })
    clients.set(name, stack.use(client))
    upstreams.set(name, stack.use(openUpstream(url)))
  }
  return { clients, upstreams }
}

async function readSupergraph(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`GATEWAY_SUPERGRAPH: ${path} cannot be read`, { cause: error })
  }
}

async function openSigner({ assertionKeys }: Config) {
  try {
    return await openAssertionSigner({ issuer: 'gateway', keys: assertionKeys })
  } catch (error) {
    throw new OperatorError(`GATEWAY_ASSERTION_KEYS: ${error instanceof Error ? error.message : 'not usable'}`, {
      cause: error,
    })
  }
}

function oidcOptions(config: Config, logger: Logger) {
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcAudience: audience, oidcRoleClaims: roleClaims } = config
  return { issuer, jwksUrl, audience, roleClaims, logger }
}

function jwksRoute(publicKeys: () => object): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    handle: () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'max-age=60' },
      body: JSON.stringify(publicKeys()),
    }),
  }
}
