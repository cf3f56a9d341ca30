import { setImmediate } from 'node:timers/promises'
import type { Identity } from '@travel-rule/auth/identity'
import { type FairQueueCounts, openFairQueue, requestIsOver } from './fair-queue.ts'

/** Lets other work run. Throws when no client waits for the result any more. */
export type Pause = () => Promise<void>

/**
 * Runs work that computes for more than a millisecond, one at a time for each caller. The work
 * should await `pause` about every ten milliseconds.
 *
 * Rejects with `SUBGRAPH_OVERLOADED` when too much work waits, and with `SUBGRAPH_TIMEOUT` when the
 * request is over.
 */
export type RunHeavy = <Result>(work: (pause: Pause) => Result | Promise<Result>) => Promise<Result>

const LIMITS = { runningMax: 4, runningPerCallerMax: 1, queuedMax: 2_000 }

/** The heavy work of one process. */
export interface HeavyWork {
  /** For one request, whose `signal` is aborted when it is over. */
  runHeavyOf(caller: Identity, signal: AbortSignal): RunHeavy
  counts(): FairQueueCounts
}

export function openHeavyWork(): HeavyWork {
  const queue = openFairQueue(LIMITS)
  return {
    runHeavyOf(caller, signal) {
      const pause = async (): Promise<void> => {
        await setImmediate()
        if (signal.aborted) throw requestIsOver()
      }
      return (work) =>
        queue.run(callerKey(caller), signal, async () => {
          await pause()
          return await work(pause)
        })
    },
    counts: queue.counts,
  }
}

/** The key of a caller for limits, which apply to the same subject of the same client. */
export function callerKey({ clientId, subject }: Identity): string {
  return `${clientId}\n${subject}`
}
