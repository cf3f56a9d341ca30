import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { describe, expect, test } from 'vitest'
import type { Authenticator } from '../../identity/authenticator.ts'
import { PROVIDER_UNAVAILABLE, TOKEN_MISSING } from '../../identity/caller-refusal.ts'
import { callerRoutes } from './caller-route.ts'
import { openGraphqlResponses } from './graphql-response.ts'

describe('GET /graphql/caller', () => {
  const expiresAtSeconds = Math.floor(Date.now() / 1_000) + 100
  const identity = {
    subject: 'a',
    clientId: 'b',
    actsFor: 'PERSON' as const,
    name: 'Ada',
    roles: ['unknown', 'clerk'],
    scopes: ['orders:read'],
  }
  const authenticator: Pick<Authenticator, 'authenticate'> = {
    authenticate: (token) =>
      token === 'good'
        ? { identity, actingRoles: ['clerk'], expiresAtSeconds, assertionFor: async () => '' }
        : token === 'early'
          ? PROVIDER_UNAVAILABLE
          : TOKEN_MISSING,
  }
  const { cors } = openGraphqlResponses({ corsOrigins: ['https://desk.example'], errorsAlways: true })
  const open = () =>
    openHttpHost({
      host: '127.0.0.1',
      port: 0,
      logger: openLogger({ name: 'test', level: 'silent' }),
      routes: callerRoutes({ authenticator, cors }),
    })
  const respondTo = async (token: string) => {
    await using host = await open()
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
      gatewayVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(json.expiresInSeconds).toBeLessThanOrEqual(100)
  })

  test.each([
    ['missing', 401, { code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' }],
    ['early', 503, { code: 'IDENTITY_PROVIDER_UNAVAILABLE' }],
  ])('GET /graphql/caller refuses a token that is %s', async (token, status, refusal) => {
    expect(await respondTo(token)).toEqual({ status, json: { ...refusal, message: expect.any(String) } })
  })

  test.each([
    ['https://desk.example', 'https://desk.example'],
    ['https://evil.example', null],
  ])('a page of %s may read GET /graphql/caller if its origin is listed', async (origin, allowed) => {
    await using host = await open()
    const url = `${host.url}/graphql/caller`
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await fetch(url, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, allowed])
    for (const token of ['good', 'bad']) {
      const response = await fetch(url, { headers: { origin, authorization: `Bearer ${token}` } })
      expect(response.headers.get('access-control-allow-origin')).toBe(allowed)
      expect(response.headers.get('vary')).toContain('origin')
    }
  })
})
