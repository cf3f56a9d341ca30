import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isRunning } from '../postmaster.ts'
import { type FoundProcess, processesOn } from './processes-on.ts'

const PREFIX = 'tests-'
/** Maximum length, in bytes, of a temporary folder's path below which PostgreSQL's sockets can be created. */
const PARENT_BYTES_MAX = 28
const POLL_MS = 100
/** How the processes of a run are ended: first orderly, then immediately; each with a wait in milliseconds. */
const STEPS: readonly (readonly [signal: NodeJS.Signals, waitMs: number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
]

/**
 * Makes a folder of this test run the temporary folder of the process and its children. When the process exits, even on
 * Ctrl-C, all processes that use the folder are ended, such as PostgreSQL, nodes and browsers, and the folder is
 * removed.
 *
 * If a run was killed, the next one does this instead.
 */
export function openRunFolder(): void {
  // A configuration may be loaded twice.
  if (basename(tmpdir()).startsWith(`${PREFIX}${process.pid}-`)) return
  const parent = Buffer.byteLength(tmpdir()) <= PARENT_BYTES_MAX ? tmpdir() : '/tmp'
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) removeRunFolder(join(parent, name))
  }
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // Mode of /tmp, since tests run parts under other accounts.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => removeRunFolder(folder))
}

function removeRunFolder(folder: string): void {
  try {
    endProcesses(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Another run is removing it, or another account owns it.
  }
}

function endProcesses(folder: string): void {
  for (const [signal, waitMs] of STEPS) {
    // Sessions of PostgreSQL end with their server, which would recover if one was killed.
    const programs = processesOn(folder).filter(({ command }) => !command.startsWith('postgres: '))
    for (const { pid } of programs) send(pid, signal)
    for (const until = performance.now() + waitMs; performance.now() < until; sleep(POLL_MS)) {
      if (processesOn(folder).length === 0) return
    }
  }
}

function send(pid: FoundProcess['pid'], signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just ended.
  }
}

/** Blocks, because nothing asynchronous runs while a process exits. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
