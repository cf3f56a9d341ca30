/**
 * Visits each of many members once per period, spread over the period, with one timer for all of
 * them.
 */
export interface StaggeredInterval<Member> {
  add(member: Member): void
  /** Does nothing for an unknown member. */
  delete(member: Member): void
}

const slotsPerPeriod = 16

/** The timer runs only while there are members. */
export function openStaggeredInterval<Member>(
  periodMs: number,
  visit: (member: Member) => void,
): StaggeredInterval<Member> {
  const slotMs = periodMs / slotsPerPeriod
  const slots = Array.from({ length: slotsPerPeriod }, () => new Set<Member>())
  let timer: NodeJS.Timeout | undefined
  let dueAtMs = 0
  let added = 0
  let current = 0

  /** Due times are multiples of a slot: a late visit does not delay the next. */
  function wait(): void {
    dueAtMs = Math.max(dueAtMs + slotMs, performance.now() - periodMs)
    timer = setTimeout(visitNextSlot, Math.max(0, dueAtMs - performance.now()))
  }

  function visitNextSlot(): void {
    wait()
    current = (current + 1) % slotsPerPeriod
    for (const member of slots[current] ?? []) visit(member)
  }

  return {
    add(member) {
      slots[added % slotsPerPeriod]?.add(member)
      added += 1
      if (timer !== undefined) return
      dueAtMs = performance.now()
      wait()
    },
    delete(member) {
      for (const members of slots) members.delete(member)
      if (slots.some(({ size }) => size > 0)) return
      clearTimeout(timer)
      timer = undefined
    },
  }
}
