import { setTimeout as delay } from 'node:timers/promises'
import type { BenchNode } from '../bench-node.ts'

const PER_MINUTE = 1_020
const PRIORITIES = ['HIGH', 'NORMAL', 'URGENT', 'LOW'] as const
const CHANGE = `mutation ($id: ID!, $priority: CasePriority!) {
  trpd { setPriority(id: $id, priority: $priority) { id } } }`

/**
 * Changes the priority of cases at a constant rate until `isOver`, every other time of one in `visible`. Returns the
 * achieved rate.
 */
export async function makeChanges(
  node: BenchNode,
  { visible, others }: { readonly visible: readonly string[]; readonly others: readonly string[] },
  isOver: () => boolean,
): Promise<{ readonly perMinute: number }> {
  const startedAt = performance.now()
  const pending = new Set<Promise<unknown>>()
  let made = 0
  while (!isOver()) {
    const ids = made % 2 === 0 ? visible : others
    const id = ids[Math.floor(made / 2) % ids.length]
    const change = node.query(CHANGE, { id, priority: PRIORITIES[Math.floor(made / ids.length) % PRIORITIES.length] })
    const settled = change.finally(() => pending.delete(settled))
    pending.add(settled)
    made += 1
    await delay(Math.max(0, startedAt + (made * 60_000) / PER_MINUTE - performance.now()))
    // A node that cannot keep up must not be measured as one that does.
    if (pending.size > 50) await Promise.race(pending)
  }
  await Promise.all(pending)
  return { perMinute: (made * 60_000) / (performance.now() - startedAt) }
}
