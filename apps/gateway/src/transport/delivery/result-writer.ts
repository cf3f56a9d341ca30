import { refusalError } from '@travel-rule/federation/operation/refusal-error'
import type { GraphQLError } from 'graphql'
import type { LiveResult } from '../../relay/live-result.ts'
import type { ProtocolMetrics, TerminationReason } from './live-metrics.ts'
import {
  type Frame,
  openResultQueue,
  type QueuedMessage,
  type QueueLimits,
  type ResultQueue,
  type SlowConsumerPolicy,
} from './result-queue.ts'

/** A client's connection. Writes to a closed one are lost. */
export interface WriterPort {
  /** True while earlier writes are buffered in this process. */
  isFull(): boolean
  /** Writes `frame.head`, `bytes` and `frame.tail` as one message. `position`: the position of the result's event. */
  write(frame: Frame, bytes: Buffer, position: string | undefined): void
  /** Writes the final message of an operation. */
  writeFinal(message: string | Buffer): void
  /** Runs `work`, and passes everything it writes to the network at once. */
  batch(work: () => void): void
  /** Calls `resume` once when a full port has room. A closed port may never call it. */
  onDrain(resume: () => void): void
  /** A number that changes whenever the network accepts bytes; `undefined` if stalls are detected elsewhere. */
  progress(): number | undefined
  /** Ends the connection immediately. */
  terminate(): void
}

export interface BackpressureLimits extends QueueLimits {
  /** Maximum time that a client may read nothing while messages are queued. */
  readonly stallMs: number
}

/** How slow clients are handled; the same for all connections. */
export interface BackpressureSettings {
  readonly limits: BackpressureLimits
  /** Policy by the root field of a subscription; `latest` for all other fields. */
  readonly policies: ReadonlyMap<string, SlowConsumerPolicy>
}

/** Options that all connections of a protocol share. */
export interface ResultWriterOptions extends BackpressureSettings {
  readonly metrics: ProtocolMetrics
}

export interface ResultWriterListener {
  /**
   * Too many messages of an operation were queued. They have been removed, and the operation must end, unless it has
   * already ended. The listener informs the client with `finish`, now or later.
   */
  slow(operation: string): void
}

/**
 * Writes results to one client, with backpressure.
 *
 * Results are written immediately while the network accepts them. Otherwise they are queued within the limits, and
 * written when there is room: operations take turns, and the results of each keep their order. A client that reads
 * nothing for `stallMs`, or has too many final messages queued, is terminated.
 *
 * A class, since every connection has one, and most of them never queue a message.
 */
export class ResultWriter implements Disposable {
  readonly #port: WriterPort
  readonly #options: ResultWriterOptions
  readonly #listener: ResultWriterListener
  #backlog: Backlog | undefined
  #disposed = false

  constructor(port: WriterPort, options: ResultWriterOptions, listener: ResultWriterListener) {
    this.#port = port
    this.#options = options
    this.#listener = listener
  }

  /** Writes a result, which may be replaced or dropped according to the policy of `frame.field`. */
  deliver(operation: string, result: LiveResult, frame: Frame): void {
    this.#deliverOne(operation, result, frame)
  }

