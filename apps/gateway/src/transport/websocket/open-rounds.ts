/** Visits each of many members once in every period, spread over it, with one timer for all. */
export interface Rounds<Member> {
  add(member: Member): void
  delete(member: Member): void
}

const turnsPerPeriod = 16

/** Rounds that are not made while there is no member. */
export function openRounds<Member>(periodMs: number, visit: (member: Member) => void): Rounds<Member> {
  const turns = Array.from({ length: turnsPerPeriod }, () => new Set<Member>())
  let timer: NodeJS.Timeout | undefined
  let added = 0
  let turn = 0

  function next(): void {
    turn = (turn + 1) % turnsPerPeriod
    for (const member of turns[turn] ?? []) visit(member)
  }

  return {
    add(member) {
      turns[added % turnsPerPeriod]?.add(member)
      added += 1
      timer ??= setInterval(next, periodMs / turnsPerPeriod)
    },
    delete(member) {
      for (const members of turns) members.delete(member)
      if (turns.some(({ size }) => size > 0)) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
