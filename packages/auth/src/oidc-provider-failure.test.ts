import { describe, expect, test } from 'vitest'
import { keySourceLimits } from './key-source.ts'
import { type OidcVerifierOptions, openOidcVerifier } from './oidc-verifier.ts'
import { openTestIssuer } from './testing/test-issuer.ts'

async function open(options: Partial<OidcVerifierOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const issuer = stack.use(await openTestIssuer())
  const clock = { ms: Date.now() }
  const verifier = stack.use(
    openOidcVerifier({ issuer: issuer.issuer, audience: 'travel-rule', now: () => clock.ms, ...options }),
  )
  return { issuer, verifier, clock, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const down = (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
  response.writeHead(500).end()
}

describe('after a rotation of the signature keys', () => {
  test('a token signed with a new key is accepted immediately, after one more fetch', async () => {
    await using all = await open()
    await all.verifier.warm()
    await all.issuer.rotate()
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ ok: true })
    expect(all.issuer.requests.filter((path) => path === '/jwks')).toHaveLength(2)
  })

  test('tokens with unknown key ids cause one fetch per cool-down, however many there are', async () => {
    await using all = await open()
    await all.verifier.warm()
    all.clock.ms += 11_000
    const flood = Array.from({ length: 200 }, (_, n) => all.issuer.token({}, { kid: `made-up-${n}` }))
    const verdicts = await Promise.all(flood.map(async (token) => all.verifier.verify(await token)))
    expect(verdicts.every((verdict) => !verdict.ok && verdict.code === 'TOKEN_REFUSED')).toBe(true)
    expect(all.issuer.requests.filter((path) => path === '/jwks')).toHaveLength(2)
  })

  test('a token refused during the cool-down is accepted when it is sent again later', async () => {
    await using all = await open()
    await all.verifier.warm()
    await all.verifier.verify(await all.issuer.token({}, { kid: 'made-up' }))
    await all.issuer.rotate()
    const token = await all.issuer.token()
    expect(await all.verifier.verify(token)).toMatchObject({ code: 'TOKEN_REFUSED' })
    all.clock.ms += 11_000
    expect(await all.verifier.verify(token)).toMatchObject({ ok: true })
  })

  test('a token that was previously accepted is refused once its key is withdrawn', async () => {
    const withdrawn = Promise.withResolvers<(keyId: string | undefined) => boolean>()
    await using all = await open({
      keyLimits: { refreshAfterMs: 20 },
      onKeysWithdrawn: ({ mayHaveSigned }) => withdrawn.resolve(mayHaveSigned),
    })
    const token = await all.issuer.token()
    const { kid } = all.issuer.key().publicJwk
    expect(await all.verifier.verify(token)).toMatchObject({ ok: true })
    await all.issuer.rotate()
    const mayHaveSigned = await withdrawn.promise
    expect(all.verifier.known(all.verifier.keyOf(token))).toBeUndefined()
    expect(await all.verifier.verify(token)).toMatchObject({ code: 'TOKEN_REFUSED' })
    expect([kid, undefined, all.issuer.key().publicJwk.kid].map(mayHaveSigned)).toEqual([true, true, false])
  })

  test('withdrawn keys are detected within a minute, and the return of a provider within five seconds', () => {
    expect(keySourceLimits.refreshAfterMs + keySourceLimits.fetchTimeoutMs).toBeLessThan(60_000)
    expect(keySourceLimits.fetchTimeoutMs + keySourceLimits.retryAfterMaxMs).toBeLessThan(5_000)
  })

  test('old keys are renewed in the background, without delaying a request', async () => {
    await using all = await open()
    await all.verifier.warm()
    all.clock.ms += 11 * 60_000
    const requested = Promise.withResolvers<void>()
    all.issuer.respondWith((_request, response) => {
      requested.resolve()
      response.writeHead(500).end()
    })
    expect(await all.verifier.verify(await all.issuer.token({ exp: all.clock.ms / 1000 + 60 }))).toMatchObject({
      ok: true,
    })
    await requested.promise
  })
})

