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

/** Measured with operations from 50 to 5,000 characters: a document without its tokens, and a plan with what is compiled from it. */
const OPERATION_BYTES = 3_000
const PLAN_BYTES = 5_000
const BYTES_PER_CHARACTER = 40
const PLAN_BYTES_PER_CHARACTER = 100

function bytesOf(query: string, named: Named): number {
  let bytes = query.length * 2
  for (const { plans } of named.values()) {
    bytes += OPERATION_BYTES + query.length * BYTES_PER_CHARACTER
    bytes += plans.size * (PLAN_BYTES + query.length * PLAN_BYTES_PER_CHARACTER)
  }
  return bytes
}
