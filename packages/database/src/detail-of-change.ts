import type { NewEvent } from './outbox.ts'

type Detail = NewEvent['detail']

/** Facts that count changes, and so differ with every change. */
const COUNTERS: ReadonlySet<string> = new Set(['version', 'caseVersion'])

/**
 * The detail of an event about a change: the facts after it, and each that differed before it as
 * `name.from`. Without `before` something new is described.
 */
export function detailOfChange(before: Detail | undefined, after: Detail): Detail {
  if (before === undefined) return after
  const changed = Object.entries(after).filter(([name, value]) => {
    return !COUNTERS.has(name) && name in before && before[name] !== value
  })
  return { ...after, ...Object.fromEntries(changed.map(([name]) => [`${name}.from`, before[name] ?? null])) }
}
