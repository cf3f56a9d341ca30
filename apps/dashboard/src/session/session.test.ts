import { afterEach, expect, test, vi } from 'vitest'
import { openSession } from './session.ts'

afterEach(() => void vi.unstubAllGlobals())

test('without authentication, a person who has signed out is immediately signed in again', async () => {
  const storage = { setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { href: 'http://localhost:4000/' })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(): void {}
    },
  )
  vi.stubGlobal('fetch', async () =>
    Response.json({ name: 'anyone', roles: [], scopes: ['trpd:read'], expiresInSeconds: 3_600 }),
  )
  const session = openSession({ pageUrl: 'http://localhost:4000', baseUrl: 'http://localhost:4000' })
  expect(session.hasSignIn).toBe(false)
  await session.signOut()
  expect(session.current()).toMatchObject({ kind: 'SIGNED_OUT' })
  await session.signIn()
  expect(session.current()).toMatchObject({ kind: 'SIGNED_IN' })
  // Ends the timer of the expiry.
  await session.signOut()
})
