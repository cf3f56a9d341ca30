import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { eventually } from './eventually.ts'
import type { RunningNode } from './running-node.ts'

const RESTART_MS_MAX = 300_000

/** The process id of a running part. */
export function pidOf(node: RunningNode, part: string): number {
  const pid = node.read().parts[part]?.pid
  if (pid === undefined) throw new Error(`${part} is not running`)
  return pid
}

/** Kills a part. Returns a function that waits until the supervisor has restarted it. */
export function crash(node: RunningNode, part: string): () => Promise<number> {
  const pid = pidOf(node, part)
  process.kill(pid, 'SIGKILL')
  return () =>
    eventually(
      () => pidOf(node, part),
      (now) => now !== pid,
      RESTART_MS_MAX,
    )
}

/** Whether a process is running; a zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export interface FoundProcess {
  readonly pid: number
  readonly command: string
}

/**
 * Every running process that has `dataDir` in its environment, command line or working directory:
 * the supervisor, the parts, PostgreSQL and its sessions.
 *
 * Linux only. Only root can see processes of another account.
 */
export function processesOn(dataDir: string): FoundProcess[] {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return pids.flatMap((pid) => {
    const command = readProc(pid, 'cmdline')
    const traces = [command, readProc(pid, 'environ'), readWorkingDirectory(pid)]
    const isFound = pid !== process.pid && command !== '' && traces.some((trace) => trace.includes(dataDir))
    return isFound ? [{ pid, command: command.replaceAll('\0', ' ') }] : []
  })
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function readWorkingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
