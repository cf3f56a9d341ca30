import { readFileSync } from 'node:fs'
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

/** True if a process is running; false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
