import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { OperatorError } from '@travel-rule/service/operator-error'
import { boundLog } from './bound-log.ts'
import { type KeepRunningOptions, keepRunning, type StartedProcess, type SupervisedProcess } from './keep-running.ts'
import type { Part } from './parts.ts'

const START_PATIENCE: StartPatience = { noticeMs: 15_000, silentMs: 180_000 }
const LOG_POLL_MS = 500
const STOP_TIMEOUT_MS = 60_000
const LOG_TAIL_BYTES = 4_000
const STEP_LENGTH_MAX = 100

export interface PartProcessOptions {
  readonly part: Part
  /** Absolute path of the program. */
  readonly entry: string
  /** Working directory. */
  readonly root: string
  /** File to which the output of the part is appended; its size is limited. */
  readonly logFile: string
  /** The complete environment of the part. */
  readonly env: NodeJS.ProcessEnv
  /** Cancels the first start. */
  readonly signal: AbortSignal
  /** Called with the id of each process when it starts, and with `undefined` when it has exited. */
  onProcess(pid: number | undefined): void
  /** Called repeatedly while the first start takes long. */
  readonly onLongStart?: (detail: string) => void
  readonly patience?: StartPatience
  readonly onChange: KeepRunningOptions['onChange']
}

/** Limits on the duration of a start, which may continue as long as the part logs its progress, such as a migration. */
export interface StartPatience {
  /** Time after which a start is reported as long, and interval of further reports. */
  readonly noticeMs: number
  /** Time without log output after which a start has failed. */
  readonly silentMs: number
}

export interface PartProcess extends SupervisedProcess {
  readonly part: Part
}

/**
 * The running part, once it has reported that it is ready. Restarts it when it exits unexpectedly.
 *
 * Throws `OperatorError` with the output of the part when its first start fails, and the reason of `signal` when that
 * is aborted; then no process remains running.
 */
export async function openPartProcess(options: PartProcessOptions): Promise<PartProcess> {
  const { part, logFile, onChange, patience = START_PATIENCE } = options
  await using stack = new AsyncDisposableStack()
  stack.use(boundLog(logFile))
  const logStart = sizeOf(logFile)
  const notice = setInterval(() => options.onLongStart?.(describeStart(logFile, logStart)), patience.noticeMs)
  const first = await startProcess(options, options.signal).finally(() => clearInterval(notice))
  const supervised = stack.use(keepRunning(first, { start: (signal) => startProcess(options, signal), onChange }))
  const owned = stack.move()
  return {
    part,
    get pid() {
      return supervised.pid
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** What a part is doing at its start, according to its last log line. */
function describeStart(logFile: string, logStart: number): string {
  const lines = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n')
  const step = messageOf(lines.at(-1) ?? '')
  return `still starting${step === '' ? '' : ` (${step})`}; its log is ${logFile}`
}

/** The message in a log line, which is JSON or text. */
function messageOf(line: string): string {
  try {
    return String((JSON.parse(line) as { readonly msg?: unknown }).msg)
  } catch {
    return line.slice(0, STEP_LENGTH_MAX)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

async function startProcess(options: PartProcessOptions, signal: AbortSignal): Promise<StartedProcess> {
  signal.throwIfAborted()
  const { part, logFile, onProcess, patience: { silentMs } = START_PATIENCE } = options
  const { child, logStart } = spawnPart(options)
  onProcess(child.pid)
  const ended = endOf(child).finally(() => onProcess(undefined))
  using ready = awaitReadyMessage(child, { signal, logFile, silentMs })
  const outcome = await Promise.race([ready.outcome, ended.then(() => 'ended' as const)])
  if (outcome === 'ready') return { pid: child.pid, ended, [Symbol.asyncDispose]: () => stop(child, ended) }
  await stop(child, ended)
  if (outcome === 'aborted') signal.throwIfAborted()
  const output = readFileSync(logFile).subarray(logStart).toString('utf8').slice(-LOG_TAIL_BYTES).trim()
  const what =
    outcome === 'late'
      ? `was not ready, and logged nothing for ${silentMs / 1_000} s: start it again when the machine is less busy`
      : `ended ${await ended} at its start`
  throw new OperatorError(`The ${part.title} ${what} (its log is ${logFile}):\n${output}`)
}

function spawnPart({ part, entry, root, logFile, env }: PartProcessOptions): {
  child: ChildProcess
  logStart: number
} {
  const log = openSync(logFile, 'a', 0o600)
  try {
    const logStart = statSync(logFile).size
    // In a separate session, so that Ctrl-C reaches only the supervisor, which stops the parts in order. When the
    // supervisor is killed, the IPC channel closes, and the part stops itself.
    const execArgv = [...(part.execArgv ?? [])]
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

interface ReadyOptions {
  readonly signal: AbortSignal
  readonly logFile: string
  readonly silentMs: number
}

function awaitReadyMessage(
  child: ChildProcess,
  { signal, logFile, silentMs }: ReadyOptions,
): Disposable & { outcome: Promise<Outcome> } {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const onMessage = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready')
      resolve('ready')
  }
  const onAbort = () => resolve('aborted')
  let [size, lastMs] = [-1, performance.now()]
  const timer = setInterval(() => {
    const now = sizeOf(logFile)
    if (now !== size) [size, lastMs] = [now, performance.now()]
    // A message that has already arrived is read before the check, however busy this process was.
    else if (performance.now() - lastMs >= silentMs) setImmediate(resolve, 'late')
  }, LOG_POLL_MS)
  child.on('message', onMessage)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) resolve('aborted')
  return {
    outcome: promise,
    [Symbol.dispose]() {
      clearInterval(timer)
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
