/** Work in small steps, whose owner shares the event loop with others. */
export interface SteppedWork {
  /** All works with the same owner together get as many steps as those of any other owner. */
  readonly owner: unknown
  /** Does one step. Returns false when nothing remains to be done for now. */
  step(): boolean
}

/**
 * Shares the time of the event loop: in each turn of the loop, all works together get about
 * `turnMs`, and owners alternate step by step. Input, timers and other requests are handled between
 * turns.
 *
 * With `restRatio` the steps of a turn are followed by a rest of that part of their time: a request
 * that needs several turns waits for one or two steps then, instead of one in each of its turns.
 *
 * With `leastShare` the steps of a turn get at least that part of the time that everything else has
 * taken since the last ones, so that they go on while the loop is busy.
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
  /** Since then the steps have waited. */
  #waitsSinceMs = 0
  /** Time of the steps of this turn. */
  #stepsMs = 0

  constructor(
    turnMs: number,
    { restRatio = 0, leastShare = 0 }: { readonly restRatio?: number; readonly leastShare?: number } = {},
  ) {
    this.#turnMs = turnMs
    this.#restRatio = restRatio
    this.#leastShare = leastShare
  }

  /** Whether work may be done immediately. If not, `add` it. */
  hasTime(): boolean {
    if (this.#beganMs !== undefined) return performance.now() - this.#beganMs < this.#turnMs
    this.#begin()
    return true
  }

  /** Calls `work.step()` in later turns until it returns false; it must not be added again before. */
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

  /** Each step is a separate callback, so that the time of its microtasks counts too. */
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

/** Short steps are bound by this, since each costs a callback; long ones by the time of a turn. */
const stepsMax = 64
/** The resolution of timers: the rest after shorter steps would be longer than they took. */
const restMinMs = 1
