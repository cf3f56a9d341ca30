import { setTimeout } from 'node:timers/promises'
import type { LiveCallers, RevocableCaller } from './live-callers.ts'

/** Pause between two rounds. */
const pauseMs = 30_000
/** Limit on concurrent checks. */
const concurrencyMax = 8

/**
 * Revokes live callers whose token the provider no longer considers valid, within about half a minute, until disposed.
 * While the provider does not respond, callers stay connected until their token expires.
 */
export function recheckCallers(live: LiveCallers, everyMs: number = pauseMs): AsyncDisposable {
  const stop = new AbortController()
  const running = run()

  async function run(): Promise<void> {
    try {
      for (;;) {
        await setTimeout(everyMs, undefined, { signal: stop.signal, ref: false })
        await recheckAll()
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
  }

  async function recheckAll(): Promise<void> {
    const callers = live.callers().values()
    let isAvailable = true
    async function work(): Promise<void> {
      for (const caller of callers) {
        if (!isAvailable || stop.signal.aborted) return
        isAvailable = (await recheck(caller)) && isAvailable
      }
    }
    await Promise.all(Array.from({ length: concurrencyMax }, work))
  }

  /** False when the provider does not respond. */
  async function recheck(caller: RevocableCaller): Promise<boolean> {
    const activity = await caller.activity?.()
    if (activity === 'INACTIVE') await live.revoke((other) => other === caller)
    return activity !== 'UNAVAILABLE'
  }

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
