import { refusalError } from '@travel-rule/service/graphql-error'
import { type DocumentNode, type GraphQLError, Kind, type OperationDefinitionNode } from 'graphql'
import { limitExceeded } from '../operation-limits.ts'
import { type CostEstimate, type CostParts, type CostVariables, estimateCost } from './estimate-cost.ts'
import { introspectionSize } from './introspection-size.ts'

/** What one operation costs, kept with it: the work is done once for each set of list lengths that is asked for. */
export interface OperationCost {
  /** The cost with the default values of the variables. */
  readonly assumed: number
  /** The cost with the variables of a request, coerced. */
  of(variables: CostVariables): number
  /** Why the operation is too expensive with these variables, or says wrongly how long its lists are; `undefined` when it may run. */
  check(variables: CostVariables): GraphQLError | undefined
}

export interface CostLimits {
  readonly costMax: number
  readonly listSizeMax: number
}

/** Estimates kept for one operation; beyond that they are made anew. */
const estimatesMax = 32

/** The cost of a valid operation. */
export function openOperationCost(
  parts: CostParts & CostLimits,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationCost {
  const first = estimateCost(parts, document, operation, defaultsOf(operation))
  const names = [...first.sizedBy]
  const introspection = introspectionSize(parts.schema, document, operation)
  const known = new Map<string, CostEstimate>()

  function estimate(variables: CostVariables): CostEstimate {
    if (names.length === 0) return first
    const key = names.map((name) => variables[name]).join()
    const estimated = known.get(key) ?? estimateCost(parts, document, operation, variables)
    if (known.size < estimatesMax) known.set(key, estimated)
    return estimated
  }
  return {
    assumed: first.cost,
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

function notSliced(coordinate: string): GraphQLError {
  const message = `${coordinate} must be given exactly one of the arguments that say how many entries are wanted.`
  return refusalError({ code: 'BAD_USER_INPUT', message })
}
