import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { type HealthCheck, healthRoutes } from '@travel-rule/http-host/health'
import {
  type HttpHost,
  type HttpLimits,
  openHttpHost,
  type ProblemRenderer,
  type Route,
} from '@travel-rule/http-host/http-host'
import { metricsRoute } from '@travel-rule/http-host/metrics-route'
import type { Logger } from '@travel-rule/service/logger'
import { type Metrics, openMetrics } from '@travel-rule/service/metrics'
import type { GraphQLSchema } from 'graphql'
import { openFairQueue } from './fair-queue.ts'
import { openHeavyWork } from './heavy-work.ts'
import { observeQueues } from './observe-queues.ts'
import { openResultRoom } from './result-stream.ts'
import type { RecordRequestAccess, SubgraphContext, SubgraphRequest } from './subgraph-context.ts'
import { openSubgraphHttp } from './subgraph-http.ts'
import { openSubgraphSockets } from './subgraph-sockets.ts'

export type { SubgraphContext, SubgraphRequest } from './subgraph-context.ts'

/** The limits of one subgraph, besides those of its HTTP host. */
export interface SubgraphLimits extends HttpLimits {
  /** Maximum length of an operation, in tokens, counted before validation. */
  readonly tokensMax: number
  readonly socketsMax: number
  /** Maximum number of queries and mutations executed concurrently. */
  readonly operationsMax: number
  /** Maximum number of queries and mutations of one caller executed concurrently. */
  readonly operationsPerCallerMax: number
  /** Maximum number of queries and mutations that wait for their turn; more are refused. */
  readonly operationsQueuedMax: number
  /** Maximum length of a WebSocket message. */
  readonly messageBytesMax: number
  readonly operationsPerSocketMax: number
  /** How long a socket may take to send `connection_init`. */
  readonly initTimeoutMs: number
  /** Interval between pings. A socket without a pong by the next ping is terminated. */
  readonly pingMs: number
  /** Number of bytes buffered for one socket at which it is terminated. */
  readonly bufferedBytesMax: number
  /** Maximum number of results that all subscriptions together hold until they are sent; each may hold at least one. */
  readonly heldResultsMax: number
}

const DEFAULT_SUBGRAPH_LIMITS = {
  bodyBytesMax: 2_000_000,
  tokensMax: 20_000,
  socketsMax: 1_000,
  operationsMax: 16,
  operationsPerCallerMax: 8,
  operationsQueuedMax: 1_000,
  messageBytesMax: 2_000_000,
  operationsPerSocketMax: 5_000,
  initTimeoutMs: 3_000,
  pingMs: 12_000,
  bufferedBytesMax: 16_000_000,
  heldResultsMax: 2_000,
} as const satisfies Partial<SubgraphLimits>

export interface SubgraphHostOptions<Context extends SubgraphContext> {
  /** The service's name in metrics and the log. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly schema: GraphQLSchema
  readonly verifier: AssertionVerifier
  /** Called for every operation and every page of events, which is the lifetime of loader caches. */
  readonly createContext: (request: SubgraphRequest) => Context
  readonly logger: Logger
  readonly readiness: Readonly<Record<string, HealthCheck>>
  /** If true, a request may ask for a federated trace of its fields (`ftv1`). Default: false. */
  readonly federatedTracing?: boolean
  readonly extraRoutes?: readonly Route[]
  /** Stores reads; required if the schema has `recordedAccess`. */
  readonly recordAccess?: RecordRequestAccess
  readonly limits?: Partial<SubgraphLimits>
  /** The metrics in which to record; by default a separate registry, served at `/metrics`. */
  readonly metrics?: Metrics
}

/**
 * Serves a subgraph to its gateway: `POST /graphql` and, on the same path, WebSockets with
 * `graphql-transport-ws`.
 *
 * Every operation needs a valid identity assertion, in the header `x-identity-assertion` (else 401
 * `UNAUTHENTICATED`) or in `extensions.identityAssertion` of each `subscribe` (else an `error`
 * message); without the keys to verify it, 503 `SERVICE_UNAVAILABLE`. Queries and mutations of many callers take turns; those that would wait in a full queue
 * get 503 `SUBGRAPH_OVERLOADED`. `/livez`, `/readyz` and `/metrics` need none.
 */
export async function openSubgraphHost<Context extends SubgraphContext>(
  options: SubgraphHostOptions<Context>,
): Promise<HttpHost> {
  const limits = { ...DEFAULT_SUBGRAPH_LIMITS, ...options.limits }
  const metrics = options.metrics ?? openMetrics(options.name)
  const operations = openFairQueue({
    runningMax: limits.operationsMax,
    runningPerCallerMax: limits.operationsPerCallerMax,
    queuedMax: limits.operationsQueuedMax,
  })
  const heavyWork = openHeavyWork()
  observeQueues(metrics, { operations, heavy: heavyWork })
  const resultRoom = openResultRoom(limits.heldResultsMax)
  const parts = { ...options, limits, operations, heavyWork, resultRoom }
  await using stack = new AsyncDisposableStack()
  const http = stack.use(await openSubgraphHttp(parts))
  const sockets = openSubgraphSockets(parts)
  const host = stack.use(
    await openHttpHost({
      host: options.host,
      port: options.port,
      portVariable: options.portVariable,
      logger: options.logger,
      limits,
      metrics,
      routes: [
        http.route,
        ...healthRoutes(options.readiness),
        metricsRoute(metrics.registry),
        ...(options.extraRoutes ?? []),
      ],
      upgrade: sockets.upgrade,
      frames: true,
      onError: renderGraphqlProblem,
    }),
  )
  stack.use(sockets)
  const opened = stack.move()
  return { ...host, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** A refusal of the HTTP host itself, as a GraphQL response. */
const renderGraphqlProblem: ProblemRenderer = ({ status, code, message, id }) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ errors: [{ message, extensions: { code, id } }] }),
})
