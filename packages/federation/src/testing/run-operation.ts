import { composeServices } from '@apollo/composition'
import { openLogger } from '@travel-rule/service/logger'
import { getVariableValues, parse } from 'graphql'
import { type ExecutedAnswer, executePlan, type PlanExecution } from '../execution/execute-plan.ts'
import type { SubgraphFetch } from '../execution/plan-run.ts'
import { checkOperation } from '../operation/check-operation.ts'
import { buildGraph, type Graph } from '../planning/build-graph.ts'
import { type Allows, planOperation } from '../planning/plan-operation.ts'
import type { SubgraphAnswer, SubgraphBytes } from '../subgraph-client/subgraph-client.ts'
import type { SubgraphFault } from '../subgraph-client/subgraph-fault.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external", "@requires", "@provides", "@interfaceObject", "@inaccessible", "@override", "@requiresScopes"])`

/** The graph of subgraphs given as schemas by name. */
export function composeGraph(subgraphs: Readonly<Record<string, string>>): Graph {
  const composed = composeServices(
    Object.entries(subgraphs).map(([name, sdl]) => ({
      name,
      typeDefs: parse(`${LINK}\n${sdl}`),
      url: `http://${name}`,
    })),
  )
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return buildGraph(composed.supergraphSdl)
}

/** What a subgraph answers: a fault, an answer, or `data` alone; a text is the body as it comes over the wire. */
export type Answering = (fetch: SubgraphFetch) => object | string

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly scopes?: readonly string[]
  readonly passThrough?: boolean
  readonly event?: PlanExecution['event']
}

export interface OperationRunResult {
  readonly answer: ExecutedAnswer
  /** Fetches in the order they were sent. */
  readonly sent: readonly (SubgraphFetch & { readonly subgraph: string })[]
}

const silent = openLogger({ name: 'test', level: 'silent' })

export function plannedFor(graph: Graph, query: string, { variables = {}, scopes = [] }: RunOptions = {}) {
  const limits = { introspection: true, depthMax: 100, fieldsMax: 100_000, costMax: Number.MAX_SAFE_INTEGER }
  const checked = checkOperation(graph, query, undefined, limits)
  if (!('definition' in checked)) throw new Error(checked.map(({ message }) => message).join('\n'))
  const { coerced, errors } = getVariableValues(graph.schema, checked.definition.variableDefinitions ?? [], variables)
  if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'))
  return { planned: planOperation(graph, checked, allowsScopes(scopes), coerced), coerced }
}

/** Whether a caller with exactly these scopes meets a requirement without policies. */
function allowsScopes(granted: readonly string[]): Allows {
  return ({ scopes, policies }) =>
    policies.length === 0 &&
    scopes.every((choice) => choice.some((every) => every.every((scope) => granted.includes(scope))))
}

/** Executes an operation over subgraphs that answer as they are told. */
export async function runOperation(
  graph: Graph,
  query: string,
  subgraphs: Readonly<Record<string, Answering>>,
  options: RunOptions = {},
): Promise<OperationRunResult> {
  const { planned, coerced } = plannedFor(graph, query, options)
  const sent: (SubgraphFetch & { subgraph: string })[] = []
  const answer = await executePlan({
    graph,
    operation: planned,
    variables: coerced,
    logger: silent,
    ...(options.passThrough === undefined ? {} : { passThrough: options.passThrough }),
    ...(options.event === undefined ? {} : { event: options.event }),
    send: async (subgraph, fetch) => {
      sent.push({ ...fetch, subgraph })
      return asAnswer(subgraphs[subgraph]?.(fetch) ?? { fault: 'UNAVAILABLE', reason: 'not in this test' })
    },
  })
  return { answer, sent }
}

function asAnswer(given: object | string): SubgraphAnswer | SubgraphBytes | SubgraphFault {
  if (typeof given === 'string') return { status: 200, body: [Buffer.from(given)] }
  if ('fault' in given) return given as SubgraphFault
  const body = 'data' in given || 'errors' in given ? given : { data: given }
  return { status: 200, body: [Buffer.from(JSON.stringify(body))] }
}
