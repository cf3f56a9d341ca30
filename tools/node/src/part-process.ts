import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from './parts.ts'
import { type StartedProcess, type StartProcessOptions, startProcess } from './start-process.ts'

const RESTART_DELAY_MIN_MS = 200
const RESTART_DELAY_MAX_MS = 5_000
/** A part that ran this long starts again without delay. */
const SETTLED_AFTER_MS = 30_000

/**
 * `ended` = it ended by itself and is started again, `failed` = that start failed and another follows, `again` = it is ready again,
 * `lacking` = it runs without something that it needs of another part.
 */
export type PartChange = 'ended' | 'failed' | 'again' | 'lacking'

export interface PartProcessOptions extends StartProcessOptions {
  /** Gives up the first start. */
  readonly signal: AbortSignal
  onChange(change: PartChange, detail: string): void
}

/** A part that runs until it is disposed; when it ends by itself it is started again, after a growing delay. */
export interface PartProcess extends AsyncDisposable {
  readonly part: Part
  /** Process id of the running process; undefined while it is down. */
  readonly pid: number | undefined
}

/**
 * The running part, after it said that it is ready.
 *
 * Throws `OperatorError` with what the part wrote when its first start fails, and the reason of `signal` when that is aborted.
 */
export async function openPartProcess(options: PartProcessOptions): Promise<PartProcess> {
  const stopping = new AbortController()
  let running: StartedProcess | undefined = await startProcess(options, options.signal)
  const kept = keepRunning(running)

  async function keepRunning(first: StartedProcess): Promise<void> {
    for (let started = first; ; ) {
      const startedAt = performance.now()
      const how = await started.ended
      running = undefined
      if (stopping.signal.aborted) return
      options.onChange('ended', how)
      const isSettled = performance.now() - startedAt > SETTLED_AFTER_MS
      const next = await startAgain(options, isSettled ? 0 : RESTART_DELAY_MIN_MS, stopping.signal)
      if (next === undefined) return
      running = next
      started = next
      options.onChange('again', `process ${next.pid}`)
    }
  }

  return {
    part: options.part,
    get pid() {
      return running?.pid
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running?.stop()
      await kept
    },
  }
}

/** The next process that gets ready; `undefined` when `signal` is aborted before, and then none is left. */
async function startAgain(
  options: PartProcessOptions,
  firstDelayMs: number,
  signal: AbortSignal,
): Promise<StartedProcess | undefined> {
  for (
    let waitMs = firstDelayMs;
    ;
    waitMs = Math.min(RESTART_DELAY_MAX_MS, Math.max(RESTART_DELAY_MIN_MS, waitMs * 2))
  ) {
    await delay(waitMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    try {
      return await startProcess(options, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      options.onChange('failed', error instanceof Error ? error.message : String(error))
    }
  }
}
