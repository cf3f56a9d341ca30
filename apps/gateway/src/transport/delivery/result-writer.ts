import type { LiveResult } from '../../relay/live-result.ts'
import type { CutReason, ProtocolMetrics } from './live-metrics.ts'
import {
  type Frame,
  openResultQueue,
  type QueuedMessage,
  type QueueLimits,
  type ResultQueue,
  type SlowConsumerPolicy,
} from './result-queue.ts'

/** A connection, as what is delivered over it sees it. What is written to a closed one is lost. */
export interface WriterPort {
  /** Whether what is written waits in this process for the network already. */
  isFull(): boolean
  /** `frame.head`, `bytes`, `frame.tail` as one message. */
  write(frame: Frame, bytes: Buffer): void
  /** A last message of an operation. */
  writeFinal(text: string | Buffer): void
  /** Does what writes many messages, and hands them to the network as one. */
  batch(work: () => void): void
  /** Calls `resume` once, when a full port has room again; a port that is closed may never call it. */
  onDrain(resume: () => void): void
  /** A number that changes when the network takes something of what was written; `undefined` when somebody else watches over that. */
  progress(): number | undefined
  /** Ends the connection at once. */
  cut(): void
}

export interface BackpressureLimits extends QueueLimits {
  /** How long a client may take nothing while something waits for it. */
  readonly stallMs: number
}

/** How clients that read slower than results come are treated; the same for all connections. */
export interface BackpressureSettings {
  readonly limits: BackpressureLimits
  /** By the root field of a subscription; `latest` for those that it does not name. */
  readonly policies: ReadonlyMap<string, SlowConsumerPolicy>
}

/** The same for all connections of a protocol. */
export interface ResultWriterOptions extends BackpressureSettings {
  readonly metrics: ProtocolMetrics
}

export interface ResultWriterListener {
  /**
   * Too much waits for an operation: what waited for it is forgotten, and it is to be ended, unless it is over already. Whoever is told says so to
   * the client with `finish`, at once or later.
   */
  slow(operation: string): void
}

/**
 * The way of results to one client.
 *
 * As long as the network takes them they are written at once. Results that come faster than the client reads wait, within the limits, and are
 * written when there is room again: each operation in its turn, and those of one operation in their order. A client that takes nothing for
 * `stallMs` while something waits is cut, and so is one for which too many last messages wait.
 *
 * A class, since there is one for every connection, and for most of them nothing ever has to wait.
 */
export class ResultWriter implements Disposable {
  readonly #port: WriterPort
  readonly #options: ResultWriterOptions
  readonly #listener: ResultWriterListener
  #line: WaitingLine | undefined
  #over = false

  constructor(port: WriterPort, options: ResultWriterOptions, listener: ResultWriterListener) {
    this.#port = port
    this.#options = options
    this.#listener = listener
  }

  /** One result of an operation, which may be replaced or dropped by what the policy of `frame.field` says. */
  deliver(operation: string, result: LiveResult, frame: Frame): void {
    this.#take(operation, result, frame)
  }

