import { readFileSync } from 'node:fs'
import { eventually } from './eventually.ts'
import type { RunningNode } from './running-node.ts'
import type { SharedNode } from './shared-node.ts'

const RESTART_WITHIN_MS = 90_000

/** A node of one's own as the helpers for the shared node take it. */
export function asShared(node: RunningNode): SharedNode {
  return { ...(node.read() as Required<ReturnType<RunningNode['read']>>), dataDir: node.dataDir }
}

/** Process id of a running part. */
export function pidOf(node: RunningNode, part: string): number {
  const pid = node.read().parts[part]?.pid
  if (pid === undefined) throw new Error(`${part} does not run`)
  return pid
}

/** Kills a part so that it cannot do anything more; returns what waits until the supervisor runs it again. */
export function crash(node: RunningNode, part: string): () => Promise<number> {
  const pid = pidOf(node, part)
  process.kill(pid, 'SIGKILL')
  return () =>
    eventually(
      () => pidOf(node, part),
      (now) => now !== pid,
      RESTART_WITHIN_MS,
    )
}

/** Whether the process lives; one that nobody has waited for yet counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
