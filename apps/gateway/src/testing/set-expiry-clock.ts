import { onTestFinished, vi } from 'vitest'

/** How long a token is accepted after it has expired. */
export const TOLERANCE_SECONDS = 10

/**
 * Stops the clock that ends connections and operations at this time, until the end of the test, so
 * that a token does not expire before the test is ready for it, however slow the machine is.
 *
 * A gateway that is open already verifies tokens at the real time.
 */
export function setExpiryClock(atSeconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: atSeconds * 1_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
