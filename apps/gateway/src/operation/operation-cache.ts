import { LRUCache } from 'lru-cache'
import type { CheckedOperation } from './check-operation.ts'

/** Operations that were parsed and validated, by their text and name. Bounded by number and by size. */
export interface OperationCache {
  get(query: string, operationName: string | undefined): CheckedOperation | undefined
  set(query: string, operationName: string | undefined, operation: CheckedOperation): void
}

const operationsMax = 2_000
const charactersMax = 8_000_000

export function openOperationCache(): OperationCache {
  const cache = new LRUCache<string, CheckedOperation>({
    max: operationsMax,
    maxSize: charactersMax,
    sizeCalculation: (_operation, key) => key.length,
  })
  const keyOf = (query: string, operationName: string | undefined) => `${operationName ?? ''}\n${query}`
  return {
    get: (query, operationName) => cache.get(keyOf(query, operationName)),
    set: (query, operationName, operation) => void cache.set(keyOf(query, operationName), operation),
  }
}
