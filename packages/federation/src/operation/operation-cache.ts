import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type CheckedOperation, type CheckingGraph, type CheckLimits, checkOperation } from './check-operation.ts'

/** Checked operations with their plans, by document and operation name. Bounded by their memory. */
export interface OperationCache {
  get(query: string, operationName: string | undefined): CheckedOperation | undefined
  /** Stores an operation. Call it again after planning it, so that its new size counts. */
  set(query: string, operationName: string | undefined, operation: CheckedOperation): void
  /** Approximate memory of all operations. */
  bytes(): number
}

export interface OperationCacheLimits {
  readonly bytesMax: number
}

const DEFAULT_LIMITS: OperationCacheLimits = { bytesMax: 40_000_000 }

/** Operations of one document by their name. */
type Named = Map<string, CheckedOperation>

/** Operations stored per document. */
const namesMax = 16

export function openOperationCache({ bytesMax }: OperationCacheLimits = DEFAULT_LIMITS): OperationCache {
  const cache = new LRUCache<string, Named>({
    maxSize: bytesMax,
    sizeCalculation: (named, query) => bytesOf(query, named),
  })
  return {
    get: (query, operationName) => cache.get(query)?.get(operationName ?? ''),
    set(query, operationName, operation) {
      const named: Named = new Map(cache.peek(query))
      named.set(operationName ?? '', operation)
      if (named.size <= namesMax) cache.set(query, named)
    },
    bytes: () => cache.calculatedSize,
  }
}

/**
 * Like `checkOperation`, but stores each valid operation in the graph's cache and checks it once.
 */
export function checkCached(
  graph: CheckingGraph & { readonly operations: OperationCache },
  query: string,
  operationName: string | undefined,
  limits: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const cached = graph.operations.get(query, operationName)
  if (cached !== undefined) return cached
  const checked = checkOperation(graph, query, operationName, limits)
  if ('definition' in checked) graph.operations.set(query, operationName, checked)
  return checked
}

function bytesOf(query: string, named: Named): number {
  let bytes = query.length * 2
  for (const operation of named.values()) bytes += operation.bytes + operation.plans.bytes
  return bytes
}
