import type { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type CheckedOperation, type CheckingGraph, type CheckLimits, checkOperation } from './check-operation.ts'

/** Checked operations with their plans, and refused ones, by document and operation name. Their memory is bounded. */
export interface OperationCache {
  get(query: string, operationName: string | undefined): CheckedOperation | undefined
  /** Stores an operation that will be used again. */
  set(query: string, operationName: string | undefined, operation: CheckedOperation): void
  /**
   * Stores an operation if its document was sent before. Documents with literals instead of variables are sent once,
   * and would displace documents that are sent again.
   */
  admit(query: string, operationName: string | undefined, operation: CheckedOperation): void
  /** Updates the memory of a stored operation after it was planned. Returns false if it is not stored. */
  resize(query: string, operationName: string | undefined, operation: CheckedOperation): boolean
  /** The errors with which a document was refused under this operation name. */
  refusal(query: string, operationName: string | undefined): readonly GraphQLError[] | undefined
  /** Stores a refusal, so that a repeated document is not checked again. */
  refuse(query: string, operationName: string | undefined, errors: readonly GraphQLError[]): void
  /** Approximate memory of all operations and refusals. */
  bytes(): number
}

export interface OperationCacheLimits {
  readonly bytesMax: number
  /** Refused documents have separate memory, so that they do not displace valid ones. */
  readonly refusalBytesMax: number
}

const DEFAULT_LIMITS: OperationCacheLimits = { bytesMax: 16_000_000, refusalBytesMax: 4_000_000 }

/** Operations of one document by their name. */
type Named = Map<string, CheckedOperation>

/** Maximum number of operations stored per document. */
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
  const sent = new SentDocuments()

  function set(query: string, operationName: string | undefined, operation: CheckedOperation): void {
    const named: Named = new Map(cache.peek(query))
    named.set(operationName ?? '', operation)
    if (named.size <= namesMax) cache.set(query, named)
  }

  return {
    get: (query, operationName) => cache.get(query)?.get(operationName ?? ''),
    set,
    admit(query, operationName, operation) {
      if (sent.wasSent(operation.hash)) set(query, operationName, operation)
    },
    resize(query, operationName, operation) {
      const isStored = cache.peek(query)?.get(operationName ?? '') === operation
      if (isStored) set(query, operationName, operation)
      return isStored
    },
    refusal(query, operationName) {
      const refusal = refusals.get(query)
      return refusal?.operationName === (operationName ?? '') ? refusal.errors : undefined
    },
    refuse: (query, operationName, errors) => void refusals.set(query, { operationName: operationName ?? '', errors }),
    bytes: () => cache.calculatedSize + refusals.calculatedSize,
  }
}

/** Number of remembered documents; fewer when two of them collide. */
const sentDocumentsMax = 8_192

/**
 * Remembers recently sent documents by their hashes: four bytes select a place, which stores four others. 32 KB, a
 * fifteenth of a cache with hashes as keys.
 */
class SentDocuments {
  readonly #marks = new Uint32Array(sentDocumentsMax)

  /** Returns true if the document with this hash was sent before, and remembers it. */
  wasSent(hash: string): boolean {
    const digest = Buffer.from(hash, 'base64')
    const place = digest.readUInt32LE(0) % sentDocumentsMax
    const mark = digest.readUInt32LE(4)
    const wasSent = this.#marks[place] === mark
    this.#marks[place] = mark
    return wasSent
  }
}

/** An operation, or the errors of its refusal, from the graph's cache. */
export function knownOperation(
  { operations }: { readonly operations: OperationCache },
  query: string,
  operationName: string | undefined,
): CheckedOperation | readonly GraphQLError[] | undefined {
  return operations.get(query, operationName) ?? operations.refusal(query, operationName)
}

/**
 * Like `checkOperation`, but with the graph's cache: an operation that is sent repeatedly is checked
 * twice.
 */
export function checkCached(
  graph: CheckingGraph & { readonly operations: OperationCache },
  query: string,
  operationName: string | undefined,
  limits: CheckLimits,
): CheckedOperation | readonly GraphQLError[] {
  const known = knownOperation(graph, query, operationName)
  if (known !== undefined) return known
  const checked = checkOperation(graph, query, operationName, limits)
  if ('definition' in checked) graph.operations.admit(query, operationName, checked)
  else graph.operations.refuse(query, operationName, checked)
  return checked
}

/** Approximate memory of an error with its locations. */
const REFUSAL_BYTES = 2_000

function bytesOf(query: string, named: Named): number {
  let bytes = query.length * 2
  for (const operation of named.values()) bytes += operation.bytes() + operation.plans.bytes
  return bytes
}
