import { type FormattedExecutionResult, GraphQLError } from 'graphql'
import { executePlan, resultOf } from './execution/execute-plan.ts'
import type { PassThroughMode } from './execution/pass-through/compile-pass-through.ts'
import { maskError } from './execution/run/mask-error.ts'
import type { Logger, SendFetch } from './execution/run/plan-run.ts'
import type { CheckLimits } from './operation/check-operation.ts'
import type { Variables } from './operation/collect-fields.ts'
import { checkCached } from './operation/operation-cache.ts'
import { overridesOf } from './operation/override-labels.ts'
import { DEFAULT_VARIABLE_LIMITS, readVariables, type VariableLimits } from './operation/read-variables.ts'
import { refusalError } from './operation/refusal-error.ts'
import { buildGraph, type Graph } from './planning/build-graph.ts'
import { type Allows, planOperation } from './planning/plan-operation.ts'
import type { AbortNotice } from './subgraph-client/fetch-attempt.ts'
import { openSubgraphClient, type SubgraphClient } from './subgraph-client/subgraph-client.ts'
import { subgraphFault } from './subgraph-client/subgraph-response.ts'

export type { PassThroughMode } from './execution/pass-through/compile-pass-through.ts'
export { InvalidSupergraphError } from './supergraph/build-supergraph.ts'

/** A supergraph whose operations are executed over its subgraphs. */
export interface Federation extends AsyncDisposable {
  readonly graph: Graph
  /**
   * The response to a query or mutation.
   *
   * Never rejects: an invalid request, a refused field and a failed subgraph are `errors` with
   * `extensions.code`. Other errors are logged under an id and masked. Subscriptions are refused
   * with `OPERATION_NOT_SUPPORTED`.
   */
  execute(request: FederationRequest, caller?: FederationCaller): Promise<FormattedExecutionResult>
}

/** A request as clients send it. */
export interface FederationRequest {
  /** A GraphQL document. */
  readonly query: string
  /** Required when the document has several operations. */
  readonly operationName?: string | undefined
  readonly variables?: Variables | undefined
}

/** The caller for whom an operation is executed. */
export interface FederationCaller {
  /**
   * Decides if the caller meets the requirement of a field: its `@authenticated`, `@requiresScopes` and `@policy`.
   * Default: never; fields with a requirement are null, with the error code `FORBIDDEN`.
   */
  readonly allows?: Allows
  /** Headers for each request to a subgraph, such as credentials. Its errors are masked. */
  readonly headers?: (subgraph: string) => Headers | Promise<Headers>
  /** Identifies the caller, for the labels `percent(n)` of `@override`. Default: empty. */
  readonly id?: string
  /** Cancels requests to subgraphs. */
  readonly signal?: AbortNotice
}

type Headers = Readonly<Record<string, string>>

export interface FederationOptions {
  /** URLs by the names of subgraphs. Default: those in the supergraph. */
  readonly urls?: Readonly<Record<string, string>>
  /** Limits on operations and variables. Introspection is allowed by default. */
  readonly limits?: Partial<CheckLimits & VariableLimits>
  /**
   * When a response that one subgraph resolves alone is passed through as bytes. `checked` (default): only if it has
   * exactly the selected fields, each of its type. `trusted`: unchecked, for subgraphs that conform to their schemas.
   * `off`: never.
   */
  readonly passThrough?: PassThroughMode | ((subgraph: string) => PassThroughMode)
  /** Maximum number of connections to each subgraph. Default: 64. */
  readonly connectionsMax?: number
  /** Timeout for one attempt of a request to a subgraph. Default: 10 seconds. */
  readonly fetchTimeoutMs?: number
  /** Timeout for one connection to a subgraph. Default: 2 seconds. */
  readonly connectTimeoutMs?: number
  /** Maximum length of a subgraph's response body. Default: 20 MB. */
  readonly responseBytesMax?: number
  /** Active labels of `@override`, besides those of the form `percent(n)`. Default: none. */
  readonly overrideLabels?: readonly string[]
  /** Default: nothing is logged. */
  readonly logger?: Logger
}

/**
 * Opens a composed supergraph with an HTTP client for each subgraph, until disposed.
 *
 * Throws `InvalidSupergraphError` when it cannot be served, and a `TypeError` for an invalid URL.
 */
export function openFederation(supergraph: string, options: FederationOptions = {}): Federation {
  const graph = buildGraph(supergraph)
  const clients = openClients(graph, options)
  const limits = { introspection: true, ...DEFAULT_VARIABLE_LIMITS, ...options.limits }
  const { logger = SILENT, passThrough: mode = 'checked' } = options
  const passThrough = typeof mode === 'function' ? mode : () => mode
  const overrideLabels = new Set(options.overrideLabels)

  async function execute(request: FederationRequest, caller: FederationCaller): Promise<FormattedExecutionResult> {
    const { query, operationName, variables: sent = {} } = request
    const operation = checkCached(graph, query, operationName, limits)
    if (!('definition' in operation)) return refused(operation)
    if (operation.definition.operation === 'subscription') return refused([subscriptionUnsupported()])
    const read = readVariables(graph.schema, operation, sent, limits)
    if (!('coerced' in read)) return refused(read)
    const { coerced: variables } = read
    const planned = planOperation(
      graph,
      operation,
      caller.allows ?? denyAll,
      variables,
      overridesOf(caller.id ?? '', overrideLabels),
    )
    graph.operations.resize(query, operationName, operation)
    const send = sender(clients, caller)
    return resultOf(await executePlan({ graph, operation: planned, variables, send, logger, passThrough }))
  }

  return {
    graph,
    execute: (request, caller = {}) =>
      execute(request, caller).catch((error: unknown) => {
        if (error instanceof GraphQLError && typeof error.extensions.code === 'string') return refused([error])
        return { errors: [maskError(error, logger)] }
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...clients.values()].map((client) => client[Symbol.asyncDispose]()))
    },
  }
}

const SILENT: Logger = { warn() {}, error() {} }

const denyAll: Allows = () => false

function refused(errors: readonly GraphQLError[]): FormattedExecutionResult {
  return { errors: errors.map((error) => error.toJSON()) }
}

function subscriptionUnsupported(): GraphQLError {
  return refusalError({ code: 'OPERATION_NOT_SUPPORTED', message: 'Subscriptions are not supported.' })
}

function openClients(graph: Graph, options: FederationOptions): ReadonlyMap<string, SubgraphClient> {
  const { urls = {}, connectionsMax = 64, fetchTimeoutMs = 10_000, connectTimeoutMs = 2_000 } = options
  const { responseBytesMax = 20_000_000 } = options
  const limits = { connectionsMax, fetchTimeoutMs, connectTimeoutMs, responseBytesMax }
  return new Map(
    [...graph.subgraphs].map(([name, url]) => [name, openSubgraphClient({ url: urls[name] ?? url, ...limits })]),
  )
}

function sender(
  clients: ReadonlyMap<string, SubgraphClient>,
  { headers = noHeaders, signal = NEVER }: FederationCaller,
): SendFetch {
  return async (subgraph, { body, idempotent }) => {
    const client = clients.get(subgraph)
    if (client === undefined) return subgraphFault('UNAVAILABLE', 'unknown subgraph')
    return client.fetchBytes({ body, headers: await headers(subgraph), signal, idempotent })
  }
}

const noHeaders = (): Headers => ({})

const NEVER: AbortNotice = { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} }
