import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { describe, expect, test } from 'vitest'
import type { Authenticator } from '../../identity/authenticator.ts'
import { callerRoute } from './caller-route.ts'

describe('GET /graphql/caller', () => {
  const expiresAtSeconds = Math.floor(Date.now() / 1_000) + 100
  const identity = { subject: 'a', clientId: 'b', name: 'Ada', roles: ['unknown', 'clerk'], scopes: ['orders:read'] }
  const authenticator: Pick<Authenticator, 'authenticate'> = {
    authenticate: (token) =>
      token === 'good'
        ? { identity, actingRoles: ['clerk'], expiresAtSeconds, assertionFor: async () => '' }
        : token === 'early'
          ? 'IDENTITY_PROVIDER_UNAVAILABLE'
          : 'UNAUTHENTICATED',
  }
  const respondTo = async (token: string) => {
    const routes = [callerRoute({ authenticator })]
    await using host = await openHttpHost({
      host: '127.0.0.1',
      port: 0,
      logger: openLogger({ name: 'test', level: 'silent' }),
      routes,
    })
    const response = await fetch(`${host.url}/graphql/caller`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }

  test('GET /graphql/caller responds with the caller and its known roles', async () => {
    const { status, json } = await respondTo('good')
    expect(status).toBe(200)
    expect(json).toEqual({
      subject: 'a',
      name: 'Ada',
      roles: ['clerk'],
      scopes: ['orders:read'],
      expiresInSeconds: expect.any(Number),
    })
    expect(json.expiresInSeconds).toBeLessThanOrEqual(100)
  })

  test.each([
    ['bad', 401, 'UNAUTHENTICATED'],
    ['early', 503, 'IDENTITY_PROVIDER_UNAVAILABLE'],
  ])('GET /graphql/caller refuses a token that is %s', async (token, status, code) => {
    expect(await respondTo(token)).toEqual({ status, json: { code } })
  })
})
