import type { LiveResult } from '../../relay/live-result.ts'

/** The bytes around a result in a protocol's message; created once per operation. */
export interface Frame {
  readonly head: Buffer
  readonly tail: Buffer
  /** The subscription's root field; `undefined` for results that must not be dropped: responses and errors. */
  readonly field: string | undefined
}

/**
 * What becomes of results that a client does not take in time.
 *
 * `latest`: a later result about the same entity takes the place of an earlier one. `drop-oldest`: the oldest goes. `disconnect`: nothing goes. An
 * operation for which too much waits all the same ends.
 */
export type SlowConsumerPolicy = (typeof SLOW_CONSUMER_POLICIES)[number]

export const SLOW_CONSUMER_POLICIES = ['latest', 'drop-oldest', 'disconnect'] as const

/** How much may wait for one client, over all its operations. One message alone may be longer. */
export interface QueueLimits {
  readonly bytesMax: number
  /** Results, and last messages of operations. */
  readonly eventsMax: number
}

/** A message that waits: a result in its frame, or the last of its operation. */
export type QueuedMessage = QueuedResult | QueuedFinal

export interface QueuedResult {
  readonly result: LiveResult
  readonly frame: Frame
}

export interface QueuedFinal {
  readonly text: string | Buffer
}

/** What had to go to make room. */
export interface Sacrifice {
  /** Results that were the oldest of their operation. */
  readonly oldest: number
  /** Operations that cannot go on, and how many results of theirs are gone. */
  readonly slow: readonly string[]
  readonly lost: number
  /** There is still too much: the client cannot be helped. */
  readonly hopeless: boolean
}

/** Messages that wait for one client, in order within each operation. */
export interface ResultQueue {
  isEmpty(): boolean
  /** Messages. */
  count(): number
  /** Adds a result. True when an earlier one about the same entity has made way for it. */
  add(operation: string, message: QueuedResult, policy: SlowConsumerPolicy): boolean
  /** Adds the last message of an operation, behind its results. */
  finish(operation: string, text: string | Buffer): void
  /** Removes what waits for an operation; how many messages that were. */
  forget(operation: string): number
  /** Removes what is too much, from the operations for which the most waits; `undefined` when all may wait. */
  makeRoom(): Sacrifice | undefined
  /** Removes the next message, each operation in its turn. */
  take(): QueuedMessage | undefined
}

/** The messages of one operation, each with its neighbours. An iterator that stays would keep all that was ever deleted from a Map alive. */
interface Queue {
  readonly operation: string
  policy: SlowConsumerPolicy
  first: Place | undefined
  last: Place | undefined
  /** Made when a result is about an entity. */
  byEntity: Map<string, Place> | undefined
  bytes: number
  messages: number
  results: number
}

interface Place {
  readonly message: QueuedMessage
  readonly entity: string | undefined
  before: Place | undefined
  after: Place | undefined
}

export function openResultQueue({ bytesMax, eventsMax }: QueueLimits): ResultQueue {
  const queues = new Map<string, Queue>()
  /** The same, in the order of their turns. */
  const turns: Queue[] = []
  let next = 0
  let bytes = 0
  let count = 0

  function queueOf(operation: string): Queue {
    const known = queues.get(operation)
    if (known !== undefined) return known
    const queue: Queue = {
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

  function drop(queue: Queue): void {
    queues.delete(queue.operation)
    const turn = turns.indexOf(queue)
    turns.splice(turn, 1)
    if (turn < next) next -= 1
    bytes -= queue.bytes
    count -= queue.messages
  }

  function put(queue: Queue, message: QueuedMessage, entity: string | undefined): void {
    const place: Place = { message, entity, before: queue.last, after: undefined }
    if (queue.last === undefined) queue.first = place
    else queue.last.after = place
    queue.last = place
    if (entity !== undefined) {
      queue.byEntity ??= new Map()
      queue.byEntity.set(entity, place)
    }
    resize(queue, message, 1)
  }

  function remove(queue: Queue, place: Place): void {
    const { message, entity, before, after } = place
    if (before === undefined) queue.first = after
    else before.after = after
    if (after === undefined) queue.last = before
    else after.before = before
    if (entity !== undefined) queue.byEntity?.delete(entity)
    resize(queue, message, -1)
  }

  function resize(queue: Queue, message: QueuedMessage, by: 1 | -1): void {
    const length = by * lengthOf(message)
    queue.messages += by
    if ('result' in message) queue.results += by
    queue.bytes += length
    count += by
    bytes += length
  }

  function shift(queue: Queue): QueuedMessage | undefined {
    const place = queue.first
    if (place === undefined) return undefined
    remove(queue, place)
    if (queue.messages === 0) drop(queue)
    return place.message
  }

  const isTooMuch = () => count > eventsMax || (bytes > bytesMax && count > 1)

  /** Of those that have results: last messages alone cannot be spared. */
  function largest(): Queue | undefined {
    const measure = count > eventsMax ? 'messages' : 'bytes'
    let found: Queue | undefined
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
      // The later result takes a place at the end, so that positions go up for whoever resumes after the last one seen.
      if (earlier !== undefined) remove(queue, earlier)
      put(queue, message, entity)
      return earlier !== undefined
    },
    finish: (operation, text) => put(queueOf(operation), { text }, undefined),
    forget(operation) {
      const queue = queues.get(operation)
      if (queue !== undefined) drop(queue)
      return queue?.messages ?? 0
    },
    makeRoom() {
      if (!isTooMuch()) return undefined
      const slow: string[] = []
      let oldest = 0
      let lost = 0
      for (let queue = largest(); isTooMuch() && queue !== undefined; queue = largest()) {
        if (queue.policy === 'drop-oldest') {
          shift(queue)
          oldest += 1
        } else {
          drop(queue)
          lost += queue.messages
          slow.push(queue.operation)
        }
      }
      return { oldest, slow, lost, hopeless: isTooMuch() }
    },
    take() {
      if (next >= turns.length) next = 0
      const queue = turns[next]
      next += 1
      return queue === undefined ? undefined : shift(queue)
    },
  }
}

function lengthOf(message: QueuedMessage): number {
  if ('text' in message) return message.text.length
  const { result, frame } = message
  return frame.head.byteLength + result.bytes.byteLength + frame.tail.byteLength
}
