import type { TokenActivity } from '@travel-rule/auth/introspection'
import { expect, test } from 'vitest'
import { type LiveMember, openLiveCallers, recheckCallers } from './live-callers.ts'

/** A live socket whose token the test can deactivate. */
function member(activity: TokenActivity) {
  const revoked = Promise.withResolvers<string>()
  const checked = Promise.withResolvers<void>()
  const state = { activity, isRevoked: false, checks: 0 }
  const live: LiveMember = {
    caller: {
      async activity() {
        state.checks += 1
        if (state.checks > 1) checked.resolve()
        return state.activity
      },
    },
    revoke() {
      state.isRevoked = true
      revoked.resolve('revoked')
    },
  }
  return { state, live, revoked: revoked.promise, checkedTwice: checked.promise }
}

test('a live caller is revoked once the provider no longer considers its token valid', async () => {
  const live = openLiveCallers(() => false)
  const [valid, revoked] = [member('ACTIVE'), member('ACTIVE')]
  for (const each of [valid, revoked]) live.add(each.live)
  await using _rechecks = recheckCallers(live, 5)
  await revoked.checkedTwice
  revoked.state.activity = 'INACTIVE'
  expect(await revoked.revoked).toBe('revoked')
  expect(valid.state.isRevoked).toBe(false)
})

test('a live caller stays connected while the provider does not respond', async () => {
  const live = openLiveCallers(() => false)
  const unknown = member('UNAVAILABLE')
  live.add(unknown.live)
  await using _rechecks = recheckCallers(live, 5)
  await unknown.checkedTwice
  expect(unknown.state.isRevoked).toBe(false)
})

test('a caller that was revoked while it was being opened is revoked once it is open', async () => {
  const live = openLiveCallers(() => true)
  const late = member('ACTIVE')
  live.add(late.live)
  expect(late.state.isRevoked).toBe(false)
  expect(await late.revoked).toBe('revoked')
  const gone = member('ACTIVE')
  live.add(gone.live)
  live.delete(gone.live)
  await Promise.resolve()
  expect(gone.state.isRevoked).toBe(false)
})
