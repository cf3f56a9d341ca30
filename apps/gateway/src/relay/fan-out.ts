import type { LoopTurns, SteppedWork } from '@travel-rule/service/loop-turns'
import type { LiveResult, ResultSink } from './live-result.ts'

/** Who receives the results of a group. */
export interface Receiver {
  readonly sink: ResultSink
  /** The last round whose results it has received. */
  round: number
  /** Its sink must not be called any more. */
  ended: boolean
}

export interface FanOutListener<Member extends Receiver> {
  /** A member has received the results of the round. */
  received(member: Member): void
  /** All members have received the results of the round. */
  finished(): void
}

/**
 * Delivers results to thousands of members without keeping other clients waiting: in rounds, which
 * continue in later turns of the event loop.
 *
 * Every member receives the results of all rounds in their order. A member that joins during a
 * round receives those of later rounds only.
 */
export class FanOut<Member extends Receiver> implements SteppedWork {
  readonly #turns: LoopTurns
  readonly #members: ReadonlySet<Member>
  readonly #listener: FanOutListener<Member>
  #round = 0
  #results: readonly LiveResult[] = []
  /** Of the round, in their order; `undefined` between rounds. */
  #receivers: readonly Member[] | undefined
  /** Receivers before this one have had their turn. */
  #next = 0
  #end: ((member: Member) => void) | undefined

  constructor(turns: LoopTurns, members: ReadonlySet<Member>, listener: FanOutListener<Member>) {
    this.#turns = turns
    this.#members = members
    this.#listener = listener
  }

  /** The same for all: a group with one member gets no more steps than its share of the members. */
  get owner(): unknown {
    return FanOut
  }

  isIdle(): boolean {
    return this.#receivers === undefined
  }

  /** Begins a round. The last one must have finished. */
  deliver(results: readonly LiveResult[]): void {
    this.#round += 1
    this.#results = results
    this.#receivers = [...this.#members]
    this.#next = 0
    this.#continue()
  }

  /** The member receives the results of later rounds. */
  join(member: Member): void {
    member.round = this.#round
  }

  /** Whether a member has yet to receive the results of the round in progress. */
  isBehind(member: Member): boolean {
    return this.#receivers !== undefined && member.round !== this.#round
  }

  /** Delivers the results of the round in progress to a member now, if it is behind. */
  catchUp(member: Member): void {
    if (this.isBehind(member)) this.#deliverTo(member)
  }

  /**
   * Delivers the results of the round in progress and then `results` to `receivers`, and calls
   * `end` for each of them. The listener is not called any more.
   */
  end(receivers: readonly Member[], results: readonly LiveResult[], end: (member: Member) => void): void {
    const inProgress = !this.isIdle()
    const round = this.#round
    const late = this.#results
    this.#end = (member) => {
      if (inProgress && member.round !== round) send(member, late)
      send(member, results)
      if (!member.ended) end(member)
    }
    // A round in progress continues with these receivers.
    this.#receivers = receivers
    this.#next = 0
    if (!inProgress) this.#continue()
  }

  step(): boolean {
    const receivers = this.#receivers ?? []
    const end = Math.min(this.#next + membersPerStep, receivers.length)
    while (this.#next < end && this.#receivers === receivers) {
      const member = receivers[this.#next] as Member
      this.#next += 1
      if (this.#end !== undefined) this.#end(member)
      else if (this.isBehind(member) && this.#members.has(member)) this.#deliverTo(member)
    }
    if (this.#receivers !== undefined && this.#next < this.#receivers.length) return true
    this.#receivers = undefined
    this.#results = []
    if (this.#end === undefined) this.#listener.finished()
    return false
  }

  /** Immediately, as long as this turn of the event loop has time. */
  #continue(): void {
    while (this.#turns.hasTime()) if (!this.step()) return
    this.#turns.add(this)
  }

  #deliverTo(member: Member): void {
    member.round = this.#round
    send(member, this.#results)
    if (!member.ended) this.#listener.received(member)
  }
}

/** Between two of them, other work has its turn. */
const membersPerStep = 16

function send(member: Receiver, results: readonly LiveResult[]): void {
  const { sink } = member
  if (results.length > 1 && sink.nextAll !== undefined && !member.ended) sink.nextAll(results)
  else for (const result of results) if (!member.ended) sink.next(result)
}
