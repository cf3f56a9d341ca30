import type { NewEvent } from './outbox.ts'

type Detail = NewEvent['detail']

/** Facts that count changes, and so differ after every change. */
const COUNTERS: ReadonlySet<string> = new Set(['version', 'caseVersion'])

/**
 * The detail of an event about a change: the facts after it, and for each that changed, the old value as `name.from`.
 * Without `before`, describes something new.
 */
export function detailOfChange(before: Detail | undefined, after: Detail): Detail {
  if (before === undefined) return after
  const changed = Object.entries(after).filter(([name, value]) => {
    return !COUNTERS.has(name) && name in before && before[name] !== value
  })
  return { ...after, ...Object.fromEntries(changed.map(([name]) => [`${name}.from`, before[name] ?? null])) }
}
