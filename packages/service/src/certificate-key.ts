import { createHash, X509Certificate } from 'node:crypto'

/**
 * The SHA-256 digest of a certificate's public key (its SubjectPublicKeyInfo), in Base64. It stays
 * the same when the certificate is renewed for the same key. Source: RFC 7469, 2.4.
 */
export function keyDigest(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('base64')
}

/** True if `digest` has the form that `keyDigest` returns. */
export function isKeyDigest(digest: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(digest)
}

/** The certificate in PEM or DER; `undefined` when it cannot be parsed. */
export function readCertificate(content: string | Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(content)
    // Throws for a key with an unknown algorithm.
    void certificate.publicKey
    return certificate
  } catch {
    return undefined
  }
}
