/** Something that expires. */
export interface Expiring {
  expire(): void
}

/**
 * One timer for many expiries, by whole seconds: a timer per socket would need more memory than the rest of the socket.
 */
export interface ExpiryClock {
  /**
   * Calls `member.expire()` once, within a second of `atSeconds` (whole, since 1970) or of now,
   * whichever is later.
   */
  add(atSeconds: number, member: Expiring): void
  /** Undoes an `add`. */
  delete(atSeconds: number, member: Expiring): void
}

/** How long members expire before the event loop runs other work. */
const sliceMs = 5

/** The timer runs only while there are members. */
export function openExpiryClock(): ExpiryClock {
  const seconds = new Map<number, Set<Expiring>>()
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    clearTimeout(timer)
    timer = seconds.size === 0 ? undefined : setTimeout(tick, 1_000 - (Date.now() % 1_000))
  }

  function tick(): void {
    expireDue()
    schedule()
  }

  /** In slices, since thousands of sockets of one back end may have the same token. */
  function expireDue(): void {
    const beganMs = performance.now()
    const nowSeconds = Date.now() / 1_000
    for (const [second, members] of seconds) {
      if (second > nowSeconds) continue
      for (const member of members) {
        if (performance.now() - beganMs > sliceMs) return void setImmediate(expireDue)
        members.delete(member)
        member.expire()
      }
      seconds.delete(second)
    }
  }

  return {
    add(atSeconds, member) {
      const members = seconds.get(atSeconds)
      if (members === undefined) seconds.set(atSeconds, new Set([member]))
      else members.add(member)
      if (timer === undefined) schedule()
    },
    delete(atSeconds, member) {
      const members = seconds.get(atSeconds)
      if (members?.delete(member) !== true || members.size > 0) return
      seconds.delete(atSeconds)
      if (seconds.size === 0) schedule()
    },
  }
}
