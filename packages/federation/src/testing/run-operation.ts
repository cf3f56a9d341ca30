import { getVariableValues } from 'graphql'
import { type ExecutedResponse, executePlan, type PlanExecution } from '../execution/execute-plan.ts'
import type { PassThroughMode } from '../execution/pass-through/compile-pass-through.ts'
import type { Logger, SubgraphFetch } from '../execution/run/plan-run.ts'
import { checkOperation } from '../operation/check-operation.ts'
import type { Graph } from '../planning/build-graph.ts'
import { type Allows, planOperation } from '../planning/plan-operation.ts'
import type { SubgraphBytes, SubgraphFault, SubgraphResponse } from '../subgraph-client/subgraph-response.ts'

/** A subgraph's response: a fault, a complete response, only its `data`, or its body as a string. */
export type Responding = (fetch: SubgraphFetch) => object | string

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly scopes?: readonly string[]
  /** Default: `trusted`. */
  readonly passThrough?: PassThroughMode
  readonly event?: PlanExecution['event']
}

export interface OperationRunResult {
  readonly response: ExecutedResponse
  /** Fetches in the order they were sent. */
  readonly sent: readonly (SubgraphFetch & { readonly subgraph: string })[]
}

/** Discards every entry. */
export const silentLogger: Logger = { warn() {}, error() {} }

export function plannedFor(graph: Graph, query: string, { variables = {}, scopes = [] }: RunOptions = {}) {
  const limits = { introspection: true, depthMax: 100, fieldsMax: 100_000, costMax: Number.MAX_SAFE_INTEGER }
  const checked = checkOperation(graph, query, undefined, limits)
  if (!('definition' in checked)) throw new Error(checked.map(({ message }) => message).join('\n'))
  const { coerced, errors } = getVariableValues(graph.schema, checked.definition.variableDefinitions ?? [], variables)
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return { planned: planOperation(graph, checked, allowsScopes(scopes), coerced), coerced }
}

/** True if a caller with exactly these scopes meets a requirement without policies. */
function allowsScopes(granted: readonly string[]): Allows {
  return ({ scopes, policies }) =>
    policies.length === 0 &&
    scopes.every((choice) => choice.some((every) => every.every((scope) => granted.includes(scope))))
}

/** Executes an operation with scripted subgraphs. */
export async function runOperation(
  graph: Graph,
  query: string,
  subgraphs: Readonly<Record<string, Responding>>,
  options: RunOptions = {},
): Promise<OperationRunResult> {
  const { planned, coerced } = plannedFor(graph, query, options)
  const sent: (SubgraphFetch & { subgraph: string })[] = []
  const response = await executePlan({
    graph,
    operation: planned,
    variables: coerced,
    logger: silentLogger,
    passThrough: () => options.passThrough ?? 'trusted',
    ...(options.event === undefined ? {} : { event: options.event }),
    send: async (subgraph, fetch) => {
      sent.push({ ...fetch, variables: fetch.variables, subgraph })
      return asResponse(subgraphs[subgraph]?.(fetch) ?? { fault: 'UNAVAILABLE', reason: 'not in this test' })
    },
  })
  return { response, sent }
}

function asResponse(value: object | string): SubgraphResponse | SubgraphBytes | SubgraphFault {
  if (typeof value === 'string') return { status: 200, framed: true, body: [Buffer.from(value)] }
  if ('fault' in value) return value as SubgraphFault
  const body = 'data' in value || 'errors' in value ? value : { data: value }
  return { status: 200, framed: true, body: [Buffer.from(JSON.stringify(body))] }
}
