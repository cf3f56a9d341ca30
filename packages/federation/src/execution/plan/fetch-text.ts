import type { FetchNode } from '@apollo/query-planner'
import type { Variables } from '../../operation/collect-fields.ts'
import { type SubgraphFault, subgraphFault } from '../../subgraph-client/subgraph-fault.ts'
import type { SubgraphFetch } from '../plan-run.ts'

/** Writes the request of a fetch. A fault when the variables are nested too deeply to be written. */
export type WriteFetch = (variables: Variables) => SubgraphFetch | SubgraphFault

/** What never changes about a fetch is written once. */
export function compileFetchText(node: Pick<FetchNode, 'operation' | 'operationName' | 'operationKind'>): WriteFetch {
  const { operation: query, operationName } = node
  const start = `{"query":${JSON.stringify(query)},"variables":`
  const end = operationName === undefined ? '}' : `,"operationName":${JSON.stringify(operationName)}}`
  const idempotent = node.operationKind !== 'mutation'
  return (variables) => {
    try {
      return { query, operationName, variables, body: `${start}${JSON.stringify(variables)}${end}`, idempotent }
    } catch (error) {
      if (error instanceof RangeError)
        return subgraphFault('UNAVAILABLE', 'the variables are nested too deeply to be written')
      throw error
    }
  }
}

/** The client's variables that a fetch uses, as far as the client gave them. */
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
