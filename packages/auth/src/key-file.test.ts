import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OidcVerifierOptions, openOidcVerifier } from './oidc-verifier.ts'
import { openTestIssuer, type TestIssuer } from './testing/test-issuer.ts'

let folder: string
let path: string
let issuer: TestIssuer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
  path = join(folder, 'state', 'keys.json')
  issuer = await openTestIssuer()
})
afterEach(async () => {
  await issuer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function open(options: Partial<OidcVerifierOptions> = {}) {
  return openOidcVerifier({ issuer: issuer.issuer, audience: 'travel-rule', keysFile: path, ...options })
}

/** Fetches the keys once, and stores them. */
async function store() {
  await using verifier = open()
  await verifier.warm()
}

const providerDown = () => issuer.respondWith((_request, response) => void response.writeHead(503).end())

describe('stored signature keys', () => {
  test('stored signature keys verify tokens after a restart while the provider is unavailable', async () => {
    await store()
    const token = await issuer.token()
    providerDown()
    await using restarted = open()
    expect(await restarted.verify(token)).toMatchObject({ ok: true })
    expect(restarted.ready()).toBe(true)
    await using other = openOidcVerifier({ issuer: issuer.issuer, audience: 'travel-rule' })
    expect(await other.verify(token)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  test('stored signature keys are in a file that only this user may read, without a private key', async () => {
    await store()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const content = JSON.parse(await readFile(path, 'utf8'))
    expect(content).toMatchObject({ issuer: issuer.issuer, keys: [{ kid: issuer.key().publicJwk.kid }] })
    expect(content.keys[0]).not.toHaveProperty('d')
  })

  test('stored signature keys are not used while the provider responds', async () => {
    await store()
    await issuer.rotate()
    await using restarted = open()
    expect(await restarted.verify(await issuer.token())).toMatchObject({ ok: true })
    await store()
    expect(await readFile(path, 'utf8')).toContain(issuer.key().publicJwk.kid)
  })

  test('stored signature keys are replaced once the provider responds again, and withdrawn keys are no longer trusted', async () => {
    await store()
    const old = await issuer.token()
    await issuer.rotate()
    providerDown()
    const withdrawn = Promise.withResolvers<void>()
    await using restarted = open({ keyLimits: { retryAfterMs: 20 }, onKeysWithdrawn: () => withdrawn.resolve() })
    expect(await restarted.verify(old)).toMatchObject({ ok: true })
    issuer.respondWith(undefined)
    await withdrawn.promise
    expect(await restarted.verify(old)).toMatchObject({ code: 'TOKEN_REFUSED' })
    expect(await restarted.verify(await issuer.token())).toMatchObject({ ok: true })
  })

  const unusable: Record<string, () => Promise<void>> = {
    'others may write': () => chmod(path, 0o620),
    'is damaged': () => writeFile(path, '{"issuer"'),
    'holds keys of another issuer': () => edit({ issuer: 'https://other.example' }),
    'holds no key': () => edit({ keys: [] }),
    'holds only a symmetric key': () => edit({ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }),
    'is older than keys are trusted': () => edit({ fetchedAt: new Date(Date.now() - 13 * 3_600_000).toISOString() }),
    'is from the future': () => edit({ fetchedAt: new Date(Date.now() + 3_600_000).toISOString() }),
    'has no date': () => edit({ fetchedAt: undefined }),
    'is missing': () => rm(path),
  }

  async function edit(changes: object) {
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...changes }))
  }

  test.each(Object.entries(unusable))('stored keys are not trusted from a file that %s', async (_, change) => {
    await store()
    await change()
    providerDown()
    await using restarted = open()
    expect(await restarted.verify(await issuer.token())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  test('an unwritable key file does not prevent verification, and is logged once', async () => {
    await writeFile(join(folder, 'state'), 'a file in the place of a folder')
    const warnings: string[] = []
    const logger = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) }
    await using verifier = open({ logger, keyLimits: { refreshAfterMs: 20 } })
    expect(await verifier.verify(await issuer.token())).toMatchObject({ ok: true })
    await expect.poll(() => issuer.requests.length).toBeGreaterThan(6)
    expect(warnings).toEqual(['the file of signature keys cannot be written'])
  })
})
