import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a fast shutdown may take before the server is stopped without a checkpoint, in milliseconds. */
const FAST_SHUTDOWN_MS = 20_000
/** How long a server may take to obey an immediate shutdown before it is killed, in milliseconds. */
const IMMEDIATE_SHUTDOWN_MS = 5_000
const POLL_MS = 10

/** What `postmaster.pid` says. Source: PostgreSQL 18, src/include/utils/pidfile.h. */
export interface PidFile {
  readonly pid: number
  readonly ready: boolean
}

/** The `postmaster.pid` of a data folder, `undefined` when there is none, `unreadable` when it is half written. */
export function readPidFile(dataFolder: string): PidFile | 'unreadable' | undefined {
  let text: string
  try {
    text = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : 'unreadable'
}

/** True while `pid` lives and is a server of `dataFolder`, not another process that got the number of a dead one. */
export function servesFolder(pid: number, dataFolder: string): boolean {
  if (!lives(pid)) return false
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
 * True when the process that started `pid` lives. On Linux always false: there the folder's lock tells, and an orphan
 * may have any new parent.
 */
export function hasParent(pid: number): boolean {
  if (process.platform === 'linux') return false
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' })) !== 1
}

/** Stops a server: first with a checkpoint, then at once, at last by force. Resolves when `ended` says it is gone. */
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

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
