import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the grace period in which a part ends by itself after its supervisor is gone. */
const LEFT_OVER_WAIT_MS = 25_000
const LEFT_OVER_POLL_MS = 20
const LEFT_OVER_TELL_MS = 1_000

/** A process of the node and the file that it runs. */
export interface RecordedProcess {
  readonly pid: number
  /** Absolute path. */
  readonly entry: string
}

/** The processes that this supervisor has started, on disk, so that the next one knows them after a kill. */
export interface ProcessRecord extends Disposable {
  /** Whether the supervisor before this one was killed, so that processes may have been left. */
  readonly followsKill: boolean
  /** `undefined` = the process of `name` has ended. Written before it returns, where the disk takes it. */
  set(name: string, process: RecordedProcess | undefined): void
}

export interface ProcessRecordOptions {
  /** Gives up waiting for what was left. */
  readonly signal: AbortSignal
  /** Called once when that takes long. */
  onWait(): void
}

/**
 * An empty record in `<dataDir>/processes.json`, after the processes that a killed supervisor left there have ended.
 *
 * They end by themselves; one that does not is killed. A process that merely got the number of a dead one is left alone. Throws the reason of
 * `signal` when that is aborted.
 */
export async function openProcessRecord(dataDir: string, options: ProcessRecordOptions): Promise<ProcessRecord> {
  const file = `${dataDir}/processes.json`
  const followsKill = existsSync(file)
  await endLeftOver(readRecord(file), options)
  const processes = new Map<string, RecordedProcess>()
  const write = () => {
    try {
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(processes)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // A full disk must not end the node; only a start right after a kill would miss the record.
    }
  }
  write()
  return {
    followsKill,
    set(name, process) {
      if (process === undefined) processes.delete(name)
      else processes.set(name, process)
      write()
    },
    [Symbol.dispose]: () => rmSync(file, { force: true }),
  }
}

async function endLeftOver(all: readonly RecordedProcess[], { signal, onWait }: ProcessRecordOptions): Promise<void> {
  let left = all.filter(isRunning)
  const telling = setTimeout(onWait, LEFT_OVER_TELL_MS)
  const killing = setTimeout(() => left.forEach(kill), LEFT_OVER_WAIT_MS)
  try {
    while (left.length > 0) {
      await delay(LEFT_OVER_POLL_MS)
      signal.throwIfAborted()
      left = left.filter(isRunning)
    }
  } finally {
    clearTimeout(telling)
    clearTimeout(killing)
  }
}

function readRecord(file: string): RecordedProcess[] {
  try {
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, RecordedProcess>)
  } catch {
    return []
  }
}

function isRunning({ pid, entry }: RecordedProcess): boolean {
  try {
    // A zombie has an empty command line and counts as ended, though its last thread may hold a port a moment longer.
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(entry)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(entry)
  } catch {
    return false
  }
}

function kill({ pid }: RecordedProcess): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
