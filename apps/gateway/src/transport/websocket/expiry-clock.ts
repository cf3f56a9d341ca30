/** Something that ends at a time. */
export interface Expiring {
  expire(): void
}

/** One timer for everything that ends at a whole second: a timer for each of many sockets would cost more than what else is kept of them. */
export interface ExpiryClock {
  /** `member.expire()` is called once, within a second of `atSeconds` (since 1970, whole) or of now, whichever is later. */
  add(atSeconds: number, member: Expiring): void
  /** Takes back an `add`. */
  delete(atSeconds: number, member: Expiring): void
}

/** A clock that stands still while nothing waits for it. */
export function openExpiryClock(): ExpiryClock {
  const seconds = new Map<number, Set<Expiring>>()
  let timer: NodeJS.Timeout | undefined

  function wind(): void {
    clearTimeout(timer)
    timer = seconds.size === 0 ? undefined : setTimeout(tick, 1_000 - (Date.now() % 1_000))
  }

  function tick(): void {
    const nowSeconds = Date.now() / 1_000
    const due = [...seconds].filter(([second]) => second <= nowSeconds)
    for (const [second] of due) seconds.delete(second)
    wind()
    for (const [, members] of due) for (const member of members) member.expire()
  }

  return {
    add(atSeconds, member) {
      const members = seconds.get(atSeconds)
      if (members === undefined) seconds.set(atSeconds, new Set([member]))
      else members.add(member)
      if (timer === undefined) wind()
    },
    delete(atSeconds, member) {
      const members = seconds.get(atSeconds)
      if (members?.delete(member) !== true || members.size > 0) return
      seconds.delete(atSeconds)
      if (seconds.size === 0) wind()
    },
  }
}
