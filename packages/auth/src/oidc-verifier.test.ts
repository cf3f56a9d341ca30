import { KeyObject, sign } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type OidcVerifierOptions, openOidcVerifier } from './oidc-verifier.ts'
import { openTestIssuer, type TestIssuer } from './testing/test-issuer.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const seconds = () => Math.floor(Date.now() / 1000)

function openVerifier(issuer: TestIssuer, options: Partial<OidcVerifierOptions> = {}) {
  return openOidcVerifier({ issuer: issuer.issuer, audience: 'travel-rule', ...options })
}

async function open(options: Partial<OidcVerifierOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const issuer = stack.use(await openTestIssuer())
  const verifier = stack.use(openVerifier(issuer, options))
  return { issuer, verifier, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe('an accepted token', () => {
  test('an accepted token is verified with discovered keys and its claims are read', async () => {
    await using all = await open()
    const token = await all.issuer.token({
      azp: 'dashboard',
      name: 'Ada Observer',
      sid: 'session-1',
      realm_access: { roles: ['observer'] },
      resource_access: { 'travel-rule': { roles: ['administrator'] }, other: { roles: ['root'] } },
    })
    const verdict = await all.verifier.verify(token)
    expect(verdict).toEqual({
      ok: true,
      token: {
        subject: 'service-account-1',
        clientId: 'dashboard',
        name: 'Ada Observer',
        roles: ['observer', 'administrator'],
        issuer: all.issuer.issuer,
        actsFor: 'PERSON',
        sessionId: 'session-1',
        issuedAtSeconds: expect.any(Number),
        expiresAtSeconds: expect.any(Number),
        keyId: all.issuer.key().publicJwk.kid,
      },
    })
  })

  test.each([
    ['control characters', 'Ada\0\u001b[31m\r\nObserver', 'Ada [31m Observer'],
    ['half a character', 'Ada \ud83d', 'Ada \ufffd'],
    ['a long name', 'é'.repeat(300), 'é'.repeat(200)],
    ['nothing to show', ' \0 ', 'test-client'],
  ])('an accepted token shows %s as a one-line name', async (_, name, shown) => {
    await using all = await open()
    const verdict = await all.verifier.verify(await all.issuer.token({ name }))
    expect(verdict.ok && verdict.token.name).toBe(shown)
  })

  test('an accepted token is verified with the keys at a separate URL, without discovery', async () => {
    await using inside = await openTestIssuer()
    await using verifier = openOidcVerifier({
      issuer: 'https://login.example/realms/main',
      jwksUrl: inside.jwksUrl,
      audience: 'travel-rule',
    })
    expect(await verifier.verify(await inside.token({ iss: 'https://login.example/realms/main' }))).toMatchObject({
      ok: true,
    })
    expect(inside.requests).toEqual(['/jwks'])
  })

  test.each([
    { name: 'one of several audiences', claims: { aud: ['account', 'travel-rule'] }, header: {} },
    { name: 'no typ in the payload', claims: { typ: undefined }, header: {} },
    { name: 'header typ at+jwt', claims: {}, header: { typ: 'at+jwt' } },
    { name: 'no header typ', claims: {}, header: { typ: undefined } },
    { name: 'an expiry within the clock tolerance', claims: { exp: seconds() - 3 }, header: {} },
    { name: 'no key id, while one key fits', claims: {}, header: { kid: undefined } },
  ])('an accepted token may have $name', async ({ claims, header }) => {
    await using all = await open({ clockToleranceSeconds: 120 })
    expect(await all.verifier.verify(await all.issuer.token(claims, header))).toMatchObject({ ok: true })
  })

  test('an accepted token may lack a key id even when several keys fit', async () => {
    await using all = await open()
    const other = await generateKeyPair('ES256', { extractable: true })
    const { publicJwk } = all.issuer.key()
    const decoy = { ...(await exportJWK(other.publicKey)), kid: 'decoy', use: 'sig', alg: 'ES256' }
    all.issuer.respondWith((request, response) => {
      const { issuer, jwksUrl } = all.issuer
      const jwks = request.url === '/jwks'
      response.end(JSON.stringify(jwks ? { keys: [decoy, publicJwk] } : { issuer, jwks_uri: jwksUrl }))
    })
    expect(await all.verifier.verify(await all.issuer.token({}, { kid: undefined }))).toMatchObject({ ok: true })
    const byTheOther = await signWith(other.privateKey, all.issuer, { kid: undefined })
    expect(await all.verifier.verify(byTheOther)).toMatchObject({ ok: true })
    const stranger = await generateKeyPair('ES256')
    const refused = await signWith(stranger.privateKey, all.issuer, { kid: undefined })
    expect(await all.verifier.verify(refused)).toMatchObject({ ok: false, code: 'TOKEN_REFUSED' })
  })

  test('an accepted token without a name is shown as its client, or else as its subject', async () => {
    await using all = await open()
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ token: { name: 'test-client' } })
    expect(await all.verifier.verify(await all.issuer.token({ azp: undefined, client_id: undefined }))).toMatchObject({
      token: { name: 'service-account-1', clientId: '' },
    })
  })

  test('an accepted token is verified once: its second use needs neither the provider nor a signature check', async () => {
    await using all = await open()
    const token = await all.issuer.token()
    const first = await all.verifier.verify(token)
    expect(await all.verifier.verify(token)).toBe(first)
    expect(all.issuer.requests).toHaveLength(2)
  })

  test('an accepted token is cached once, however its signature is encoded', async () => {
    await using all = await open()
    const token = await all.issuer.token()
    const first = await all.verifier.verify(token)
    const last = ALPHABET.indexOf(token.at(-1) ?? '')
    // ES256 signatures have 64 bytes: the last character has four unused bits.
    const otherBits = `${token.slice(0, -1)}${ALPHABET[last ^ 1]}`
    for (const spelling of [`${token}=`, `${token}==`, otherBits]) {
      expect(all.verifier.keyOf(spelling)).toBe(all.verifier.keyOf(token))
      expect(await all.verifier.verify(spelling)).toBe(first)
    }
    const changed = `${token.slice(0, -1)}${ALPHABET[last ^ 32]}`
    expect(all.verifier.keyOf(changed)).not.toBe(all.verifier.keyOf(token))
    for (const altered of [changed, `${token}!`, `${token}. `, ` ${token}`, `${token} `]) {
      expect(await all.verifier.verify(altered)).toMatchObject({ ok: false })
    }
  })

  test('an accepted token may be valid for exactly the maximum lifetime', async () => {
    await using all = await open({ lifetimeSecondsMax: 3_600 })
    const iat = seconds()
    expect(await all.verifier.verify(await all.issuer.token({ iat, exp: iat + 3_600 }))).toMatchObject({ ok: true })
    expect(await all.verifier.verify(await all.issuer.token({ iat, exp: iat + 3_601 }))).toMatchObject({ ok: false })
  })

  test('an accepted token is cached for at most a minute and never beyond its expiry', async () => {
    let nowMs = Date.now()
    await using all = await open({ now: () => nowMs, clockToleranceSeconds: 0 })
    const long = await all.issuer.token()
    const first = await all.verifier.verify(long)
    nowMs += 59_000
    expect(await all.verifier.verify(long)).toBe(first)
    nowMs += 2_000
    const again = await all.verifier.verify(long)
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
    const short = await all.issuer.token({ exp: Math.ceil(nowMs / 1000) + 5 })
    expect(await all.verifier.verify(short)).toMatchObject({ ok: true })
    nowMs += 7_000
    expect(await all.verifier.verify(short)).toMatchObject({ ok: false, code: 'TOKEN_EXPIRED' })
  })
})

