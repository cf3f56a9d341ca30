import { CompactSign, calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose'

/** `typ` of the protected header, which distinguishes evidence from any other JWS. */
const EVIDENCE_TYPE = 'transaction-evidence+jws'

/** Signs the hexadecimal hash of evidence and returns a compact JWS. */
export type SignEvidence = (hash: string) => Promise<{ readonly signature: string; readonly keyId: string }>

/** Signs with the first key, which also signs checkpoints. */
export async function openEvidenceSigner([key]: readonly JWK[]): Promise<SignEvidence> {
  if (key?.d === undefined) throw new Error('a private Ed25519 key is needed to sign evidence')
  const keyId = await keyIdOf(key)
  const signingKey = await importJWK(key, 'EdDSA')
  return async (hash) => {
    const header = { alg: 'EdDSA', kid: keyId, typ: EVIDENCE_TYPE }
    const signature = await new CompactSign(Buffer.from(hash)).setProtectedHeader(header).sign(signingKey)
    return { signature, keyId }
  }
}

/** The signed hash and the key that signed it; `undefined` if none of `keys` did. */
export async function verifyEvidenceSignature(
  signature: string,
  keys: readonly JWK[],
): Promise<{ readonly hash: string; readonly keyId: string } | undefined> {
  // The last base64url character has unused bits, so that several strings decode to the same bytes.
  const isCanonical = signature
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  if (!isCanonical) return undefined
  for (const key of keys) {
    try {
      const { payload, protectedHeader } = await compactVerify(signature, await importJWK(publicPart(key), 'EdDSA'), {
        algorithms: ['EdDSA'],
      })
      const keyId = await keyIdOf(key)
      if (protectedHeader.typ !== EVIDENCE_TYPE || protectedHeader.kid !== keyId) continue
      return { hash: Buffer.from(payload).toString('utf8'), keyId }
    } catch {
      // Not signed with this key.
    }
  }
  return undefined
}

function publicPart({ kty, crv, x }: JWK): JWK {
  return { kty, crv, x } as JWK
}

async function keyIdOf(key: JWK): Promise<string> {
  return key.kid ?? (await calculateJwkThumbprint(publicPart(key)))
}
