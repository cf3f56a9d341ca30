// @peculiar/x509 requires this module to be loaded first.
import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its private key, PEM. */
export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

/** The subject of a certificate for a server and client at these hosts. */
export interface CertificateRequest {
  /** The common name. */
  readonly name: string
  /** DNS names and IP addresses. */
  readonly hosts: readonly string[]
  /** Legal entity identifier, written as `organizationIdentifier`. */
  readonly lei?: string | undefined
  readonly notBefore?: Date | undefined
  readonly notAfter?: Date | undefined
}

/** A certificate authority whose key is in this process. */
export interface CertificateAuthority extends KeyPair {
  issue(request: CertificateRequest): Promise<KeyPair>
}

const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3_650
const CERTIFICATE_DAYS = 397
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Source: ETSI EN 319 412-1, 5.1.4, `LEIXG-` and the LEI. */
const ORGANIZATION_IDENTIFIER = '2.5.4.97'

/** A new authority. */
export async function createAuthority(name: string): Promise<CertificateAuthority> {
  const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [name] }],
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: SIGNING,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return openAuthority({ certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) })
}

/** Restores the authority from a certificate and key that `createAuthority` returned. */
export async function openAuthority({ certificate, key }: KeyPair): Promise<CertificateAuthority> {
  const signingKey = await webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(key), CURVE, false, ['sign'])
  const issuer = new X509Certificate(certificate).subjectName
  return {
    certificate,
    key,
    async issue({ name, hosts, lei, notBefore, notAfter }) {
      const keys = await webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
      const issued = await X509CertificateGenerator.create({
        serialNumber: newSerial(),
        subject: [{ CN: [name] }, ...(lei === undefined ? [] : [{ [ORGANIZATION_IDENTIFIER]: [`LEIXG-${lei}`] }])],
        issuer,
        notBefore: notBefore ?? new Date(Date.now() - DAY_MS),
        notAfter: notAfter ?? new Date(Date.now() + CERTIFICATE_DAYS * DAY_MS),
        publicKey: keys.publicKey,
        signingKey,
        signingAlgorithm: SIGNING,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
          new SubjectAlternativeNameExtension(
            hosts.map((host) => ({ type: /^[\d.]+$|:/.test(host) ? 'ip' : 'dns', value: host })),
          ),
        ],
      })
      return { certificate: issued.toString('pem'), key: await exportKey(keys.privateKey) }
    },
  }
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

/** A positive number of 16 bytes, in hexadecimal. */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}
