import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** A JWK set with one new private Ed25519 key. Its `kid` is the RFC 7638 thumbprint. */
export async function generateAssertionKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'EdDSA' }] }
}