  /**
   * Writes several results of an operation like `deliver`, in one batch. Stops after a result that ends the operation.
   */
  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void {
    this.#port.batch(() => {
      for (const result of results) if (!this.#deliverOne(operation, result, frame)) return
    })
  }

  /**
   * Writes the final message of an operation, after its queued results. It is neither replaced nor
   * dropped.
   */
  finish(operation: string, final: string | Buffer): void {
    if (this.#disposed) return
    const backlog = this.#backlogIfFull()
    if (backlog === undefined) {
      this.#port.writeFinal(final)
      return
    }
    backlog.queue.finish(operation, final)
    this.#evict(backlog)
  }

  /** Removes the queued messages of an operation. */
  forget(operation: string): void {
    const removed = this.#backlog?.queue.remove(operation) ?? 0
    this.#options.metrics.dropped('LEFT', removed)
  }

  /** Calls `then` once nothing is queued, immediately if possible; never after disposal. */
  whenFlushed(then: () => void): void {
    if (this.#backlog !== undefined) this.#backlog.whenFlushed.push(then)
    else if (!this.#disposed) then()
  }

  /** Drops queued messages, and writes nothing afterwards. */
  [Symbol.dispose](): void {
    this.#disposed = true
    if (this.#backlog === undefined) return
    clearInterval(this.#backlog.stallTimer)
    this.#options.metrics.dropped('CLOSED', this.#backlog.queue.count())
    this.#backlog = undefined
  }

  /** False when the operation must end. */
  #deliverOne(operation: string, result: LiveResult, frame: Frame): boolean {
    if (this.#disposed) return false
    const backlog = this.#backlogIfFull()
    if (backlog === undefined) {
      this.#writeResult(result, frame)
      return true
    }
    const { policies, metrics } = this.#options
    const policy = (frame.field === undefined ? undefined : policies.get(frame.field)) ?? 'latest'
    if (backlog.queue.add(operation, { result, frame }, policy)) metrics.dropped('REPLACED', 1)
    return !this.#evict(backlog).includes(operation)
  }

  /** The backlog, which begins when the port is full; `undefined` while messages can be written immediately. */
  #backlogIfFull(): Backlog | undefined {
    if (this.#backlog !== undefined || !this.#port.isFull()) return this.#backlog
    const { limits } = this.#options
    const stallTimer = setInterval(() => this.#checkStall(), limits.stallMs)
    const queue = openResultQueue(limits)
    this.#backlog = { queue, stallTimer, progress: this.#port.progress(), evicting: false, whenFlushed: [] }
    this.#port.onDrain(() => this.#flush())
    return this.#backlog
  }

  #write(message: QueuedMessage): void {
    if ('final' in message) this.#port.writeFinal(message.final)
    else this.#writeResult(message.result, message.frame)
  }

  #writeResult(result: LiveResult, frame: Frame): void {
    this.#port.write(frame, result.bytes, result.position)
    this.#options.metrics.delivered(result.storedAtMs)
  }

  #flush(): void {
    const backlog = this.#backlog
    if (backlog === undefined) return
    this.#port.batch(() => {
      while (!this.#port.isFull()) {
        const message = backlog.queue.shift()
        if (message === undefined) return
        this.#write(message)
      }
    })
    // A write may have failed because the connection was closed.
    if (this.#backlog !== backlog) return
    backlog.progress = this.#port.progress()
    backlog.stallTimer.refresh()
    if (!backlog.queue.isEmpty()) {
      this.#port.onDrain(() => this.#flush())
      return
    }
    clearInterval(backlog.stallTimer)
    this.#backlog = undefined
    for (const then of backlog.whenFlushed) then()
  }

  /**
   * Enforces the limits, and returns the operations that must end. A listener may add final messages meanwhile; the
   * outer call makes room for them.
   */
  #evict(backlog: Backlog): readonly string[] {
    if (backlog.evicting) return NONE
    backlog.evicting = true
    let slow = NONE
    const { metrics } = this.#options
    for (let evicted = backlog.queue.evict(); evicted !== undefined; evicted = backlog.queue.evict()) {
      metrics.dropped('OLDEST', evicted.oldest)
      metrics.dropped('SLOW_CONSUMER', evicted.lost)
      if (evicted.overfull) {
        this.#terminate('OVERFULL')
        return slow
      }
      if (evicted.slow.length > 0) slow = [...slow, ...evicted.slow]
      for (const operation of evicted.slow) {
        metrics.ended('SLOW_CONSUMER')
        this.#listener.slow(operation)
      }
    }
    backlog.evicting = false
    return slow
  }

  #checkStall(): void {
    if (this.#backlog === undefined) return
    const progress = this.#port.progress()
    if (progress !== undefined && progress === this.#backlog.progress) this.#terminate('STALLED')
    else this.#backlog.progress = progress
  }

  #terminate(reason: TerminationReason): void {
    this.#options.metrics.ended(reason)
    this[Symbol.dispose]()
    this.#port.terminate()
  }
}

const NONE: readonly string[] = []

/** The state of a writer while messages are queued. */
interface Backlog {
  readonly queue: ResultQueue
  readonly stallTimer: NodeJS.Timeout
  /** The port's progress when it was last checked. */
  progress: number | undefined
  evicting: boolean
  readonly whenFlushed: (() => void)[]
}

/** The error of an operation whose results its client does not read in time. */
export function slowConsumer(): GraphQLError {
  const message =
    'Results arrived faster than they were read, so the operation has ended. Read faster, or request less.'
  return refusalError({ code: 'SLOW_CONSUMER', message })
}
