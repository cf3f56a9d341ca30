import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** CPU time so far of these processes, their children, and their ended children, in milliseconds. Linux only. */
export function processesCpuMs(pids: readonly number[]): number {
  const wanted = new Set(pids.map(String))
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      const isWanted = wanted.has(pid)
      if (!isWanted && !wanted.has(fields[1] ?? '')) continue
      ticks += Number(fields[11]) + Number(fields[12])
      if (isWanted) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // The process has just exited.
    }
  }
  return ticks * TICK_MS
}
