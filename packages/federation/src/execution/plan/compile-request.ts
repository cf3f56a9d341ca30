import type { FetchNode } from '@apollo/query-planner'
import type { Variables } from '../../operation/collect-fields.ts'
import { REPRESENTATIONS } from '../../operation/plan-cache.ts'
import { parseVerbatim } from '../../subgraph-client/data-object.ts'
import { type SubgraphFault, subgraphFault } from '../../subgraph-client/subgraph-response.ts'
import type { SubgraphFetch } from '../run/plan-run.ts'

/**
 * Encodes the request of a fetch, or returns a fault when the variables are nested too deeply.
 * `representations` are the items of a JSON list, which is added to the variables.
 */
export type WriteRequest = (variables: Variables, representations?: string) => SubgraphFetch | SubgraphFault

/** Encodes the constant parts once. */
export function compileRequest(node: Pick<FetchNode, 'operation' | 'operationName' | 'operationKind'>): WriteRequest {
  const { operation: query, operationName } = node
  const start = `{"query":${JSON.stringify(query)},"variables":`
  const end = operationName === undefined ? '}' : `,"operationName":${JSON.stringify(operationName)}}`
  const idempotent = node.operationKind !== 'mutation'
  return (variables, representations) => {
    try {
      const own = JSON.stringify(variables)
      if (representations === undefined) {
        return { query, operationName, variables, body: `${start}${own}${end}`, idempotent }
      }
      const separator = own === '{}' ? '' : ','
      const all = `${own.slice(0, -1)}${separator}"${REPRESENTATIONS}":[${representations}]}`
      return new EntityFetch(query, operationName, all, `${start}${all}${end}`, idempotent)
    } catch (error) {
      if (error instanceof RangeError)
        return subgraphFault('UNAVAILABLE', 'the variables are nested too deeply to be encoded')
      throw error
    }
  }
}

/**
 * A fetch of entities, whose variables few callers read.
 *
 * A class, because an object literal with a getter gets a hidden class of its own, in the old
 * generation, which keeps the getter and what it refers to alive until the next full garbage collection.
 */
class EntityFetch implements SubgraphFetch {
  readonly query: string
  readonly operationName: string | undefined
  readonly body: string
  readonly idempotent: boolean
  readonly #variables: string

  constructor(query: string, operationName: string | undefined, variables: string, body: string, idempotent: boolean) {
    this.query = query
    this.operationName = operationName
    this.body = body
    this.idempotent = idempotent
    this.#variables = variables
  }

  get variables(): Variables {
    return parseVerbatim(this.#variables) as Variables
  }
}

/** Picks the variables that a fetch uses; omits those that the client omitted. */
export function compileVariables(
  names: readonly string[] | undefined,
): (variables: Variables) => Record<string, unknown> {
  if (names === undefined || names.length === 0) return () => ({})
  return (variables) => {
    const used: Record<string, unknown> = {}
    for (const name of names) {
      if (!Object.hasOwn(variables, name) || variables[name] === undefined) continue
      Object.defineProperty(used, name, {
        value: variables[name],
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return used
  }
}
