import { executePlan } from '@travel-rule/federation/execution/execute-plan'
import { checkOperation } from '@travel-rule/federation/operation/check-operation'
import { planOperation } from '@travel-rule/federation/planning/plan-operation'
import {
  joinChunks,
  type SubgraphBytes,
  type SubgraphFault,
  subgraphFault,
} from '@travel-rule/federation/subgraph-client/subgraph-response'
import { openLogger } from '@travel-rule/service/logger'
import { type FormattedExecutionResult, getVariableValues, print } from 'graphql'
import { readExactly } from '../world/exact-json.ts'
import { canonicalJson } from '../world/random.ts'
import { sendOverWire, type WireCircumstances } from '../world/send-over-wire.ts'
import type { OperationInput } from './monolith.ts'

/** The response of this gateway. */
export interface GatewayResponse {
  readonly result: FormattedExecutionResult
  /** The JSON of `data` as received by a client; for pass-through, the subgraph's bytes. */
  readonly dataJson: string
  readonly passedThrough: boolean
  readonly journal: readonly string[]
  /** The sent fetches, as `query variables`. */
  readonly fetches: readonly { readonly subgraph: string; readonly request: string }[]
  /** Problems of the fetches. */
  readonly badFetches: readonly string[]
}

/**
 * `'general'` never uses pass-through, and `'checked'` checks the responses that pass through. `'joined'` is
 * `'checked'` after further executions, when the responses of several fetches are joined as bytes.
 */
export type Way = 'general' | 'pass-through' | 'checked' | 'joined'

const MODES = { general: 'off', 'pass-through': 'trusted', checked: 'checked', joined: 'checked' } as const

const executionsBefore = 3

const logger = openLogger({ name: 'differential', level: 'silent' })
const LIMITS = {
  introspection: true,
  depthMax: 50,
  fieldsMax: 100_000,
  rootFieldsMax: 1_000,
  costMax: Number.MAX_SAFE_INTEGER,
}

/** Prepares an operation like the gateway. Throws when the gateway refuses it. */
export function prepareOperation(
  circumstances: Pick<WireCircumstances, 'fixture' | 'labels'>,
  operation: OperationInput,
): Prepared {
  const cached = prepared.get(operation) ?? prepare(circumstances, operation)
  prepared.set(operation, cached)
  return cached
}

type Prepared = ReturnType<typeof prepare>
const prepared = new WeakMap<OperationInput, Prepared>()

function prepare({ fixture, labels }: Pick<WireCircumstances, 'fixture' | 'labels'>, operation: OperationInput) {
  const { graph } = fixture
  const checked = checkOperation(graph, print(operation.document), operation.operationName, LIMITS)
  if (!('definition' in checked)) throw new Error(`refused: ${checked.map(({ message }) => message).join('; ')}`)
  const definitions = checked.definition.variableDefinitions ?? []
  const { coerced, errors } = getVariableValues(graph.schema, definitions, operation.variables)
  if (errors !== undefined) throw new Error(`refused: ${errors.map(({ message }) => message).join('; ')}`)
  return {
    planned: planOperation(
      graph,
      checked,
      () => true,
      coerced,
      (label) => labels.includes(label),
    ),
    variables: coerced,
  }
}

export async function runGateway(
  circumstances: WireCircumstances,
  { planned, variables }: Prepared,
  way: Way,
): Promise<GatewayResponse> {
  const journal: string[] = []
  const fetches: { subgraph: string; request: string }[] = []
  const badFetches: string[] = []
  const execution = {
    graph: circumstances.fixture.graph,
    operation: planned,
    variables,
    logger,
    passThrough: () => MODES[way],
  }
  if (way === 'joined') {
    const send = () => Promise.resolve(subgraphFault('UNAVAILABLE', 'not yet'))
    for (let number = 0; number < executionsBefore; number++) await executePlan({ ...execution, send })
  }
  const response = await executePlan({
    ...execution,
    send: async (subgraph, { query, variables: values, body, idempotent }) => {
      fetches.push({ subgraph, request: `${query} ${JSON.stringify(values)}` })
      if (idempotent === query.startsWith('mutation')) badFetches.push(`idempotent is ${idempotent} for ${query}`)
      const representations = Array.isArray(values.representations) ? values.representations : []
      if (new Set(representations.map(canonicalJson)).size < representations.length) {
        badFetches.push(`an entity is requested twice in one fetch: ${body}`)
      }
      return (circumstances.carry ?? carryInMemory)({ ...circumstances, journal }, subgraph, body)
    },
  })
  if (response.kind === 'result') {
    const result = readExactly(JSON.stringify(response.result)) as FormattedExecutionResult
    return {
      result,
      dataJson: JSON.stringify(response.result.data),
      passedThrough: false,
      journal,
      fetches,
      badFetches,
    }
  }
  const body = joinChunks(response.body).toString('utf8')
  const result = readExactly(body) as FormattedExecutionResult
  const dataJson = circumstances.style === 'plain' ? body.slice('{"data":'.length, -1) : JSON.stringify(result.data)
  return { result, dataJson, passedThrough: true, journal, fetches, badFetches }
}

/** The response as the subgraph client returns it. */
async function carryInMemory(
  circumstances: WireCircumstances,
  subgraph: string,
  requestBody: string,
): Promise<SubgraphBytes | SubgraphFault> {
  const { status, contentType, body } = await sendOverWire(circumstances, subgraph, requestBody)
  if (!contentType.startsWith('application/json')) return subgraphFault('UNAVAILABLE', 'the response is not JSON')
  return { status, framed: true, body: [Buffer.from(body)] }
}
