import type { LoopTurns, SteppedWork } from '@travel-rule/service/loop-turns'
import type { LiveResult, ResultSink } from './live-result.ts'

/** A recipient of a group's results. */
export interface Receiver {
  readonly sink: ResultSink
  /** Number of the group's results that the receiver has received, or that came before it joined. */
  received: number
  /** If true, its sink must no longer be called. */
  ended: boolean
}

export interface FanOutListener<Member extends Receiver> {
  /** A member has received all results so far. */
  received(member: Member): void
  /** The oldest results have been delivered to all members, so `room` has grown. */
  advanced(): void
  /** All members have received all results. */
  finished(): void
}

/**
 * Delivers results to thousands of members without keeping other clients waiting: in passes over the members, which
 * continue in later turns of the event loop.
 *
 * At its turn, a member receives all pending results in one batch, including results that arrived since the pass began;
 * members before it receive those in the next pass. A member that joins receives only later results.
 */
export class FanOut<Member extends Receiver> implements SteppedWork {
  readonly #turns: LoopTurns
  readonly #members: ReadonlySet<Member>
  readonly #listener: FanOutListener<Member>
  /** Results that some members have yet to receive. */
  #results: LiveResult[] = []
  /** Number of results before `#results`. */
  #delivered = 0
  /** The members of the pass, in order; `undefined` while all members have received everything. */
  #receivers: readonly Member[] | undefined
  /** Receivers before this one have had their turn. */
  #next = 0
  /** Number of results that all members have received at the end of the pass. */
  #passTarget = 0
  #end: ((member: Member) => void) | undefined
  /** The latest batch, since most members need the same one. */
  #batch: readonly LiveResult[] = []
  #batchStart = 0

  constructor(turns: LoopTurns, members: ReadonlySet<Member>, listener: FanOutListener<Member>) {
    this.#turns = turns
    this.#members = members
    this.#listener = listener
  }

  /** All groups have the same owner, so that a group with one member does not get as many steps as a large group. */
  get owner(): unknown {
    return FanOut
  }

  /** Number of results that `deliver` may add without making a member's batch too large for its queue. */
  get room(): number {
    return resultsMax - this.#results.length
  }

  isIdle(): boolean {
    return this.#receivers === undefined
  }

  /** Delivers results, at most `room` of them, after those in progress. */
  deliver(results: readonly LiveResult[]): void {
    this.#add(results)
    if (!this.isIdle()) return
    this.#beginPass([...this.#members])
    this.#continue()
  }

  /** From now on, the member receives new results. */
  join(member: Member): void {
    member.received = this.#total
  }

  /** True if a member has yet to receive results. */
  isBehind(member: Member): boolean {
    return member.received < this.#total
  }

  /** Immediately delivers what a member has yet to receive. */
  catchUp(member: Member): void {
    if (this.isBehind(member)) this.#deliverTo(member)
  }

  /**
   * Delivers what is in progress and then `results` to `receivers`, and calls `end` for each of them. The listener is
   * no longer called.
   */
  end(receivers: readonly Member[], results: readonly LiveResult[], end: (member: Member) => void): void {
    const inProgress = !this.isIdle()
    this.#add(results)
    this.#end = (member) => {
      this.#send(member)
      if (!member.ended) end(member)
    }
    // A pass in progress continues with these receivers.
    this.#beginPass(receivers)
    if (!inProgress) this.#continue()
  }

  step(): boolean {
    const receivers = this.#receivers ?? []
    const end = Math.min(this.#next + visitsPerStep, receivers.length)
    let deliveries = 0
    while (this.#next < end && deliveries < deliveriesPerStep && this.#receivers === receivers) {
      const member = receivers[this.#next] as Member
      this.#next += 1
      if (this.#end === undefined && !(this.isBehind(member) && this.#members.has(member))) continue
      deliveries += 1
      if (this.#end !== undefined) this.#end(member)
      else this.#deliverTo(member)
    }
    if (this.#receivers !== undefined && this.#next < this.#receivers.length) return true
    this.#forget(this.#passTarget - this.#delivered)
    if (this.#end === undefined) this.#listener.advanced()
    if (this.#end === undefined && this.#results.length > 0) {
      this.#beginPass([...this.#members])
      return true
    }
    this.#receivers = undefined
    if (this.#end === undefined) this.#listener.finished()
    return false
  }

  get #total(): number {
    return this.#delivered + this.#results.length
  }

  #add(results: readonly LiveResult[]): void {
    for (const result of results) this.#results.push(result)
  }

  /** Drops the oldest `count` results, which all members have received. */
  #forget(count: number): void {
    this.#results.splice(0, count)
    this.#delivered += count
    this.#batch = []
  }

  #beginPass(receivers: readonly Member[]): void {
    this.#receivers = receivers
    this.#next = 0
    this.#passTarget = this.#total
  }

  /** Continues immediately while this turn of the event loop has time. */
  #continue(): void {
    while (this.#turns.hasTime()) if (!this.step()) return
    this.#turns.add(this)
  }

  #deliverTo(member: Member): void {
    this.#send(member)
    if (!member.ended && !this.isBehind(member)) this.#listener.received(member)
  }

  #send(member: Member): void {
    const batch = this.#batchAfter(member.received)
    member.received = this.#total
    const { sink } = member
    if (batch.length > 1 && sink.nextAll !== undefined && !member.ended) sink.nextAll(batch)
    else for (const result of batch) if (!member.ended) sink.next(result)
  }

  #batchAfter(received: number): readonly LiveResult[] {
    if (this.#batchStart !== received || this.#batch.length !== this.#total - received) {
      this.#batch = this.#results.slice(received - this.#delivered)
      this.#batchStart = received
    }
    return this.#batch
  }
}

/** Maximum number of results in progress; they must fit into a client's queue. */
const resultsMax = 100
/** Number of deliveries before other work gets its turn. */
const deliveriesPerStep = 16
/** Higher, since a member that has nothing to receive costs little. */
const visitsPerStep = 256
