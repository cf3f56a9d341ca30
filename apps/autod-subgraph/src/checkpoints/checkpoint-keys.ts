import type { Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { parseJson } from '@travel-rule/service/json'
import { CompactSign, calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  type Checkpoint,
  type CheckpointClaims,
  decodeCheckpoint,
  encodeCheckpoint,
  type VerifyCheckpoint,
} from './domain/checkpoint.ts'

/** `typ` of the protected header, which distinguishes a checkpoint from any other JWS. */
const CHECKPOINT_TYPE = 'audit-checkpoint+jws'
const VERIFIED_MAX = 10_000
const KEYS_MAX = 50

const publicSchema = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().min(1),
  kid: z.string().min(1).optional(),
})
const keySetSchema = z.object({ keys: z.array(publicSchema).min(1).max(KEYS_MAX).refine(haveDifferentIds) })

/** The Ed25519 keys in a JWK or JWK set as JSON; `undefined` for anything else. */
export function parseCheckpointKeys(json: string): readonly JWK[] | undefined {
  const value = parseJson(json)
  const set = keySetSchema.safeParse(value)
  if (set.success) return set.data.keys as readonly JWK[]
  const key = publicSchema.safeParse(value)
  return key.success ? [key.data as JWK] : undefined
}

/** A JWK set whose first key is private; later keys may be public. Must be described as `secret`. */
export const checkpointKeysSetting = z.string().transform((json, context): readonly JWK[] => {
  const keys = parseCheckpointKeys(json)
  if (typeof keys?.[0]?.d === 'string') return keys
  const message = 'must be a JWK set, {"keys":[…]}, of Ed25519 keys of different `kid`, the first of them private'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

export interface CheckpointKeys {
  sign(claims: CheckpointClaims): Promise<SignedCheckpoint>
  readonly verify: VerifyCheckpoint
  /** The keys that a verifier needs. */
  publicKeys(): { readonly keys: readonly JWK[] }
}

export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  /** A compact JWS. */
  readonly jws: string
}

/** Signs checkpoints with the first key, and verifies those signed with any of the keys. */
export async function openCheckpointKeys(keys: readonly JWK[]): Promise<CheckpointKeys> {
  const [first] = keys
  if (first?.d === undefined) throw new Error('a private Ed25519 key is needed to sign checkpoints')
  const published = await Promise.all(keys.map(publicKeyOf))
  const keyId = published[0]?.kid ?? ''
  const signingKey = await importJWK(first, 'EdDSA')
  return {
    async sign(claims) {
      const payload = new TextEncoder().encode(encodeCheckpoint(claims))
      const header = { alg: 'EdDSA', kid: keyId, typ: CHECKPOINT_TYPE }
      const jws = await new CompactSign(payload).setProtectedHeader(header).sign(signingKey)
      return { checkpoint: { ...claims, keyId }, jws }
    },
    verify: await openCheckpointVerifier(keys),
    publicKeys: () => ({ keys: published }),
  }
}

/** Verifies checkpoints signed with any of `keys`. Caches the last 10,000. */
export async function openCheckpointVerifier(keys: readonly JWK[]): Promise<VerifyCheckpoint> {
  const published = await Promise.all(keys.map(publicKeyOf))
  const imported = new Map<string | undefined, Awaited<ReturnType<typeof importJWK>>>()
  for (const key of published) imported.set(key.kid, await importJWK(key, 'EdDSA'))
  const verified = new LRUCache<string, Checkpoint>({ max: VERIFIED_MAX })

  return async (jws) => {
    const known = verified.get(jws)
    if (known !== undefined) return known
    try {
      const { payload, protectedHeader } = await compactVerify(
        jws,
        ({ kid }) => {
          const key = imported.get(kid)
          if (key === undefined) throw new Error('unknown key')
          return key
        },
        { algorithms: ['EdDSA'] },
      )
      const claims = decodeCheckpoint(new TextDecoder().decode(payload))
      if (protectedHeader.typ !== CHECKPOINT_TYPE || claims === undefined) return undefined
      const checkpoint = { ...claims, keyId: protectedHeader.kid ?? '' }
      verified.set(jws, checkpoint)
      return checkpoint
    } catch {
      return undefined
    }
  }
}

/** `GET /audit-keys.json`: the public keys that verify the checkpoints of the audit log. */
export function checkpointKeysRoute(keys: CheckpointKeys): Route {
  const response = jsonResponse(200, keys.publicKeys())
  return { method: 'GET', path: '/audit-keys.json', handle: () => response }
}

function haveDifferentIds(keys: readonly { readonly kid?: string | undefined }[]): boolean {
  const ids = keys.flatMap(({ kid }) => kid ?? [])
  return new Set(ids).size === ids.length
}

async function publicKeyOf({ kty, crv, x, kid }: JWK): Promise<JWK> {
  const key = { kty, crv, x } as JWK
  return { ...key, kid: kid ?? (await calculateJwkThumbprint(key)), use: 'sig', alg: 'EdDSA' }
}
