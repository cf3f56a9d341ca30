import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { isKeyDigest, keyDigest, readCertificate } from '@travel-rule/service/certificate-key'
import { isLei } from '../../foundation/domain/lei.ts'
import type { CertificateIdentity, PresentedCertificate } from '../domain/sender-proof.ts'
import type { DiscoveryProblem, VaspDiscovery } from '../domain/vasp-discovery.ts'

const SUBJECT_LENGTH_MAX = 500

/** A client certificate in the form that `verifySender` compares with a VASP. */
export function describePresented({
  certificate,
  problem,
}: {
  readonly certificate: X509Certificate
  readonly problem?: string
}): PresentedCertificate {
  return {
    identity: certificateIdentity(certificate),
    namesHosts: /(DNS|IP Address):/.test(certificate.subjectAltName ?? ''),
    covers: (host) => coversHost(certificate, host),
    ...(problem !== undefined && { problem }),
    lacksAuthority: problem !== undefined && AUTHORITY_PROBLEMS.has(problem),
  }
}

/** OpenSSL's verification errors for a certificate whose issuer is not trusted. */
const AUTHORITY_PROBLEMS: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The digest of a key, given as a PEM certificate or as the digest itself. */
export function readPin(text: string): string | undefined {
  const pin = text.trim()
  return isKeyDigest(pin) ? pin : keyOfPem(pin)
}

/** The digest of the key of a PEM certificate; `undefined` when it cannot be parsed. */
export function keyOfPem(pem: string): string | undefined {
  if (pem.length > PEM_LENGTH_MAX || !pem.startsWith('-----BEGIN CERTIFICATE-----')) return undefined
  const certificate = readCertificate(pem)
  return certificate && keyDigest(certificate)
}

const PEM_LENGTH_MAX = 16_384

/** Contradictions between `/identity` and the certificate that its server presented, in DER. */
export function identityContradictions(
  { lei, x509 }: VaspDiscovery,
  der: Buffer | undefined,
): readonly DiscoveryProblem[] {
  const presented = der && readCertificate(der)
  if (presented === undefined) return []
  const identity = certificateIdentity(presented)
  const published = x509 === undefined ? undefined : keyOfPem(x509)
  const messages = [
    ...(x509 !== undefined && published === undefined ? ['x509 is not a certificate that can be parsed.'] : []),
    ...(published !== undefined && published !== identity.keySha256
      ? ['x509 has another key than the certificate that the server presented.']
      : []),
    ...(lei !== undefined && identity.lei !== undefined && lei !== identity.lei
      ? [`lei is ${lei}, but the certificate that the server presented is for ${identity.lei}.`]
      : []),
  ]
  return messages.map((message) => ({ path: '/identity', message }))
}

/** Identities of the certificates that are kept parsed. */
const identities = new WeakMap<X509Certificate, CertificateIdentity>()

function certificateIdentity(certificate: X509Certificate): CertificateIdentity {
  const known = identities.get(certificate) ?? readIdentity(certificate)
  identities.set(certificate, known)
  return known
}

/** Reads the LEI from `organizationIdentifier`. Source: ETSI EN 319 412-1, 5.1.4. */
function readIdentity(certificate: X509Certificate): CertificateIdentity {
  const { subject } = certificate.toLegacyObject() as { subject?: Readonly<Record<string, unknown>> }
  const identifiers = [subject?.organizationIdentifier ?? []].flat()
  const lei = identifiers.map((text) => /^LEIXG-(.{20})$/.exec(String(text))?.[1] ?? '').find(isLei)
  return {
    subject: (certificate.subject ?? '').split('\n').join(', ').slice(0, SUBJECT_LENGTH_MAX),
    keySha256: keyDigest(certificate),
    ...(lei === undefined ? {} : { lei }),
    notAfter: certificate.validToDate.toISOString(),
  }
}

/** True if a certificate is valid for `host`, which may include a port. */
function coversHost(certificate: X509Certificate, host: string): boolean {
  const hostname = new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, '')
  // Throws for a string that is not an IP address.
  if (isIP(hostname) !== 0) return certificate.checkIP(hostname) !== undefined
  return certificate.checkHost(hostname, { subject: 'never', partialWildcards: false }) !== undefined
}
