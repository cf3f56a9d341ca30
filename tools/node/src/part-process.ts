import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Part } from './parts.ts'

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
const RESTART_DELAY_MIN_MS = 200
const RESTART_DELAY_MAX_MS = 5_000
/** A part that ran this long starts again without delay. */
const SETTLED_AFTER_MS = 30_000
const LOG_BYTES_MAX = 20_000_000
const LOG_TAIL_BYTES = 4_000

export interface PartProcessOptions {
  readonly part: Part
  /** Absolute path of the repository. */
  readonly root: string
  /** Everything that the part writes is appended here. */
  readonly logFile: string
  readonly env: NodeJS.ProcessEnv
  /** Called whenever the part has ended by itself and whenever it is ready again. */
  onChange(change: 'ended' | 'ready', detail: string): void
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
 * Throws `OperatorError` with what the part wrote when its first start fails.
 */
export async function openPartProcess(options: PartProcessOptions): Promise<PartProcess> {
  let stopping = false
  let child = await startOnce(options)
  let restarting = watch()

  function watch(): Promise<void> {
    const startedAt = performance.now()
    return once(child, 'exit').then(async ([code, signal]) => {
      if (stopping) return
      options.onChange('ended', signal ? `by ${signal}` : `with code ${code}`)
      let waitMs = performance.now() - startedAt > SETTLED_AFTER_MS ? 0 : RESTART_DELAY_MIN_MS
      while (!stopping) {
        await delay(waitMs)
        if (stopping) return
        try {
          child = await startOnce(options)
          options.onChange('ready', `process ${child.pid}`)
          restarting = watch()
          return
        } catch (error) {
          options.onChange('ended', error instanceof Error ? error.message : String(error))
          waitMs = Math.min(RESTART_DELAY_MAX_MS, Math.max(RESTART_DELAY_MIN_MS, waitMs * 2))
        }
      }
    })
  }

  return {
    part: options.part,
    get pid() {
      return hasEnded(child) ? undefined : child.pid
    },
    async [Symbol.asyncDispose]() {
      stopping = true
      await stop(child)
      await restarting
      await stop(child)
    },
  }
}

async function startOnce({ part, root, logFile, env }: PartProcessOptions): Promise<ChildProcess> {
  const log = openLog(logFile)
  const logStart = statSync(logFile).size
  // A process group of its own: Ctrl-C reaches the supervisor alone, which stops the parts in order. When the
  // supervisor is killed the channel closes and the part stops by itself.
  const child = fork(`${root}/${part.entry}`, {
    cwd: root,
    detached: true,
    env: {
      ...part.env,
      ...env,
      ...Object.fromEntries(Object.entries(part.ports).map(([name, port]) => [name, String(port)])),
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ready = await Promise.race([
    isReady(child),
    once(child, 'exit').then(() => 'ended' as const),
    delay(READY_TIMEOUT_MS, 'late' as const, { ref: false }),
  ])
  if (ready === 'ready') return child
  await stop(child)
  const wrote = readFileSync(logFile).subarray(logStart).toString('utf8').slice(-LOG_TAIL_BYTES).trim()
  const what = ready === 'late' ? `was not ready after ${READY_TIMEOUT_MS / 1000} s` : 'did not start'
  throw new OperatorError(`The ${part.title} ${what} (its log is ${logFile}):\n${wrote}`)
}

function isReady(child: ChildProcess): Promise<'ready'> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready')
        resolve('ready')
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = await Promise.race([ended.then(() => false), delay(STOP_TIMEOUT_MS, true, { ref: false })])
  if (late) child.kill('SIGKILL')
  await ended
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Opens the log for appending; a long one is put aside first, so that two files bound what a part can write. */
function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}
