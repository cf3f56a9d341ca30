/** Wakes all waiters. Carries no value. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, when `signal` is aborted, or after `timeoutMs`. */
  wait(options: { readonly signal?: AbortSignal; readonly timeoutMs?: number }): Promise<void>
}

/** A bell for thousands of waiters. A finished wait leaves no listener or timer. */
export function createBell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const wake of [...waiting]) wake()
    },
    wait({ signal, timeoutMs }) {
      if (signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs)
        function wake() {
          waiting.delete(wake)
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal?.addEventListener('abort', wake)
      })
    },
  }
}
