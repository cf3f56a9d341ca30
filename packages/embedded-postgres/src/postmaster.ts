import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Timeout of a fast shutdown, in milliseconds. Afterwards, the server is shut down without a checkpoint. */
const FAST_SHUTDOWN_MS = 20_000
/** Timeout of an immediate shutdown, in milliseconds. Afterwards, the server is killed. */
const IMMEDIATE_SHUTDOWN_MS = 5_000
const POLL_MS = 10

/** The content of `postmaster.pid`. Source: PostgreSQL 18, src/include/utils/pidfile.h. */
export interface PidFile {
  readonly pid: number
  readonly ready: boolean
}

/**
 * The `postmaster.pid` of a data folder: `undefined` when missing, `unreadable` when incomplete.
 */
export function readPidFile(dataFolder: string): PidFile | 'unreadable' | undefined {
  let content: string
  try {
    content = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = content.split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : 'unreadable'
}

/** True if `pid` is a running server of `dataFolder`, rather than another process with a reused id. */
export function servesFolder(pid: number, dataFolder: string): boolean {
  if (!isRunning(pid)) return false
  const folder = realpathSync(dataFolder)
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
    const files = execFileSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
    return files.split('\n').includes(`n${folder}`)
  } catch {
    return false
  }
}

/**
 * True if the process that started `pid` is running. Always false on Linux, where the folder lock decides and an orphan
 * may have any new parent.
 */
export function hasParent(pid: number): boolean {
  if (process.platform === 'linux') return false
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })) !== 1
}

/** Stops a server: with a checkpoint, then without, then by SIGKILL, until `ended` returns true. */
export async function stopPostmaster(pid: number, ended: () => boolean): Promise<void> {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, waitMs] of steps) {
    if (ended()) return
    try {
      process.kill(pid, signal)
    } catch (cause) {
      if (ended()) return
      throw new Error(`Could not stop the server with process id ${pid}`, { cause })
    }
    const deadline = Date.now() + waitMs
    while (!ended() && Date.now() < deadline) await delay(POLL_MS)
  }
  if (!ended()) throw new Error(`The server with process id ${pid} cannot be stopped`)
}

/** True if a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** How long a pid file may stay incomplete before it counts as left over from a crash, in milliseconds. */
const HALF_WRITTEN_MS = 1_000
const PID_FILE_POLL_MS = 50

/**
 * Stops a server that a killed process left running on `dataFolder`. Removes a pid file that names no process, or an
 * unrelated process with a reused id. Throws when the process that started the server is still running.
 */
export async function stopLeftOver(dataFolder: string, logger: Logger | undefined): Promise<void> {
  const deadline = Date.now() + HALF_WRITTEN_MS
  let file = readPidFile(dataFolder)
  while (file === 'unreadable' && Date.now() < deadline) {
    await delay(PID_FILE_POLL_MS)
    file = readPidFile(dataFolder)
  }
  if (file === undefined) return
  if (file !== 'unreadable' && servesFolder(file.pid, dataFolder)) {
    const { pid } = file
    if (hasParent(pid)) throw new Error(`The embedded PostgreSQL in ${dataFolder} is used by another running process`)
    logger?.warn({ pid, dataFolder }, 'stopping the PostgreSQL server of an exited process')
    await stopPostmaster(pid, () => !servesFolder(pid, dataFolder))
  }
  // The server would take any process with that id for a server. It detects still attached backends of a crashed server
  // by their shared memory.
  await rm(path.join(dataFolder, 'postmaster.pid'), { force: true })
}