async function signWith(key: Parameters<SignJWT['sign']>[0], issuer: TestIssuer, header: object = {}) {
  const claims = { iss: issuer.issuer, aud: 'travel-rule', sub: 'x', iat: seconds(), exp: seconds() + 60 }
  const { kid } = issuer.key().publicJwk
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...(kid && { kid }), ...header }).sign(key)
}

const unsigned = (header: object, claims: object) =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

const badTokens: Record<string, (issuer: TestIssuer) => Promise<string> | string> = {
  'no token at all': () => '',
  'a word': () => 'nonsense',
  'three parts that are not JSON': () => 'a.b.c',
  'an encrypted token': () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AA.AA.AA',
  'a wrong signature': async (issuer) => signWith((await generateKeyPair('ES256')).privateKey, issuer),
  'a changed payload': async (issuer) => {
    const [header, , signature] = (await issuer.token()).split('.')
    const [, payload] = (await issuer.token({ sub: 'somebody-else' })).split('.')
    return `${header}.${payload}.${signature}`
  },
  'a signature that was cut off': async (issuer) => `${(await issuer.token()).split('.').slice(0, 2).join('.')}.`,
  'another audience': (issuer) => issuer.token({ aud: 'account' }),
  'no audience': (issuer) => issuer.token({ aud: undefined }),
  'another issuer': (issuer) => issuer.token({ iss: 'https://evil.example' }),
  'an issuer with a slash too many': (issuer) => issuer.token({ iss: `${issuer.issuer}/` }),
  'no issuer': (issuer) => issuer.token({ iss: undefined }),
  'not yet valid': (issuer) => issuer.token({ nbf: seconds() + 600 }),
  'issued in the future': (issuer) => issuer.token({ iat: seconds() + 600, exp: seconds() + 900 }),
  'no subject': (issuer) => issuer.token({ sub: undefined }),
  'an empty subject': (issuer) => issuer.token({ sub: '' }),
  'a subject with a control character': (issuer) => issuer.token({ sub: 'a\0b' }),
  'half a character as its subject': (issuer) => issuer.token({ sub: '\ud83d' }),
  'a subject longer than OpenID Connect allows': (issuer) => issuer.token({ sub: 'x'.repeat(256) }),
  'valid for more than a day': (issuer) => issuer.token({ exp: seconds() + 86_460 }),
  'no expiry': (issuer) => issuer.token({ exp: undefined }),
  'an expiry that is text': (issuer) => issuer.token({ exp: '4102444800' }),
  'no time of issue': (issuer) => issuer.token({ iat: undefined }),
  'an ID token': (issuer) => issuer.token({ typ: 'ID' }),
  'an ID token by its at_hash': (issuer) => issuer.token({ typ: undefined, at_hash: 'x' }),
  'a refresh token': (issuer) => issuer.token({ typ: 'Refresh' }),
  'an offline token': (issuer) => issuer.token({ typ: 'Offline' }),
  'a logout token by its header': (issuer) => issuer.token({}, { typ: 'logout+jwt' }),
  'more than 8 KB': (issuer) => issuer.token({ padding: 'x'.repeat(8 * 1024) }),
  'an unknown critical header': (issuer) => {
    const header = { alg: 'ES256', kid: issuer.key().publicJwk.kid, crit: ['unheard-of'], 'unheard-of': true }
    const claims = { iss: issuer.issuer, aud: 'travel-rule', sub: 'x', iat: seconds(), exp: seconds() + 60 }
    const signed = unsigned(header, claims).slice(0, -1)
    const key = KeyObject.from(issuer.key().privateKey)
    return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  },
  'a key id that is not published': (issuer) => issuer.token({}, { kid: 'unknown' }),
  'algorithm none': (issuer) =>
    unsigned(
      { alg: 'none' },
      { iss: issuer.issuer, aud: 'travel-rule', sub: 'x', iat: seconds(), exp: seconds() + 60 },
    ),
  'HS256 with the public key as its secret': async (issuer) => {
    const publicKey = await importJWK({ ...issuer.key().publicJwk, ext: true }, 'ES256', { extractable: true })
    if (publicKey instanceof Uint8Array) throw new Error('expected an asymmetric key')
    return signWith(Buffer.from(await exportSPKI(publicKey)), issuer, { alg: 'HS256' })
  },
  'HS256 with the published JWK as its secret': (issuer) =>
    signWith(Buffer.from(JSON.stringify(issuer.key().publicJwk).padEnd(32)), issuer, { alg: 'HS256' }),
}

