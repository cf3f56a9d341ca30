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
  const slots = Array.from({ length: slotsPerPeriod }, () => new Set<Member>())
  let timer: NodeJS.Timeout | undefined
  let added = 0
  let current = 0

  function visitNextSlot(): void {
    current = (current + 1) % slotsPerPeriod
    for (const member of slots[current] ?? []) visit(member)
  }

  return {
    add(member) {
      slots[added % slotsPerPeriod]?.add(member)
      added += 1
      timer ??= setInterval(visitNextSlot, periodMs / slotsPerPeriod)
    },
    delete(member) {
      for (const members of slots) members.delete(member)
      if (slots.some(({ size }) => size > 0)) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
