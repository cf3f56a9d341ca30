import { onTestFinished, vi } from 'vitest'

/** How long a token is accepted after its expiry. */
export const TOLERANCE_SECONDS = 10

/**
 * Stops the clock that ends connections and operations at this time, until the end of the test, so that a token does
 * not expire before the test is ready, however slow the machine is.
 *
 * An open gateway still verifies tokens at the real time.
 */
export function setExpiryClock(atSeconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: atSeconds * 1_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
