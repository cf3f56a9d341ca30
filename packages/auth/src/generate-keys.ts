import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** A fresh private Ed25519 key as a JWK set with one key, ready for `openAssertionSigner`. Its `kid` is its RFC 7638 thumbprint. */
export async function generateAssertionKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'EdDSA' }] }
}
