import { type GraphQLError, type GraphQLSchema, getVariableValues, Kind } from 'graphql'
import { isRawNumber } from '../subgraph-client/data-object.ts'
import type { CheckedOperation } from './check-operation.ts'
import type { Variables } from './collect-fields.ts'
import { inputsOf, withPlainNumbers } from './exact-inputs.ts'
import { type ExceededLimit, limitExceeded } from './operation-limits.ts'
import { badInput, shortMessage } from './refusal-error.ts'

/** Limits on the variables of one request. */
export interface VariableLimits {
  /** Approximate length of the variables as JSON. */
  readonly variableBytesMax: number
  /** Number of nested levels of objects and lists. */
  readonly variableDepthMax: number
  /** Number of entries in one list. */
  readonly variableListMax: number
}

export const DEFAULT_VARIABLE_LIMITS: VariableLimits = {
  variableBytesMax: 1_000_000,
  variableDepthMax: 30,
  variableListMax: 10_000,
}

export interface VariableRules extends VariableLimits {
  /** True if clients may read the schema; otherwise errors suggest no names. */
  readonly introspection: boolean
}

/** Variables coerced to the types of the schema, with their defaults; or the errors. */
export type ReadVariables = { readonly coerced: Variables } | readonly GraphQLError[]

/**
 * Coerces the variables of one request.
 *
 * Codes: `BAD_USER_INPUT`; `OPERATION_LIMIT_EXCEEDED` for variables that are too large, or make the
 * operation too expensive.
 */
export function readVariables(
  schema: GraphQLSchema,
  operation: CheckedOperation,
  sent: Variables,
  rules: VariableRules,
): ReadVariables {
  const walk = new VariableWalk(rules)
  const tooLarge = walk.check(sent)
  if (tooLarge !== undefined) return [tooLarge]
  const inputs = inputsOf(schema, operation.definition, walk.hasRawNumber)
  const options = { maxErrors: errorsMax, hideSuggestions: !rules.introspection }
  const declared = operation.definition.variableDefinitions ?? []
  const { errors, coerced } = getVariableValues(inputs, declared, sent, options)
  if (errors !== undefined) return errors.map((error) => asBadInput(error, operation))
  const tooExpensive = operation.cost.check(coerced)
  return tooExpensive === undefined ? { coerced } : [tooExpensive]
}

/** Maximum number of errors reported for the variables of one request. */
const errorsMax = 20

function asBadInput({ message, nodes }: GraphQLError, operation: CheckedOperation): GraphQLError {
  const error = badInput(shortMessage(withPlainNumbers(message)))
  const [node] = nodes ?? []
  if (node?.kind !== Kind.VARIABLE_DEFINITION) return error
  const location = operation.variableLocations().get(node.variable.name.value)
  return location === undefined ? error : Object.assign(error, { locations: [location] })
}

/** The variables that the operation declares. */
export function declaredVariables({ definition }: CheckedOperation, sent: Variables): Variables {
  const names = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  return Object.fromEntries(names.filter((name) => Object.hasOwn(sent, name)).map((name) => [name, sent[name]]))
}

/**
 * The first problem of variables that were parsed from JSON. The work is bounded by the limits.
 *
 * Codes: `OPERATION_LIMIT_EXCEEDED`; `BAD_USER_INPUT` for an unpaired surrogate, which UTF-8 cannot
 * encode, and for a variable named `__proto__`.
 */
export function checkVariables(variables: Variables, limits: VariableLimits): GraphQLError | undefined {
  return new VariableWalk(limits).check(variables)
}

class VariableWalk {
  /** True if a number is kept as written. */
  hasRawNumber = false
  readonly #limits: VariableLimits
  #bytes = 0

  constructor(limits: VariableLimits) {
    this.#limits = limits
  }

  check(variables: Variables): GraphQLError | undefined {
    if (Object.hasOwn(variables, '__proto__')) return badInput('A variable must not be named __proto__.')
    const problem = this.#walk(variables, 0)
    if (problem === undefined) return undefined
    return typeof problem === 'string' ? badInput(problem) : limitExceeded(problem, 'The variables have')
  }

  #walk(value: unknown, depth: number): ExceededLimit | string | undefined {
    if (typeof value === 'string') return this.#string(value)
    if (typeof value !== 'object' || value === null) return this.#add(SCALAR_BYTES)
    const { variableDepthMax, variableListMax } = this.#limits
    if (depth > variableDepthMax) {
      return { limit: 'variableDepth', max: variableDepthMax, value: depth, unit: 'levels' }
    }
    if (Array.isArray(value)) {
      if (value.length > variableListMax) {
        return { limit: 'variableList', max: variableListMax, value: value.length, unit: 'entries in one list' }
      }
      for (const item of value) {
        const problem = this.#walk(item, depth + 1)
        if (problem !== undefined) return problem
      }
      return this.#add(2)
    }
    if (isRawNumber(value)) {
      this.hasRawNumber = true
      return this.#add(Math.max(SCALAR_BYTES, value.rawJSON.length))
    }
    for (const key in value) {
      const problem = this.#string(key) ?? this.#walk((value as Record<string, unknown>)[key], depth + 1)
      if (problem !== undefined) return problem
    }
    return this.#add(2)
  }

  #string(value: string): ExceededLimit | string | undefined {
    if (!value.isWellFormed())
      return 'The variables contain a string that is not valid Unicode: it has an unpaired surrogate.'
    return this.#add(Buffer.byteLength(value) + 3)
  }

  #add(bytes: number): ExceededLimit | undefined {
    this.#bytes += bytes
    const { variableBytesMax: max } = this.#limits
    return this.#bytes > max ? { limit: 'variableBytes', max, value: this.#bytes, unit: 'bytes' } : undefined
  }
}

/** The length counted for a number, boolean or null, including its comma. */
const SCALAR_BYTES = 5
