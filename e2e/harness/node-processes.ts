import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process that has to do with a data folder. */
export interface FoundProcess {
  readonly pid: number
  readonly command: string
}

/**
 * Every living process that was started with `dataDir` in its environment, names it in its command line or works in it: the
 * supervisor, the parts, PostgreSQL and its sessions. Needs Linux; another account's processes are seen by root only.
 */
export function processesOn(dataDir: string): FoundProcess[] {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return pids.flatMap((pid) => {
    const command = read(pid, 'cmdline')
    const traces = [command, read(pid, 'environ'), readLink(pid)]
    const isFound = pid !== process.pid && command !== '' && traces.some((trace) => trace.includes(dataDir))
    return isFound ? [{ pid, command: command.replaceAll('\0', ' ') }] : []
  })
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function readLink(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
