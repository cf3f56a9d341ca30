import { LRUCache } from 'lru-cache'
import type { CheckedOperation } from './check-operation.ts'

/** Operations that were parsed and validated, with their plans, by their exact text and name. Bounded by the memory they take. */
export interface OperationCache {
  get(query: string, operationName: string | undefined): CheckedOperation | undefined
  /** Keeps an operation. To be called again when it has got another plan, so that its size is known. */
  set(query: string, operationName: string | undefined, operation: CheckedOperation): void
  /** Bytes that all operations take, about. */
  bytes(): number
}

export interface OperationCacheLimits {
  readonly bytesMax: number
}

const DEFAULT_LIMITS: OperationCacheLimits = { bytesMax: 40_000_000 }

/** Operations of one text: an attacker names nothing, an application one. */
type Named = Map<string, CheckedOperation>

/** Names kept for one text. */
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

function bytesOf(query: string, named: Named): number {
  let bytes = query.length * 2
  for (const operation of named.values()) bytes += operation.bytes + operation.plans.bytes
  return bytes
}
