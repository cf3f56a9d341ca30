import { setTimeout as delay } from 'node:timers/promises'
import { backoffDelayMs } from '@travel-rule/service/backoff'

const RESTART_BACKOFF = { firstDelayMs: 200, delayMaxMs: 5_000 }
/** A process that has run for at least this long is restarted without delay. */
const SETTLED_AFTER_MS = 30_000

/** A process that has started; disposing stops it. */
export interface StartedProcess extends AsyncDisposable {
  readonly pid: number | undefined
  /** Resolves with how the process ended, e.g. `by SIGKILL`, whether expected or not. */
  readonly ended: Promise<string>
}

/** A process that is restarted whenever it exits unexpectedly; disposing stops it. */
export interface SupervisedProcess extends AsyncDisposable {
  /** `undefined` while the process is down. */
  readonly pid: number | undefined
}

/**
 * `ended`: the process exited unexpectedly and is being restarted. `failed`: the restart failed, and another follows.
 * `restarted`: it is ready again. `waiting`: it runs, but is waiting for another part.
 */
export type PartChange = 'ended' | 'failed' | 'restarted' | 'waiting'

export interface KeepRunningOptions {
  /** Restarts the process. Rejects when that fails or `signal` is aborted. */
  start(signal: AbortSignal): Promise<StartedProcess>
  onChange(change: PartChange, detail: string): void
}

/** Restarts `first` whenever it exits unexpectedly, after a growing delay while restarts fail. */
export function keepRunning(first: StartedProcess, { start, onChange }: KeepRunningOptions): SupervisedProcess {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: StartedProcess | undefined = first
  const supervision = supervise()

  async function supervise(): Promise<void> {
    for (let current = first; ; ) {
      const startedAt = performance.now()
      const how = await current.ended
      running = undefined
      if (signal.aborted) return
      await current[Symbol.asyncDispose]()
      onChange('ended', how)
      const isSettled = performance.now() - startedAt > SETTLED_AFTER_MS
      const next = await restart(isSettled)
      if (next === undefined) return
      current = next
      running = next
      onChange('restarted', `process ${next.pid}`)
    }
  }

  /** `undefined` when disposed before a process is ready; then no process remains running. */
  async function restart(isSettled: boolean): Promise<StartedProcess | undefined> {
    for (let attempt = isSettled ? 0 : 1; ; attempt += 1) {
      const delayMs = attempt === 0 ? 0 : backoffDelayMs(attempt, RESTART_BACKOFF)
      await delay(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return undefined
      try {
        const next = await start(signal)
        if (!signal.aborted) return next
        await next[Symbol.asyncDispose]()
      } catch (error) {
        if (!signal.aborted) onChange('failed', error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    get pid() {
      return running?.pid
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running?.[Symbol.asyncDispose]()
      await supervision
    },
  }
}
