import { refusalError } from './graphql-error.ts'

export interface FairQueueLimits {
  /** Limit on concurrent work. */
  readonly runningMax: number
  /** Limit on concurrent work of one caller. */
  readonly runningPerCallerMax: number
  /** Limit on queued work. */
  readonly queuedMax: number
}

/** A bounded queue in which callers take turns, however much work each has queued. */
export interface FairQueue {
  /**
   * Runs `work` when it is the caller's turn.
   *
   * Rejects with `SUBGRAPH_OVERLOADED` when the queue is full; the caller with the most work in it
   * is refused first. Rejects with `SUBGRAPH_TIMEOUT` when `signal` is aborted before the work
   * starts. Running work is not interrupted.
   */
  run<Result>(caller: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
  counts(): FairQueueCounts
}

export interface FairQueueCounts {
  readonly running: number
  readonly queued: number
  /** Number of refusals with `SUBGRAPH_OVERLOADED` since the queue was opened. */
  readonly refused: number
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (reason: unknown) => void
}

interface CallerState {
  running: number
  readonly waiting: Set<Waiting>
}

export function openFairQueue({ runningMax, runningPerCallerMax, queuedMax }: FairQueueLimits): FairQueue {
  /** Callers with running or waiting work, in the order of their turns. */
  const callers = new Map<string, CallerState>()
  let running = 0
  let queued = 0
  let refused = 0

  function stateOf(caller: string): CallerState {
    let state = callers.get(caller)
    if (state === undefined) {
      state = { running: 0, waiting: new Set() }
      callers.set(caller, state)
    }
    return state
  }

  function overloaded() {
    refused += 1
    return overloadedError()
  }

  function mayRun(state: CallerState): boolean {
    return running < runningMax && state.running < runningPerCallerMax
  }

  function beginNext(): void {
    for (const [caller, state] of callers) {
      if (running >= runningMax) return
      const [next] = state.waiting
      if (next === undefined || !mayRun(state)) continue
      leave(state, next)
      next.begin()
      moveBack(caller, state)
    }
  }

  function moveBack(caller: string, state: CallerState): void {
    callers.delete(caller)
    if (state.running > 0 || state.waiting.size > 0) callers.set(caller, state)
  }

  function leave(state: CallerState, waiting: Waiting): void {
    if (state.waiting.delete(waiting)) queued -= 1
  }

  /** Makes room for another item of `state` if a different caller has more waiting. */
  function makeRoom(state: CallerState): boolean {
    if (queued < queuedMax) return true
    let longest = state
    for (const each of callers.values()) if (each.waiting.size > longest.waiting.size) longest = each
    const last = [...longest.waiting].at(-1)
    if (last === undefined || longest.waiting.size <= state.waiting.size + 1) return false
    leave(longest, last)
    last.refuse(overloaded())
    return true
  }

  /** Resolves at this caller's turn, which then counts as running. */
  function turn(state: CallerState, signal: AbortSignal): Promise<void> {
    if (state.waiting.size === 0 && mayRun(state)) {
      take(state)
      return Promise.resolve()
    }
    if (!makeRoom(state)) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const abort = () => waiting.refuse(requestIsOver())
      const waiting: Waiting = {
        begin() {
          signal.removeEventListener('abort', abort)
          take(state)
          resolve()
        },
        refuse(reason) {
          signal.removeEventListener('abort', abort)
          leave(state, waiting)
          reject(reason)
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      state.waiting.add(waiting)
      queued += 1
    })
  }

  function take(state: CallerState): void {
    state.running += 1
    running += 1
  }

  return {
    async run(caller, signal, work) {
      if (signal.aborted) throw requestIsOver()
      const state = stateOf(caller)
      try {
        await turn(state, signal)
        try {
          return await work()
        } finally {
          state.running -= 1
          running -= 1
        }
      } finally {
        moveBack(caller, state)
        beginNext()
      }
    },
    counts: () => ({ running, queued, refused }),
  }
}

function overloadedError() {
  return refusalError({
    code: 'SUBGRAPH_OVERLOADED',
    message: 'The service is overloaded. Try again in a second.',
    extensions: { retryable: true, retryAfterSeconds: OVERLOADED_RETRY_SECONDS },
  })
}

/** Thrown for work whose request is over. It has a code, so that it is not logged as a failure. */
export function requestIsOver() {
  return refusalError({ code: 'SUBGRAPH_TIMEOUT', message: 'The request ended before its result was ready.' })
}

export const OVERLOADED_RETRY_SECONDS = 1
