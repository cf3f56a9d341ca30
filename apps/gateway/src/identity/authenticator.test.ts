import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { OidcVerifier } from '@travel-rule/auth/oidc-verifier'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, test } from 'vitest'
import { openAuthenticator } from './authenticator.ts'

test('only a few refused tokens per second are logged, with the number of the others', async () => {
  const log = captureLog()
  let nowMs = 1_000
  const authenticator = openAuthenticator({
    verifier: {
      keyOf: (token: string) => token,
      known: () => ({ ok: false, code: 'TOKEN_INVALID', reason: 'malformed' }),
    } as unknown as OidcVerifier,
    signer: {} as AssertionSigner,
    rules: { roleScopes: {}, defaultRole: 'nobody' },
    logger: log.logger,
    nowMs: () => nowMs,
  })
  const refuse = (count: number) => {
    for (let token = 0; token < count; token += 1)
      expect(authenticator.authenticate(`x${token}`)).toBe('UNAUTHENTICATED')
  }
  refuse(1_000)
  expect(log.lines()).toHaveLength(10)
  expect(log.lines()[0]).toMatchObject({ msg: 'a token was refused', code: 'TOKEN_INVALID', reason: 'malformed' })
  nowMs += 1_000
  refuse(2)
  expect(log.lines().slice(10)).toMatchObject([{ notLogged: 990 }, { reason: 'malformed' }])
  expect(log.lines()[11]).not.toHaveProperty('notLogged')
})
