import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Grant } from './identity-provider.ts'
import { openSessionState, type TokenValidity } from './session-state.ts'

const DAY_MS = 24 * 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a renewable token is renewed before it expires', async () => {
  const { session, renew, enter } = openSession()
  session.change(tokenFor(300_000, { isRenewable: true }))
  vi.advanceTimersByTime(239_999)
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(renew).toHaveBeenCalledOnce()
  expect(enter).toHaveBeenCalledWith(GRANT)
  expect(session.current()).toMatchObject({ isExpired: false })
})

test('a token that cannot be renewed expires at its end, even if that is later than a timer may run', () => {
  const { session, renew } = openSession()
  session.change(tokenFor(DAY_MS, { isRenewable: false }))
  vi.advanceTimersByTime(DAY_MS - 1)
  expect(session.current()).toMatchObject({ isExpired: false })
  vi.advanceTimersByTime(1)
  expect(session.current()).toMatchObject({ isExpired: true, notice: 'expired' })
  expect(renew).not.toHaveBeenCalled()
})

test('a failed renewal is repeated until the token expires, unless the state changes', async () => {
  const { session, renew } = openSession()
  renew.mockRejectedValue(new Error('unreachable'))
  session.change(tokenFor(300_000, { isRenewable: true }))
  await vi.advanceTimersByTimeAsync(240_000)
  expect(session.current()).toMatchObject({ isExpired: false, notice: 'unreachable' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(renew).toHaveBeenCalledTimes(2)
  session.change(tokenFor(20_000, { isRenewable: true }))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(session.current()).toMatchObject({ isExpired: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(session.current()).toMatchObject({ isExpired: true })
  session.change({ kind: 'SIGNED_OUT' })
  renew.mockClear()
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(renew).not.toHaveBeenCalled()
})

test('a token that the provider refuses to renew has expired', async () => {
  const { session, renew } = openSession()
  renew.mockRejectedValue(new Error('refused'))
  session.change(tokenFor(300_000, { isRenewable: true }))
  await vi.advanceTimersByTimeAsync(240_000)
  expect(session.current()).toMatchObject({ isExpired: true, notice: 'refused' })
})

test('concurrent renewals are one, and its grant is ignored when the state has changed', async () => {
  const { session, renew, enter } = openSession()
  const { promise, resolve } = Promise.withResolvers<Grant>()
  renew.mockReturnValue(promise)
  session.change(tokenFor(300_000, { isRenewable: true }))
  const renewals = [session.renew(), session.renew()]
  session.change({ kind: 'SIGNED_OUT' })
  resolve(GRANT)
  await Promise.all(renewals)
  expect(renew).toHaveBeenCalledOnce()
  expect(enter).not.toHaveBeenCalled()
})

test('a sign-out while the caller of the new token is loaded stays', async () => {
  const { session, enter } = openSession()
  const { promise, resolve } = Promise.withResolvers<SignedIn>()
  enter.mockReturnValue(promise)
  session.change(tokenFor(300_000, { isRenewable: true }))
  const renewal = session.renew()
  await vi.waitFor(() => expect(enter).toHaveBeenCalledOnce())
  session.change({ kind: 'SIGNED_OUT' })
  resolve(tokenFor(300_000, { isRenewable: true }))
  await renewal
  expect(session.current()).toEqual({ kind: 'SIGNED_OUT' })
})

test('a token that is refused during its renewal is replaced by the new one', async () => {
  const { session } = openSession()
  session.change(tokenFor(300_000, { isRenewable: true }))
  const renewal = session.renew()
  session.expire()
  await renewal
  expect(session.current()).toMatchObject({ isExpired: false })
})

const GRANT: Grant = { token: 'a token', isRenewable: true }

interface SignedIn extends TokenValidity {
  readonly notice?: string
}

function openSession() {
  const renew = vi.fn(async () => GRANT)
  const enter = vi.fn(async (_: Grant): Promise<SignedIn> => tokenFor(300_000, { isRenewable: true }))
  const session = openSessionState<SignedIn, { readonly kind: 'WORKING' | 'SIGNED_OUT' }>(
    { kind: 'WORKING' },
    {
      provider: { renew },
      enter,
      failed: (error) => ({ notice: (error as Error).message, isExpired: (error as Error).message === 'refused' }),
      expired: { notice: 'expired' },
    },
  )
  return { session, renew, enter }
}

function tokenFor(remainingMs: number, { isRenewable }: { readonly isRenewable: boolean }): TokenValidity {
  return { kind: 'SIGNED_IN', expiresAtMs: Date.now() + remainingMs, isRenewable, isExpired: false }
}
