import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openMetrics } from '@travel-rule/service/metrics'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { openAssertionSigner } from './assertion-signer.ts'
import { KeysUnavailable, openAssertionVerifier } from './assertion-verifier.ts'
import { generateAssertionKeys } from './generate-keys.ts'
import type { Identity } from './identity.ts'

const ada: Identity = {
  subject: 'ada',
  clientId: 'dashboard',
  actsFor: 'PERSON',
  name: 'Ada Ünïcode',
  roles: ['observer'],
  scopes: ['a:read'],
}

/** A real HTTP server that publishes keys. */
async function openKeyServer(keys: () => { keys: JWK[] }) {
  const state = { requests: 0, up: true }
  const server = createServer((_request, response) => {
    state.requests += 1
    if (!state.up) return response.writeHead(503).end()
    return response.end(JSON.stringify(keys()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    state,
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function open() {
  const stack = new AsyncDisposableStack()
  const clock = { ms: Date.now() }
  const now = () => clock.ms
  const keys = await generateAssertionKeys()
  const signer = await openAssertionSigner({ issuer: 'gateway', ...keys, now })
  const published = { current: signer.publicKeys() }
  const server = stack.use(await openKeyServer(() => published.current))
  const verifier = stack.use(
    openAssertionVerifier({ issuer: 'gateway', audience: 'trpd', jwksUrl: server.jwksUrl, now }),
  )
  return { clock, now, keys, signer, published, server, verifier, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe('an identity assertion', () => {
  test('an identity assertion names the caller to its audience', async () => {
    await using all = await open()
    expect(await all.verifier.verify(await all.signer.mint(ada, 'trpd'))).toEqual(ada)
    const account: Identity = { ...ada, subject: 'desk', actsFor: 'ITSELF' }
    expect(await all.verifier.verify(await all.signer.mint(account, 'trpd'))).toEqual(account)
  })

  test('an identity assertion is valid for a minute and for one audience', async () => {
    await using all = await open()
    const claims = decodeJwt(await all.signer.mint(ada, 'trpd'))
    expect(claims).toMatchObject({ iss: 'gateway', aud: 'trpd', sub: 'ada', azp: 'dashboard', scopes: ['a:read'] })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60)
    expect(await all.verifier.verify(await all.signer.mint(ada, 'aopd'))).toBeUndefined()
  })

  test('an identity assertion is reused for half a minute, only for the same caller and audience', async () => {
    await using all = await open()
    const first = await all.signer.mint(ada, 'trpd')
    expect(await all.signer.mint({ ...ada }, 'trpd')).toBe(first)
    expect(await all.signer.mint(ada, 'aopd')).not.toBe(first)
    expect(await all.signer.mint({ ...ada, scopes: [] }, 'trpd')).not.toBe(first)
    expect(await all.signer.mint({ ...ada, name: 'Eve' }, 'trpd')).not.toBe(first)
    all.clock.ms += 31_000
    expect(await all.signer.mint(ada, 'trpd')).not.toBe(first)
  })

  test('an identity assertion is refused after its expiry, even when cached', async () => {
    await using all = await open()
    const assertion = await all.signer.mint(ada, 'trpd')
    expect(await all.verifier.verify(assertion)).toEqual(ada)
    all.clock.ms += 66_000
    expect(await all.verifier.verify(assertion)).toBeUndefined()
  })

  test('verifying identity assertions fetches the keys once, however many follow', async () => {
    await using all = await open()
    const many = Array.from({ length: 50 }, (_, n) => all.signer.mint({ ...ada, subject: `s${n}` }, 'trpd'))
    const callers = await Promise.all(many.map(async (assertion) => all.verifier.verify(await assertion)))
    expect(callers.map((caller) => caller?.subject)).toEqual(many.map((_, n) => `s${n}`))
    expect(all.server.state.requests).toBe(1)
  })
})

describe('a refused assertion', () => {
  async function forge(keys: { keys: JWK[] }, claims: object, header: object = {}) {
    const [jwk] = keys.keys
    if (!jwk) throw new Error('no key')
    const at = Math.floor(Date.now() / 1000)
    const { subject: sub, clientId: azp, ...others } = ada
    return new SignJWT({ iss: 'gateway', aud: 'trpd', sub, azp, ...others, iat: at, exp: at + 60, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid ?? '', typ: 'identity-assertion+jwt', ...header })
      .sign(await importJWK(jwk, 'EdDSA'))
  }

  test('the forger of this test can make a valid one', async () => {
    await using all = await open()
    expect(await all.verifier.verify(await forge(all.keys, {}))).toEqual(ada)
  })

  test.each([
    { name: 'another issuer', claims: { iss: 'autod' } },
    { name: 'no audience', claims: { aud: undefined } },
    { name: 'no subject', claims: { sub: undefined } },
    { name: 'no expiry', claims: { exp: undefined } },
    { name: 'no time of issue', claims: { iat: undefined } },
    { name: 'a life of a day', claims: { iat: Math.floor(Date.now() / 1000) - 3_600 } },
    { name: 'scopes that are text', claims: { scopes: 'a:read' } },
    { name: 'scopes that are numbers', claims: { scopes: [1] } },
    { name: 'an unknown kind of caller', claims: { acts_for: 'GROUP' } },
    { name: 'no roles', claims: { roles: undefined } },
    { name: 'another kind of JWT', claims: {}, header: { typ: 'JWT' } },
    { name: 'an unknown key id', claims: {}, header: { kid: 'unknown' } },
  ])('$name', async ({ claims, header }) => {
    await using all = await open()
    expect(await all.verifier.verify(await forge(all.keys, claims, header))).toBeUndefined()
  })

  test("a stranger's key under the gateway's key id is refused", async () => {
    await using all = await open()
    const stranger = await generateAssertionKeys()
    const kid = all.keys.keys[0]?.kid
    expect(await all.verifier.verify(await forge(stranger, {}, { kid }))).toBeUndefined()
  })

  test.each([undefined, '', 'x', 'a.b.c', 'x'.repeat(20_000)])(
    '%#: a string that is not an assertion is refused',
    async (text) => {
      await using all = await open()
      expect(await all.verifier.verify(text)).toBeUndefined()
    },
  )
})

describe('assertion keys', () => {
  test('assertion keys are published without their private part', async () => {
    await using all = await open()
    expect(Object.keys(all.signer.publicKeys().keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })

  test('during a rotation, both assertion keys are published, and the first one signs', async () => {
    await using all = await open()
    const next = await generateAssertionKeys()
    const rotated = await openAssertionSigner({
      issuer: 'gateway',
      keys: [...next.keys, ...all.keys.keys],
      now: all.now,
    })
    expect(rotated.publicKeys().keys).toHaveLength(2)
    const before = await all.signer.mint(ada, 'trpd')
    expect(await all.verifier.verify(before)).toEqual(ada)
    all.published.current = rotated.publicKeys()
    all.clock.ms += 5_000
    const after = await rotated.mint(ada, 'trpd')
    expect(decodeProtectedHeader(after).kid).toBe(next.keys[0]?.kid)
    expect(await all.verifier.verify(after)).toEqual(ada)
    expect(await all.verifier.verify(await all.signer.mint({ ...ada, name: 'late' }, 'trpd'))).toMatchObject({
      name: 'late',
    })
  })

  test('assertion keys are served from the cache while the gateway restarts', async () => {
    await using all = await open()
    await all.verifier.verify(await all.signer.mint(ada, 'trpd'))
    all.server.state.up = false
    all.clock.ms += 3_600_000
    expect(await all.verifier.verify(await all.signer.mint(ada, 'trpd'))).toEqual(ada)
  })

  test('no assertion can be verified until the assertion keys are available', async () => {
    await using all = await open()
    all.server.state.up = false
    const assertion = await all.signer.mint(ada, 'trpd')
    await expect(all.verifier.verify(assertion)).rejects.toThrow(KeysUnavailable)
    all.server.state.up = true
    all.clock.ms += 6_000
    expect(await all.verifier.verify(assertion)).toEqual(ada)
  })

  test.each([
    { name: 'none', keys: [] },
    { name: 'a public one', keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }] },
    { name: 'a symmetric one', keys: [{ kty: 'oct', k: 'AA' }] },
  ])('a signer cannot be opened with $name', async ({ keys }) => {
    await expect(openAssertionSigner({ issuer: 'gateway', keys })).rejects.toThrow(/private Ed25519/)
  })
})

describe('the metrics of a verifier', () => {
  test('the metrics of a verifier count refused assertions by reason, and show when the keys were fetched', async () => {
    await using all = await open()
    const metrics = openMetrics('trpd')
    const { now, clock, server, signer } = all
    await using verifier = openAssertionVerifier({
      issuer: 'gateway',
      audience: 'trpd',
      jwksUrl: server.jwksUrl,
      now,
      // The clock is advanced, which must not cause another fetch.
      keyLimits: { refreshAfterMs: 600_000 },
      metrics,
    })
    const late = await signer.mint(ada, 'trpd')
    server.state.up = false
    for (const assertion of [undefined, '', 'x'.repeat(20_000)]) await verifier.verify(assertion)
    await expect(verifier.verify(late)).rejects.toThrow(KeysUnavailable)
    server.state.up = true
    clock.ms += 10_000
    expect(await verifier.verify(late)).toEqual(ada)
    const fetchedAtSeconds = clock.ms / 1_000
    await verifier.verify(await signer.mint(ada, 'aopd'))
    await verifier.verify('not an assertion')
    const stranger = await openAssertionSigner({ issuer: 'gateway', ...(await generateAssertionKeys()), now })
    await verifier.verify(await stranger.mint(ada, 'trpd'))
    clock.ms += 120_000
    await verifier.verify(late)
    const text = await metrics.registry.metrics()
    for (const [reason, count] of Object.entries({
      missing: 2,
      too_long: 1,
      keys_unavailable: 1,
      invalid: 2,
      unknown_key: 1,
      expired: 1,
    })) {
      expect(text).toContain(`assertion_refusals_total{issuer="gateway",reason="${reason}",service="trpd"} ${count}`)
    }
    expect(text).toContain('signature_keys_fetch_failures_total{issuer="gateway",service="trpd"} 1')
    const [, seconds] = /^signature_keys_fetched_timestamp_seconds\{.*\} (.*)$/m.exec(text) ?? []
    expect(Number(seconds)).toBeCloseTo(fetchedAtSeconds, 3)
  })
})
