import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Identity } from './identity.ts'

export interface AssertionSignerOptions {
  /** The `iss` claim of every assertion: the name of the signing service. */
  readonly issuer: string
  /**
   * Private Ed25519 keys, whose public parts are all published. The first signs; the others verify older assertions.
   */
  readonly keys: readonly JWK[]
  readonly ttlSeconds?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

export interface AssertionSigner {
  /** An assertion about the caller for one audience, reused for the first half of its lifetime. */
  mint(identity: Identity, audience: string): Promise<string>
  /** The key set to publish at `/.well-known/jwks.json`. */
  publicKeys(): { keys: JWK[] }
}

/** The `typ` header, which distinguishes an assertion from any other JWT. */
export const ASSERTION_TYPE = 'identity-assertion+jwt'

interface Minted {
  readonly assertion: Promise<string>
  readonly untilMs: number
}

const mintedEntriesMax = 10_000

/** Signs identity assertions (JWS, EdDSA). Throws for no keys, and for any but private Ed25519. */
export async function openAssertionSigner(options: AssertionSignerOptions): Promise<AssertionSigner> {
  const now = options.now ?? Date.now
  const ttlSeconds = options.ttlSeconds ?? 60
  const published = await Promise.all(options.keys.map(publicKeyOf))
  const [first] = options.keys
  const kid = published[0]?.kid
  if (!first || !kid) throw new Error('at least one private Ed25519 key is needed to sign assertions')
  const signingKey = await importJWK(first, 'EdDSA')
  const minted = new LRUCache<string, Minted>({ max: mintedEntriesMax })

  // Looked up first, because it needs no serialization; `minted` also finds equal claims in other objects.
  const recent = new WeakMap<Identity, Map<string, Minted>>()

  function recentOf(identity: Identity): Map<string, Minted> {
    const byAudience = recent.get(identity)
    if (byAudience !== undefined) return byAudience
    const fresh = new Map<string, Minted>()
    recent.set(identity, fresh)
    return fresh
  }

  return {
    mint(identity, audience) {
      const latest = recentOf(identity)
      const last = latest.get(audience)
      if (last !== undefined && now() < last.untilMs) return last.assertion
      const cacheKey = JSON.stringify([audience, claimsOf(identity)])
      const cached = minted.get(cacheKey)
      if (cached && now() < cached.untilMs) {
        latest.set(audience, cached)
        return cached.assertion
      }
      const issuedAtSeconds = Math.floor(now() / 1000)
      const assertion = new SignJWT(claimsOf(identity))
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: ASSERTION_TYPE })
        .setIssuer(options.issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(issuedAtSeconds + ttlSeconds)
        .sign(signingKey)
      const fresh = { assertion, untilMs: (issuedAtSeconds + ttlSeconds / 2) * 1000 }
      minted.set(cacheKey, fresh)
      latest.set(audience, fresh)
      return assertion
    },
    publicKeys: () => ({ keys: published.map((key) => ({ ...key })) }),
  }
}

function claimsOf(identity: Identity) {
  const { subject, clientId, actsFor, name, roles, scopes } = identity
  return { sub: subject, azp: clientId, acts_for: actsFor, name, roles: [...roles], scopes: [...scopes] }
}

async function publicKeyOf(key: JWK): Promise<JWK> {
  const { kty, crv, x, d } = key
  if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined || d === undefined) {
    throw new Error('every assertion key must be a private Ed25519 JWK (kty OKP, crv Ed25519, x, d)')
  }
  const kid = key.kid ?? (await calculateJwkThumbprint({ kty, crv, x }))
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }
}
