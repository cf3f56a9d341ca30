import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type CheckedOperation, type CheckingGraph, type CheckLimits, checkOperation } from './check-operation.ts'

/**
 * Checked operations with their plans, and refused ones, by document and operation name. Bounded by
 * their memory.
 */
export interface OperationCache {
  get(query: string, operationName: string | undefined): CheckedOperation | undefined
  /** Stores an operation. Call it again after planning it, so that its new size counts. */
  set(query: string, operationName: string | undefined, operation: CheckedOperation): void
  /** The errors that a document was refused with, under this operation name. */
  refusal(query: string, operationName: string | undefined): readonly GraphQLError[] | undefined
  /** Stores a refusal, so that a repeated document is not checked again. */
  refuse(query: string, operationName: string | undefined, errors: readonly GraphQLError[]): void
  /** Approximate memory of all operations and refusals. */
  bytes(): number
}

export interface OperationCacheLimits {
  readonly bytesMax: number
  /** Refused documents have their own memory: they must not displace valid ones. */
  readonly refusalBytesMax: number
}

const DEFAULT_LIMITS: OperationCacheLimits = { bytesMax: 16_000_000, refusalBytesMax: 4_000_000 }

/** Operations of one document by their name. */
type Named = Map<string, CheckedOperation>

/** Operations stored per document. */
const namesMax = 16

interface Refusal {
  readonly operationName: string
  readonly errors: readonly GraphQLError[]
}

export function openOperationCache({
  bytesMax,
  refusalBytesMax,
}: OperationCacheLimits = DEFAULT_LIMITS): OperationCache {
  const cache = new LRUCache<string, Named>({
    maxSize: bytesMax,
    sizeCalculation: (named, query) => bytesOf(query, named),
  })
  const refusals = new LRUCache<string, Refusal>({
    maxSize: refusalBytesMax,
    sizeCalculation: ({ errors }, query) => query.length * 2 + errors.length * REFUSAL_BYTES,
  })
  return {
    get: (query, operationName) => cache.get(query)?.get(operationName ?? ''),
    set(query, operationName, operation) {
      const named: Named = new Map(cache.peek(query))
      named.set(operationName ?? '', operation)
      if (named.size <= namesMax) cache.set(query, named)
    },
    refusal(query, operationName) {
      const refusal = refusals.get(query)
      return refusal?.operationName === (operationName ?? '') ? refusal.errors : undefined
    },
    refuse: (query, operationName, errors) => void refusals.set(query, { operationName: operationName ?? '', errors }),
    bytes: () => cache.calculatedSize + refusals.calculatedSize,
  }
}

/**
 * Like `checkOperation`, but stores the result in the graph's cache: each operation is checked once.
 */
export function checkCached(
  graph: CheckingGraph & { readonly operations: OperationCache },
  query: string,
  operationName: string | undefined,
  limits: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const { operations } = graph
  const known = operations.get(query, operationName) ?? operations.refusal(query, operationName)
  if (known !== undefined) return known
  const checked = checkOperation(graph, query, operationName, limits)
  if ('definition' in checked) operations.set(query, operationName, checked)
  else operations.refuse(query, operationName, checked)
  return checked
}

/** Approximate memory of an error with its locations. */
const REFUSAL_BYTES = 2_000

function bytesOf(query: string, named: Named): number {
  let bytes = query.length * 2
  for (const operation of named.values()) bytes += operation.bytes + operation.plans.bytes
  return bytes
}
