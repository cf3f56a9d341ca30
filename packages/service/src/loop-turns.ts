/** Work in small steps, whose owner shares the event loop with others. */
export interface SteppedWork {
  /** All work with the same owner gets as many steps as that of any other owner. */
  readonly owner: unknown
  /** Does one step. Returns false when there is currently nothing left to do. */
  step(): boolean
}

/**
 * Shares the time of the event loop: in each turn of the loop, all work together gets about `turnMs`, and owners
 * alternate step by step. Input, timers and other requests are handled between turns.
 *
 * With `restRatio`, the steps of a turn are followed by a rest of that share of their time. A request that needs
 * several turns then waits for one or two steps, instead of one in each of its turns.
 *
 * With `leastShare`, the steps of a turn get at least that share of the time that everything else has taken since the
 * last steps, so that they continue while the loop is busy.
 */
export class LoopTurns {
  readonly #turnMs: number
  readonly #restRatio: number
  readonly #leastShare: number
  /** Owners in the order of their next step. */
  readonly #queues = new Map<unknown, SteppedWork[]>()
  /** `undefined` between turns with work. */
  #beganMs: number | undefined
  #stepsBeganMs: number | undefined
  /** Time since which the steps have been waiting. */
  #waitsSinceMs = 0
  /** Total time of the steps in this turn. */
  #stepsMs = 0

  constructor(
    turnMs: number,
    { restRatio = 0, leastShare = 0 }: { readonly restRatio?: number; readonly leastShare?: number } = {},
  ) {
    this.#turnMs = turnMs
    this.#restRatio = restRatio
    this.#leastShare = leastShare
  }

  /** True if work may be done immediately. If not, `add` it. */
  hasTime(): boolean {
    if (this.#beganMs !== undefined) return performance.now() - this.#beganMs < this.#turnMs
    this.#begin()
    return true
  }

  /** Calls `work.step()` in later turns until it returns false. Must not be added again before. */
  add(work: SteppedWork): void {
    const works = this.#queues.get(work.owner)
    if (works === undefined) this.#queues.set(work.owner, [work])
    else works.push(work)
    if (this.#beganMs === undefined) this.#begin()
  }

  #begin(): void {
    this.#beganMs = performance.now()
    this.#waitsSinceMs = this.#beganMs
    setImmediate(this.#continue)
  }

  /** Each step is a separate callback, so that the time of its microtasks is counted. */
  readonly #continue = (): void => {
    const nowMs = performance.now()
    const restMs = this.#restRatio * (this.#stepsBeganMs === undefined ? 0 : nowMs - this.#stepsBeganMs)
    if (this.#stepsBeganMs !== undefined) this.#waitsSinceMs = nowMs
    if (restMs < restMinMs) this.#next()
    else setTimeout(this.#next, restMs)
  }

  readonly #next = (): void => {
    this.#beganMs = this.#queues.size === 0 ? undefined : performance.now()
    this.#stepsBeganMs = undefined
    if (this.#beganMs === undefined) return
    for (let steps = 0; steps < stepsMax; steps += 1) setImmediate(this.#step)
    setImmediate(this.#continue)
  }

  readonly #step = (): void => {
    const nowMs = performance.now()
    if (this.#stepsBeganMs === undefined) {
      this.#stepsBeganMs = nowMs
      this.#stepsMs = Math.max(this.#turnMs, this.#leastShare * (nowMs - this.#waitsSinceMs))
    }
    const next = this.#queues.entries().next().value
    if (next === undefined || nowMs - this.#stepsBeganMs > this.#stepsMs) return
    const [owner, works] = next
    this.#queues.delete(owner)
    const work = works.shift()
    if (works.length > 0) this.#queues.set(owner, works)
    if (work?.step()) this.add(work)
  }
}

/** Limits short steps, each of which costs a callback. Long ones are limited by the time of a turn. */
const stepsMax = 64
/** The resolution of timers: after shorter steps, the rest would take longer than the steps. */
const restMinMs = 1
