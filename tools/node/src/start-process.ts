import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Part } from './parts.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const LOG_BYTES_MAX = 20_000_000
const LOG_TAIL_BYTES = 4_000

export interface StartProcessOptions {
  readonly part: Part
  /** Absolute path of the program. */
  readonly entry: string
  /** Working directory. */
  readonly root: string
  /** Everything that the part writes is appended here. */
  readonly logFile: string
  /** The whole environment of the part. */
  readonly env: NodeJS.ProcessEnv
  /** Called with the id of the process as soon as it is made, and with `undefined` when it has ended. */
  onProcess(pid: number | undefined): void
}

export interface StartedProcess {
  readonly pid: number | undefined
  /** How it ended, e.g. `by SIGKILL`. */
  readonly ended: Promise<string>
  /** Asks it to stop and, after a while, makes it. Resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * One process of a part, after it said that it is ready.
 *
 * Throws `OperatorError` with what it wrote when it does not get ready, the reason of `signal` when that is aborted; then no
 * process is left.
 */
export async function startProcess(options: StartProcessOptions, signal: AbortSignal): Promise<StartedProcess> {
  signal.throwIfAborted()
  const { part, logFile, onProcess } = options
  const { child, logStart } = spawnPart(options)
  onProcess(child.pid)
  const ended = endOf(child).finally(() => onProcess(undefined))
  const started = { pid: child.pid, ended, stop: () => stop(child, ended) }
  using waiting = awaitReady(child, signal)
  const outcome = await Promise.race([waiting.outcome, ended.then(() => 'ended' as const)])
  if (outcome === 'ready') return started
  await started.stop()
  if (outcome === 'aborted') signal.throwIfAborted()
  const wrote = readFileSync(logFile).subarray(logStart).toString('utf8').slice(-LOG_TAIL_BYTES).trim()
  const what =
    outcome === 'late' ? `was not ready after ${READY_TIMEOUT_MS / 1000} s` : `ended ${await ended} at its start`
  throw new OperatorError(`The ${part.title} ${what} (its log is ${logFile}):\n${wrote}`)
}

function spawnPart({ part, entry, root, logFile, env }: StartProcessOptions): {
  child: ChildProcess
  logStart: number
} {
  const log = openLog(logFile)
  try {
    const logStart = statSync(logFile).size
    // A session of its own: Ctrl-C reaches the supervisor alone, which stops the parts in order. When the supervisor is
    // killed the channel closes and the part stops by itself.
    const execArgv = [...(part.nodeArguments ?? [])]
    const child = fork(entry, { cwd: root, detached: true, env, execArgv, stdio: ['ignore', log, log, 'ipc'] })
    return { child, logStart }
  } finally {
    closeSync(log)
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `with code ${code}` : `by ${signal}`))
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`before it began: ${error.message}`)
    })
  })
}

type Outcome = 'ready' | 'late' | 'aborted'

function awaitReady(child: ChildProcess, signal: AbortSignal): Disposable & { readonly outcome: Promise<Outcome> } {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const onMessage = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready')
      resolve('ready')
  }
  const onAbort = () => resolve('aborted')
  const timer = setTimeout(() => resolve('late'), READY_TIMEOUT_MS)
  child.on('message', onMessage)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) resolve('aborted')
  return {
    outcome: promise,
    [Symbol.dispose]() {
      clearTimeout(timer)
      child.off('message', onMessage)
      signal.removeEventListener('abort', onAbort)
    },
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

/** Opens the log for appending; one that grew long is put aside first, over the one before it. */
function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.old`)
  return openSync(file, 'a', 0o600)
}
