import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSessionState, type TokenValidity } from './session-state.ts'

const DAY_MS = 24 * 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a renewable token is renewed before it expires', () => {
  const { session, renew, expire } = openSession()
  session.change(tokenFor(300_000, { isRenewable: true }))
  vi.advanceTimersByTime(239_999)
  expect(renew).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(renew).toHaveBeenCalledOnce()
  expect(expire).not.toHaveBeenCalled()
})

test('a token that cannot be renewed expires at its end, even if that is later than a timer may run', () => {
  const { session, renew, expire } = openSession()
  session.change(tokenFor(DAY_MS, { isRenewable: false }))
  vi.advanceTimersByTime(DAY_MS - 1)
  expect(expire).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(expire).toHaveBeenCalledOnce()
  expect(renew).not.toHaveBeenCalled()
})

test('a delayed renewal replaces the watch of the token, and is forgotten when the state changes', () => {
  const { session, renew } = openSession()
  session.change(tokenFor(300_000, { isRenewable: true }))
  session.renewIn(10_000)
  vi.advanceTimersByTime(10_000)
  expect(renew).toHaveBeenCalledOnce()
  session.renewIn(10_000)
  session.change({ kind: 'SIGNED_OUT' })
  vi.advanceTimersByTime(DAY_MS)
  expect(renew).toHaveBeenCalledOnce()
})

function openSession() {
  const renew = vi.fn()
  const expire = vi.fn()
  const session = openSessionState<TokenValidity | { readonly kind: 'WORKING' | 'SIGNED_OUT' }>(
    { kind: 'WORKING' },
    { renew, expire },
  )
  return { session, renew, expire }
}

function tokenFor(remainingMs: number, { isRenewable }: { readonly isRenewable: boolean }): TokenValidity {
  return { kind: 'SIGNED_IN', expiresAtMs: Date.now() + remainingMs, isRenewable, isExpired: false }
}
