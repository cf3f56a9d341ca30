import type { LiveResult } from '../../relay/live-result.ts'

/** The bytes around a result in a protocol's message; created once per operation. */
export interface Frame {
  readonly head: Buffer
  readonly tail: Buffer
  /**
   * The subscription's root field; `undefined` for results that must not be dropped: responses and
   * errors.
   */
  readonly field: string | undefined
}

/**
 * What happens to results that a client does not read in time.
 *
 * `latest`: a later result about the same entity replaces an earlier one. `drop-oldest`: the oldest is dropped.
 * `disconnect`: none is dropped. With any policy, an operation ends if too many of its results are still queued.
 */
export type SlowConsumerPolicy = (typeof SLOW_CONSUMER_POLICIES)[number]

export const SLOW_CONSUMER_POLICIES = ['latest', 'drop-oldest', 'disconnect'] as const

/** The size of one client's queue across all its operations. A single message may be longer. */
export interface QueueLimits {
  readonly bytesMax: number
  /** Maximum number of results and final messages of operations. */
  readonly eventsMax: number
}

/** A result in its frame, or the final message of an operation. */
export type QueuedMessage = QueuedResult | QueuedFinal

export interface QueuedResult {
  readonly result: LiveResult
  readonly frame: Frame
}

export interface QueuedFinal {
  readonly final: string | Buffer
}

/** What was removed to stay within the limits. */
export interface Eviction {
  /** Number of dropped results, each the oldest of its operation. */
  readonly oldest: number
  /** Operations that must end; `lost` is the number of their removed messages. */
  readonly slow: readonly string[]
  readonly lost: number
  /** True if the queue is still too long, with nothing left that may be removed. */
  readonly overfull: boolean
}

/** The messages waiting for one client, in order within each operation. */
export interface ResultQueue {
  isEmpty(): boolean
  /** Number of queued messages. */
  count(): number
  /** Adds a result. True when it replaced an earlier one about the same entity. */
  add(operation: string, message: QueuedResult, policy: SlowConsumerPolicy): boolean
  /** Adds the final message of an operation, after its results. */
  finish(operation: string, final: string | Buffer): void
  /** Removes the messages of an operation; returns their number. */
  remove(operation: string): number
  /** Enforces the limits at the expense of the longest operations; `undefined` if nothing was removed. */
  evict(): Eviction | undefined
  /** Removes and returns the next message, taking turns between operations. */
  shift(): QueuedMessage | undefined
}

/**
 * The messages of one operation, as a linked list: a Map with a long-lived iterator would keep
 * deleted entries alive.
 */
interface OperationQueue {
  readonly operation: string
  policy: SlowConsumerPolicy
  first: Entry | undefined
  last: Entry | undefined
  /** Created with the first result that has an entity. */
  byEntity: Map<string, Entry> | undefined
  bytes: number
  messages: number
  results: number
}

interface Entry {
  readonly message: QueuedMessage
  readonly entity: string | undefined
  previous: Entry | undefined
  next: Entry | undefined
}

export function openResultQueue({ bytesMax, eventsMax }: QueueLimits): ResultQueue {
  const queues = new Map<string, OperationQueue>()
  /** The same queues, in the order in which they take turns. */
  const turns: OperationQueue[] = []
  let nextTurn = 0
  let bytes = 0
  let count = 0

  function queueOf(operation: string): OperationQueue {
    const existing = queues.get(operation)
    if (existing !== undefined) return existing
    const queue: OperationQueue = {
      operation,
      policy: 'latest',
      first: undefined,
      last: undefined,
      byEntity: undefined,
      bytes: 0,
      messages: 0,
      results: 0,
    }
    queues.set(operation, queue)
    turns.push(queue)
    return queue
  }

  function removeQueue(queue: OperationQueue): void {
    queues.delete(queue.operation)
    const turn = turns.indexOf(queue)
    turns.splice(turn, 1)
    if (turn < nextTurn) nextTurn -= 1
    bytes -= queue.bytes
    count -= queue.messages
  }

  function append(queue: OperationQueue, message: QueuedMessage, entity: string | undefined): void {
    const entry: Entry = { message, entity, previous: queue.last, next: undefined }
    if (queue.last === undefined) queue.first = entry
    else queue.last.next = entry
    queue.last = entry
    if (entity !== undefined) {
      queue.byEntity ??= new Map()
      queue.byEntity.set(entity, entry)
    }
    resize(queue, message, 1)
  }

  function removeEntry(queue: OperationQueue, { message, entity, previous, next }: Entry): void {
    if (previous === undefined) queue.first = next
    else previous.next = next
    if (next === undefined) queue.last = previous
    else next.previous = previous
    if (entity !== undefined) queue.byEntity?.delete(entity)
    resize(queue, message, -1)
  }

  function resize(queue: OperationQueue, message: QueuedMessage, by: 1 | -1): void {
    const length = by * lengthOf(message)
    queue.messages += by
    if ('result' in message) queue.results += by
    queue.bytes += length
    count += by
    bytes += length
  }

  function shiftFrom(queue: OperationQueue): QueuedMessage | undefined {
    const entry = queue.first
    if (entry === undefined) return undefined
    removeEntry(queue, entry)
    if (queue.messages === 0) removeQueue(queue)
    return entry.message
  }

  const isOverLimit = () => count > eventsMax || (bytes > bytesMax && count > 1)

  /** The longest operation that has queued results. Final messages are never dropped. */
  function longest(): OperationQueue | undefined {
    const measure = count > eventsMax ? 'messages' : 'bytes'
    let found: OperationQueue | undefined
    for (const queue of turns) {
      if (queue.results > 0 && (found === undefined || queue[measure] > found[measure])) found = queue
    }
    return found
  }

  return {
    isEmpty: () => count === 0,
    count: () => count,
    add(operation, message, policy) {
      const queue = queueOf(operation)
      queue.policy = policy
      const entity = policy === 'latest' ? message.result.entity : undefined
      const earlier = entity === undefined ? undefined : queue.byEntity?.get(entity)
      // The later result goes to the end, since positions must increase for clients that resume.
      if (earlier !== undefined) removeEntry(queue, earlier)
      append(queue, message, entity)
      return earlier !== undefined
    },
    finish: (operation, final) => append(queueOf(operation), { final }, undefined),
    remove(operation) {
      const queue = queues.get(operation)
      if (queue !== undefined) removeQueue(queue)
      return queue?.messages ?? 0
    },
    evict() {
      if (!isOverLimit()) return undefined
      const slow: string[] = []
      let oldest = 0
      let lost = 0
      for (let queue = longest(); isOverLimit() && queue !== undefined; queue = longest()) {
        if (queue.policy === 'drop-oldest') {
          shiftFrom(queue)
          oldest += 1
        } else {
          removeQueue(queue)
          lost += queue.messages
          slow.push(queue.operation)
        }
      }
      return { oldest, slow, lost, overfull: isOverLimit() }
    },
    shift() {
      if (nextTurn >= turns.length) nextTurn = 0
      const queue = turns[nextTurn]
      nextTurn += 1
      return queue === undefined ? undefined : shiftFrom(queue)
    },
  }
}

function lengthOf(message: QueuedMessage): number {
  if ('final' in message) return message.final.length
  const { result, frame } = message
  return frame.head.byteLength + result.bytes.byteLength + frame.tail.byteLength
}
