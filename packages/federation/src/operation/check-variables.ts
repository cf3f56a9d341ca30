import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { GraphQLError } from 'graphql'
import { type ExceededLimit, limitExceeded } from './operation-limits.ts'

/** What the variables of one request may hold. */
export interface VariableLimits {
  /** Length as JSON, about. */
  readonly variableBytesMax: number
  /** Objects and lists within each other. */
  readonly variableDepthMax: number
  /** Entries of one list. */
  readonly variableListMax: number
}

export const DEFAULT_VARIABLE_LIMITS: VariableLimits = {
  variableBytesMax: 500_000,
  variableDepthMax: 30,
  variableListMax: 10_000,
}

/**
 * Why these variables, as parsed from JSON, are not looked at any further; `undefined` when they may be.
 *
 * Ends at the first problem, so that its work is bounded by the limits. Codes: `OPERATION_LIMIT_EXCEEDED`; `BAD_USER_INPUT` for text that
 * is no Unicode (half of a surrogate pair), because it cannot be passed on in UTF-8, and for a variable named `__proto__`.
 */
export function checkVariables(
  variables: Readonly<Record<string, unknown>>,
  limits: VariableLimits,
): GraphQLError | undefined {
  if (Object.hasOwn(variables, '__proto__')) return badInput('No variable can be named __proto__.')
  const problem = new VariableWalk(limits).walk(variables, 0)
  if (problem === undefined) return undefined
  return typeof problem === 'string' ? badInput(problem) : limitExceeded(problem, 'The variables have')
}

class VariableWalk {
  readonly #limits: VariableLimits
  #bytes = 0

  constructor(limits: VariableLimits) {
    this.#limits = limits
  }

  walk(value: unknown, depth: number): ExceededLimit | string | undefined {
    if (typeof value === 'string') return this.#text(value)
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
        const problem = this.walk(item, depth + 1)
        if (problem !== undefined) return problem
      }
      return this.#add(2)
    }
    for (const key in value) {
      const problem = this.#text(key) ?? this.walk((value as Record<string, unknown>)[key], depth + 1)
      if (problem !== undefined) return problem
    }
    return this.#add(2)
  }

  #text(text: string): ExceededLimit | string | undefined {
    if (!text.isWellFormed()) return 'The variables have text that is not valid Unicode: half of a surrogate pair.'
    return this.#add(Buffer.byteLength(text) + 3)
  }

  #add(bytes: number): ExceededLimit | undefined {
    this.#bytes += bytes
    const { variableBytesMax: max } = this.#limits
    return this.#bytes > max ? { limit: 'variableBytes', max, value: this.#bytes, unit: 'bytes' } : undefined
  }
}

/** What a number, `true`, `false` or `null` counts for, with its comma. */
const SCALAR_BYTES = 5

function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}