describe('a failing provider', () => {
  test('a provider that is down from the start makes tokens unverifiable, not refused, until it responds', async () => {
    await using all = await open({ keyLimits: { retryAfterMs: 20 } })
    all.issuer.respondWith(down)
    await all.verifier.warm()
    expect(all.verifier.ready()).toBe(false)
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    all.issuer.respondWith(undefined)
    await expect.poll(() => all.verifier.ready()).toBe(true)
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ ok: true })
  })

  test('a provider that is down is not called once per token', async () => {
    await using all = await open({ keyLimits: { retryAfterMs: 60_000, retryAfterMaxMs: 60_000 } })
    all.issuer.respondWith(down)
    for (let n = 0; n < 20; n += 1) {
      expect(await all.verifier.verify(await all.issuer.token({ n }))).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    }
    expect(all.issuer.requests).toHaveLength(1)
  })

  test('a provider that is unreachable is unavailable', async () => {
    const issuer = await openTestIssuer()
    const token = await issuer.token()
    await issuer[Symbol.asyncDispose]()
    await using verifier = openOidcVerifier({ issuer: issuer.issuer, audience: 'travel-rule' })
    expect(await verifier.verify(token)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  test('a provider that goes down later is not needed for hours, but is needed eventually', async () => {
    await using all = await open()
    await all.verifier.warm()
    all.issuer.respondWith(down)
    const laterToken = () => all.issuer.token({ exp: Math.floor(all.clock.ms / 1000) + 60 })
    all.clock.ms += 6 * 3_600_000
    expect(await all.verifier.verify(await laterToken())).toMatchObject({ ok: true })
    all.clock.ms += 7 * 3_600_000
    expect(await all.verifier.verify(await laterToken())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(all.verifier.ready()).toBe(false)
  })

  test('a provider that is slow is abandoned after the time limit', async () => {
    await using all = await open({ keyLimits: { fetchTimeoutMs: 50 } })
    all.issuer.respondWith(() => undefined)
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  const badResponses: Record<string, (path: string, issuer: string) => string> = {
    'names another issuer': () =>
      JSON.stringify({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' }),
    'responds with HTML': () => '<html>',
    'responds with null': () => 'null',
    'has no jwks_uri': (_path, issuer) => JSON.stringify({ issuer }),
    'has a jwks_uri of another scheme': (_path, issuer) => JSON.stringify({ issuer, jwks_uri: 'file:///etc/passwd' }),
    'publishes no key': (path, issuer) =>
      JSON.stringify(path === '/jwks' ? { keys: [] } : { issuer, jwks_uri: `${issuer}/jwks` }),
    'publishes only a symmetric key': (path, issuer) =>
      JSON.stringify(
        path === '/jwks' ? { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } : { issuer, jwks_uri: `${issuer}/jwks` },
      ),
    'responds with an endless body': (path, issuer) =>
      path === '/jwks' ? 'x'.repeat(1024 * 1024) : JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }),
  }

  test.each(Object.entries(badResponses))('a provider that %s is treated as unavailable', async (_name, respond) => {
    await using all = await open()
    all.issuer.respondWith((request, response) => {
      response.end(respond(request.url ?? '', all.issuer.issuer))
    })
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  test('the redirect of a provider is not followed', async () => {
    await using elsewhere = await openTestIssuer()
    await using all = await open()
    all.issuer.respondWith((request, response) => {
      response.writeHead(302, { location: `${elsewhere.issuer}${request.url}` }).end()
    })
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(elsewhere.requests).toEqual([])
  })

  test('a provider that publishes no keys leaves the cached ones in use', async () => {
    await using all = await open()
    const token = await all.issuer.token({ exp: Math.floor(all.clock.ms / 1000) + 3_600 })
    await all.verifier.warm()
    all.issuer.respondWith((_request, response) => void response.end(JSON.stringify({ keys: [] })))
    all.clock.ms += 20 * 60_000
    await all.verifier.verify(token)
    expect(await all.verifier.verify(token)).toMatchObject({ ok: true })
  })

  test('the failure of a provider is logged without any token', async () => {
    const lines: string[] = []
    const logger = {
      info: (detail: object, message: string) => void lines.push(message + JSON.stringify(detail)),
      warn: (detail: object, message: string) => void lines.push(message + JSON.stringify(detail)),
    }
    await using all = await open({ logger })
    all.issuer.respondWith(down)
    const token = await all.issuer.token()
    await all.verifier.verify(token)
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain(token.slice(0, 20))
  })
})
