import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the grace period in which a part stops itself after its supervisor was killed. */
const LEFTOVER_WAIT_MS = 90_000
const LEFTOVER_POLL_MS = 20
const LEFTOVER_NOTICE_MS = 1_000

/** A process of the node, and the program that it runs. */
export interface RecordedProcess {
  readonly pid: number
  /** Absolute path. */
  readonly entry: string
}

/** The running processes of this supervisor, stored for the next supervisor in case this one is killed. */
export interface ProcessRecord extends Disposable {
  /** True if the previous supervisor was killed, so that its processes may still be running. */
  readonly followsKill: boolean
  /** Records the process of a part, or `undefined` once it has exited. Ignores a full disk. */
  set(name: string, process: RecordedProcess | undefined): void
}

export interface ProcessRecordOptions {
  /** Cancels the wait for leftover processes. */
  readonly signal: AbortSignal
  /** Called once if the wait takes long. */
  onWait(): void
}

/**
 * An empty record in `<dataDir>/processes.json`, once all processes of a killed supervisor have exited.
 *
 * They stop themselves; a process that does not is killed. Ignores another process that reuses a recorded id. Throws
 * the reason of `signal` when that is aborted.
 */
export async function openProcessRecord(dataDir: string, options: ProcessRecordOptions): Promise<ProcessRecord> {
  const file = `${dataDir}/processes.json`
  const followsKill = existsSync(file)
  await endLeftovers(readRecord(file), options)
  const processes = new Map<string, RecordedProcess>()
  const write = () => {
    try {
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(processes)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // A full disk must not stop the node. Only a start right after a kill would need the record.
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

async function endLeftovers(all: readonly RecordedProcess[], { signal, onWait }: ProcessRecordOptions): Promise<void> {
  let leftovers = all.filter(isRunning)
  const notice = setTimeout(onWait, LEFTOVER_NOTICE_MS)
  const killing = setTimeout(() => leftovers.forEach(kill), LEFTOVER_WAIT_MS)
  try {
    while (leftovers.length > 0) {
      await delay(LEFTOVER_POLL_MS)
      signal.throwIfAborted()
      leftovers = leftovers.filter(isRunning)
    }
  } finally {
    clearTimeout(notice)
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
    // A zombie has an empty command line, so it counts as exited.
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
    // The process has just exited.
  }
}
