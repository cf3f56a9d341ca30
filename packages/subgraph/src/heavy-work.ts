import type { Identity } from '@travel-rule/auth/identity'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { callerKey } from './caller.ts'
import { type FairQueueCounts, openFairQueue, requestIsOver } from './fair-queue.ts'

/**
 * Lets other work run: resolves at the caller's next turn. Throws when no client is waiting for the result any longer.
 */
export type Pause = () => Promise<void>

/**
 * Runs work that computes for more than a millisecond, one piece at a time for each caller. The work should await
 * `pause` about every two milliseconds.
 *
 * Rejects with `SUBGRAPH_OVERLOADED` when too much work is waiting, and with `SUBGRAPH_TIMEOUT` when the request is
 * over.
 */
export type RunHeavy = <Result>(work: (pause: Pause) => Result | Promise<Result>) => Promise<Result>

const LIMITS = { runningMax: 4, runningPerCallerMax: 1, queuedMax: 2_000 }
/** Maximum time for long work in one turn of the event loop. */
const TURN_MS = 4
/** Limits long work to two thirds of the process's time. */
const REST_RATIO = 0.5

/** The heavy work of one process. */
export interface HeavyWork {
  /** Heavy work of one request, whose `signal` is aborted when it is over. */
  runHeavyOf(caller: Identity, signal: AbortSignal): RunHeavy
  /** Pauses between the steps of other long work of the same request. */
  pauseOf(caller: Identity, signal: AbortSignal): Pause
  counts(): FairQueueCounts
}

export function openHeavyWork(): HeavyWork {
  const queue = openFairQueue(LIMITS)
  const turns = new LoopTurns(TURN_MS, { restRatio: REST_RATIO })
  function pauseOf(caller: Identity, signal: AbortSignal): Pause {
    const owner = callerKey(caller)
    return async () => {
      await nextStep(turns, owner)
      if (signal.aborted) throw requestIsOver()
    }
  }
  return {
    runHeavyOf(caller, signal) {
      const pause = pauseOf(caller, signal)
      return (work) =>
        queue.run(callerKey(caller), signal, async () => {
          await pause()
          return await work(pause)
        })
    },
    pauseOf,
    counts: queue.counts,
  }
}

function nextStep(turns: LoopTurns, owner: string): Promise<void> {
  return new Promise((resolve) => {
    const step = () => {
      resolve()
      return false
    }
    turns.add({ owner, step })
  })
}