describe('a refused token', () => {
  test.each(Object.entries(badTokens))('a token is refused: %s', async (_name, make) => {
    await using all = await open()
    await all.verifier.warm()
    const token = await make(all.issuer)
    const verdict = await all.verifier.verify(token)
    expect(verdict).toMatchObject({ ok: false, code: 'TOKEN_REFUSED' })
    expect(await all.verifier.verify(token)).toEqual(verdict)
  })

  test('a refused token is reported as expired only if the provider signed it', async () => {
    await using all = await open()
    const expired = { iat: seconds() - 600, exp: seconds() - 300 }
    expect(await all.verifier.verify(await all.issuer.token(expired))).toMatchObject({ code: 'TOKEN_EXPIRED' })
    const stranger = await generateKeyPair('ES256')
    const forged = await new SignJWT({ iss: all.issuer.issuer, aud: 'travel-rule', sub: 'x', ...expired })
      .setProtectedHeader({ alg: 'ES256', kid: all.issuer.key().publicJwk.kid ?? '' })
      .sign(stranger.privateKey)
    expect(await all.verifier.verify(forged)).toMatchObject({ code: 'TOKEN_REFUSED' })
  })

  test('the reason of a refused token repeats nothing from the token', async () => {
    await using all = await open()
    for (const make of Object.values(badTokens)) {
      const token = await make(all.issuer)
      const verdict = await all.verifier.verify(token)
      if (verdict.ok) throw new Error('expected a refusal')
      expect(verdict.reason).not.toMatch(/evil|unknown"|somebody|ey[JI]/)
      expect(verdict.reason.length).toBeLessThan(80)
    }
  })

  test('a token with an algorithm outside the allow-list is refused, even if the provider signs with it', async () => {
    await using all = await open({ algorithms: ['RS256'] })
    expect(await all.verifier.verify(await all.issuer.token())).toMatchObject({ code: 'TOKEN_REFUSED' })
  })

  test.each([['HS256'], ['none'], ['RS256', 'HS512'], []])('a verifier cannot be opened for %s', (...algorithms) => {
    expect(() => openOidcVerifier({ issuer: 'http://x', audience: 'y', algorithms })).toThrow(/asymmetric/)
  })
})
