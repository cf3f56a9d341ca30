import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface FoundProcess {
  readonly pid: number
  readonly command: string
}

/**
 * All other running processes that have `folder` in their environment, command line or working directory: a node's
 * supervisor, its parts, PostgreSQL and its sessions.
 *
 * Linux only. Only root can see processes of other accounts.
 */
export function processesOn(folder: string): FoundProcess[] {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return pids.flatMap((pid) => {
    const command = readProc(pid, 'cmdline')
    const traces = [command, readProc(pid, 'environ'), readWorkingDirectory(pid)]
    const isFound = pid !== process.pid && command !== '' && traces.some((trace) => trace.includes(folder))
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
