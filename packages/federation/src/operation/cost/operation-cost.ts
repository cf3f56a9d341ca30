import { refusalError } from '@travel-rule/subgraph/graphql-error'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { limitExceeded } from '../operation-limits.ts'
import { type CostEstimate, type CostParts, type CostVariables, estimateCost } from './estimate-cost.ts'
import { inputCostKey } from './input-cost.ts'
import { introspectionSize } from './introspection-size.ts'

/** What one operation costs, kept with it: the work is done once for each set of list lengths that is asked for. */
export interface OperationCost {
  /** The cost with the default values of the variables. */
  readonly assumed: number
  /** How long it takes to answer what the operation reads of the schema, about; 0 when it reads nothing. */
  readonly introspectionMs: number
  /** The cost with the variables of a request, coerced. */
  of(variables: CostVariables): number
  /** Why the operation is too expensive with these variables, or says wrongly how long its lists are; `undefined` when it may run. */
  check(variables: CostVariables): GraphQLError | undefined
}

export interface CostLimits {
  readonly costMax: number
  readonly listSizeMax: number
}

/** Measured on the computer of a developer. */
const SCHEMA_VALUES_PER_MS = 1_000

/** Estimates kept for one operation: then the oldest makes room. */
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
  const introspection = introspectionSize(parts.schema, document, operation)
  const known = new Map<string, CostEstimate>()

  function estimate(variables: CostVariables): CostEstimate {
    if (names.length === 0 && inputs.length === 0) return first
    const sizes = names.map((name) => variables[name])
    const key = [...sizes, ...inputs.map(({ name, type }) => inputCostKey(type, variables[name], parts.costs))].join()
    const estimated = known.get(key)
    if (estimated !== undefined) return estimated
    const [oldest] = known.size < estimatesMax ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    const made = estimateCost(parts, document, operation, variables)
    known.set(key, made)
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
      if (cost > costMax) return limitExceeded({ limit: 'cost', max: costMax, value: cost, unit: 'points of cost' })
      if (introspection !== undefined && introspection.value > introspection.max) {
        return limitExceeded({ limit: 'introspection', ...introspection, unit: 'values of the schema to read' })
      }
      return undefined
    },
  }
}

function defaultsOf({ variableDefinitions }: OperationDefinitionNode): CostVariables {
  const defaults: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of variableDefinitions ?? []) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value)
  }
  return defaults
}

/** The variables that bring input objects. */
function inputVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): readonly { readonly name: string; readonly type: GraphQLInputType }[] {
  return variableDefinitions.flatMap(({ variable, type: node }) => {
    // Each overload takes one kind of node; they do the same.
    const type = typeFromAST(schema, node as NamedTypeNode)
    return isInputType(type) && isInputObjectType(getNamedType(type)) ? [{ name: variable.name.value, type }] : []
  })
}

function notSliced(coordinate: string): GraphQLError {
  const message = `${coordinate} must be given exactly one of the arguments that say how many entries are wanted.`
  return refusalError({ code: 'BAD_USER_INPUT', message })
}