  /**
   * Several results of an operation: the same as `deliver` for each, but what need not wait goes to the network as one, and what comes after the
   * one that was too much is dropped.
   */
  deliverAll(operation: string, results: readonly LiveResult[], frame: Frame): void {
    this.#port.batch(() => {
      for (const result of results) if (!this.#take(operation, result, frame)) return
    })
  }

  /** A last message of an operation, after its results that wait. It waits as long as it must: it is neither replaced nor dropped. */
  finish(operation: string, text: string | Buffer): void {
    if (this.#over) return
    const line = this.#lineWhenNeeded()
    if (line === undefined) {
      this.#port.writeFinal(text)
      return
    }
    line.results.finish(operation, text)
    this.#makeRoom(line)
  }

  /** What waits for the operation is not sent any more. */
  forget(operation: string): void {
    const forgotten = this.#line?.results.forget(operation) ?? 0
    this.#options.metrics.dropped('LEFT', forgotten)
  }

  /** Calls `then` when nothing waits: now, or once everything is written; never after disposal. */
  afterAll(then: () => void): void {
    if (this.#line !== undefined) this.#line.afterwards.push(then)
    else if (!this.#over) then()
  }

  /** From now on nothing is written, and nothing waits. */
  [Symbol.dispose](): void {
    this.#over = true
    if (this.#line === undefined) return
    clearInterval(this.#line.stall)
    this.#options.metrics.dropped('CLOSED', this.#line.results.count())
    this.#line = undefined
  }

  /** False when the operation cannot go on after that. */
  #take(operation: string, result: LiveResult, frame: Frame): boolean {
    if (this.#over) return false
    const line = this.#lineWhenNeeded()
    if (line === undefined) {
      this.#writeResult(result, frame)
      return true
    }
    const { policies, metrics } = this.#options
    const policy = (frame.field === undefined ? undefined : policies.get(frame.field)) ?? 'latest'
    if (line.results.add(operation, { result, frame }, policy)) metrics.dropped('REPLACED', 1)
    return !this.#makeRoom(line).includes(operation)
  }

  /** The line in which messages have to wait; `undefined` when there is no need to. */
  #lineWhenNeeded(): WaitingLine | undefined {
    if (this.#line !== undefined || !this.#port.isFull()) return this.#line
    const { limits } = this.#options
    const stall = setInterval(() => this.#checkStall(), limits.stallMs)
    const results = openResultQueue(limits)
    this.#line = { results, stall, progress: this.#port.progress(), makingRoom: false, afterwards: [] }
    this.#port.onDrain(() => this.#flush())
    return this.#line
  }

  #write(message: QueuedMessage): void {
    if ('text' in message) this.#port.writeFinal(message.text)
    else this.#writeResult(message.result, message.frame)
  }

  #writeResult(result: LiveResult, frame: Frame): void {
    this.#port.write(frame, result.bytes)
    this.#options.metrics.delivered(result.storedAtMs)
  }

  #flush(): void {
    const line = this.#line
    if (line === undefined) return
    this.#port.batch(() => {
      while (!this.#port.isFull()) {
        const message = line.results.take()
        if (message === undefined) return
        this.#write(message)
      }
    })
    // Whatever was written may have shown that the connection is gone.
    if (this.#line !== line) return
    line.progress = this.#port.progress()
    line.stall.refresh()
    if (!line.results.isEmpty()) {
      this.#port.onDrain(() => this.#flush())
      return
    }
    clearInterval(line.stall)
    this.#line = undefined
    for (const call of line.afterwards) call()
  }

  /**
   * The operations that were found to be slow. Whoever is told of one may add its last messages at once: whether there is room for them is seen
   * here, not within.
   */
  #makeRoom(line: WaitingLine): readonly string[] {
    if (line.makingRoom) return NONE
    line.makingRoom = true
    let slow = NONE
    const { metrics } = this.#options
    for (let gone = line.results.makeRoom(); gone !== undefined; gone = line.results.makeRoom()) {
      metrics.dropped('OLDEST', gone.oldest)
      metrics.dropped('SLOW_CONSUMER', gone.lost)
      if (gone.hopeless) {
        this.#cut('OVERFULL')
        return slow
      }
      if (gone.slow.length > 0) slow = [...slow, ...gone.slow]
      for (const operation of gone.slow) {
        metrics.ended('SLOW_CONSUMER')
        this.#listener.slow(operation)
      }
    }
    line.makingRoom = false
    return slow
  }

  #checkStall(): void {
    if (this.#line === undefined) return
    const progress = this.#port.progress()
    if (progress !== undefined && progress === this.#line.progress) this.#cut('STALLED')
    else this.#line.progress = progress
  }

  #cut(reason: CutReason): void {
    this.#options.metrics.ended(reason)
    this[Symbol.dispose]()
    this.#port.cut()
  }
}

const NONE: readonly string[] = []

interface WaitingLine {
  readonly results: ResultQueue
  readonly stall: NodeJS.Timeout
  /** Of the port, when it was last looked at. */
  progress: number | undefined
  makingRoom: boolean
  readonly afterwards: (() => void)[]
}
