import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { numberOf } from '../subgraph-client/data-object.ts'
import type { IntrospectionLengths } from '../supergraph/introspection-lengths.ts'
import type { Variables } from './collect-fields.ts'
import { type CostEstimate, type CostParts, estimateCost } from './estimate-cost.ts'
import { hasVariableCost, inputCostKey } from './input-cost.ts'
import { introspectionSize } from './introspection-size.ts'
import { limitExceeded } from './operation-limits.ts'
import { badInput } from './refusal-error.ts'

/** The cost of one operation; estimated once for each combination of list and argument lengths. */
export interface OperationCost {
  /** The cost with the default values of the variables. */
  readonly assumed: number
  /** Approximate time to execute its introspection; 0 without introspection. */
  readonly introspectionMs: number
  /** The cost with the variables of a request, coerced. */
  of(variables: Variables): number
  /**
   * The error if the operation is too expensive with these variables, or lacks a required slicing
   * argument.
   */
  check(variables: Variables): GraphQLError | undefined
}

export interface CostLimits {
  readonly costMax: number
  readonly listSizeMax: number
  readonly introspectionLengths: IntrospectionLengths
}

/** Number of introspection values that graphql-js resolves per millisecond, as measured. */
const SCHEMA_VALUES_PER_MS = 1_000

/** Maximum number of cached estimates per operation; the oldest is evicted. */
const estimatesMax = 32

/** The cost of a valid operation. */
export function openOperationCost(
  parts: CostParts & CostLimits,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const first = estimateCost(parts, document, operation, defaultsOf(operation))
  const names = [...first.sizedBy]
  const inputs = inputVariables(parts.schema, operation)
  const introspection = introspectionSize(parts.introspectionLengths, document, operation)
  const estimates = new Map<string, CostEstimate>()

  function estimate(variables: Variables): CostEstimate {
    if (names.length === 0 && inputs.length === 0) return first
    let key = ''
    for (const name of names) key += `${numberOf(variables[name])},`
    for (const { name, type } of inputs) key += `${inputCostKey(type, variables[name], parts.costs)},`
    const estimated = estimates.get(key)
    if (estimated !== undefined) return estimated
    const [oldest] = estimates.size < estimatesMax ? [] : estimates.keys()
    if (oldest !== undefined) estimates.delete(oldest)
    const made = estimateCost(parts, document, operation, variables)
    estimates.set(key, made)
    return made
  }
  return {
    assumed: first.cost,
    introspectionMs: (introspection?.value ?? 0) / SCHEMA_VALUES_PER_MS,
    of: (variables) => estimate(variables).cost,
    check(variables) {
      const { cost, listSize, unsliced } = estimate(variables)
      if (unsliced !== undefined) return notSliced(unsliced)
      const { costMax, listSizeMax } = parts
      if (listSize > listSizeMax) {
        return limitExceeded({ limit: 'listSize', max: listSizeMax, value: listSize, unit: 'entries in one list' })
      }
      if (cost > costMax) return limitExceeded({ limit: 'cost', max: costMax, value: cost, unit: 'cost points' })
      if (introspection !== undefined && introspection.value > introspection.max) {
        return limitExceeded({ limit: 'introspection', ...introspection, unit: 'introspection values' })
      }
      return undefined
    },
  }
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): Variables {
  const defaults: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of variableDefinitions ?? []) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value)
  }
  return defaults
}

/** Variables whose values affect the cost: input objects, and values that may be long. */
function inputVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): readonly { readonly name: string; readonly type: GraphQLInputType }[] {
  return variableDefinitions.flatMap(({ variable, type: node }) => {
    // The overloads of `typeFromAST` differ only in their types.
    const type = typeFromAST(schema, node as NamedTypeNode)
    return isInputType(type) && hasVariableCost(type) ? [{ name: variable.name.value, type }] : []
  })
}

function notSliced(coordinate: string): GraphQLError {
  return badInput(`${coordinate} requires exactly one of its arguments that limit the number of entries.`)
}
