import { type FormattedExecutionResult, getVariableValues, print } from 'graphql'
import { executePlan } from '../../execution/execute-plan.ts'
import { joined } from '../../execution/pieces.ts'
import type { SubgraphBytes } from '../../execution/subgraph-client.ts'
import { type SubgraphFault, subgraphFault } from '../../execution/subgraph-fault.ts'
import { checkOperation } from '../../operation/check-operation.ts'
import { planOperation } from '../../operation/plan-operation.ts'
import { sendOverWire, type WireCircumstances } from '../world/wire.ts'
import type { OperationInput } from './monolith.ts'
import { silentLogger } from './silent-logger.ts'

/** The answer of this gateway. */
export interface OwnAnswer {
  readonly result: FormattedExecutionResult
  /** The JSON text of `data` as a client reads it; where the path was pass-through, the text that came. */
  readonly dataText: string
  readonly passedThrough: boolean
  readonly journal: readonly string[]
  /** Fetches that were sent, as `subgraph query`. */
  readonly fetches: readonly string[]
}

/** `'general'` never passes bytes through. */
export type Way = 'general' | 'pass-through'

const SCOPES = ['trpd:read', 'trpd:write', 'aopd:read', 'aopd:write', 'autod:read', 'autod:write', 'pii:read']
const LIMITS = { introspection: true, depthMax: 50, fieldsMax: 100_000, costMax: Number.MAX_SAFE_INTEGER }

/** The operation as the gateway prepares it; `undefined` when it refuses it, as it may for the names of things. */
export function prepareOurs({ fixture }: Pick<WireCircumstances, 'fixture'>, operation: OperationInput) {
  const { graph } = fixture
  const checked = checkOperation(graph, print(operation.document), operation.operationName, LIMITS)
  if (!('definition' in checked)) throw new Error(`refused: ${checked.map(({ message }) => message).join('; ')}`)
  const definitions = checked.definition.variableDefinitions ?? []
  const { coerced, errors } = getVariableValues(graph.schema, definitions, operation.variables)
  if (errors !== undefined) throw new Error(`refused: ${errors.map(({ message }) => message).join('; ')}`)
  return { planned: planOperation(graph, checked, SCOPES, () => true, coerced), variables: coerced }
}

export async function runOurs(
  circumstances: WireCircumstances,
  { planned, variables }: ReturnType<typeof prepareOurs>,
  way: Way,
): Promise<OwnAnswer> {
  const journal: string[] = []
  const fetches: string[] = []
  const answer = await executePlan({
    graph: circumstances.fixture.graph,
    operation: planned,
    variables,
    logger: silentLogger,
    passThrough: way === 'pass-through',
    send: async (subgraph, { query, variables: values, body }) => {
      fetches.push(`${subgraph} ${query} ${JSON.stringify(values)}`)
      return receive({ ...circumstances, journal }, subgraph, body)
    },
  })
  if (answer.kind === 'result') {
    const text = JSON.stringify(answer.result)
    const result = JSON.parse(text) as FormattedExecutionResult
    return { result, dataText: JSON.stringify(answer.result.data), passedThrough: false, journal, fetches }
  }
  const text = joined(answer.body).toString('utf8')
  const result = JSON.parse(text) as FormattedExecutionResult
  const dataText = circumstances.style === 'plain' ? text.slice('{"data":'.length, -1) : JSON.stringify(result.data)
  return { result, dataText, passedThrough: true, journal, fetches }
}

/** What the client of a subgraph makes of an answer. */
async function receive(
  circumstances: WireCircumstances,
  subgraph: string,
  text: string,
): Promise<SubgraphBytes | SubgraphFault> {
  const { status, contentType, body } = await sendOverWire(circumstances, subgraph, text)
  if (!contentType.startsWith('application/json')) return subgraphFault('UNAVAILABLE', 'its answer is no JSON')
  return { status, body: [Buffer.from(body)] }
}
