import type { X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { readCertificate } from '@travel-rule/service/certificate-key'
import { LRUCache } from 'lru-cache'
import type { ClientAddresses } from './client-address.ts'

/** A certificate whose private key the client holds. */
export interface ClientCertificate {
  readonly certificate: X509Certificate
  /** The reason why it is not valid, such as `CERT_HAS_EXPIRED`; absent when it is valid. */
  readonly problem?: string
}

/** Finds the certificate of a request's client. */
export type ClientCertificates = (socket: Duplex, headers: IncomingHttpHeaders) => ClientCertificate | undefined

/** Length of a certificate of 12 KB in Base64. */
const HEADER_LENGTH_MAX = 16_384
/** Number of cached parsed certificates, since a client sends the same one with each request. */
const FORWARDED_MAX = 500

/**
 * The certificates of clients that connect with TLS. Validity is checked at the handshake, and the dates again at each
 * request.
 */
export const presentedCertificates: ClientCertificates = (socket) => {
  if (!(socket instanceof TLSSocket)) return undefined
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return undefined
  const problem = dateProblem(certificate) ?? (socket.authorized ? undefined : String(socket.authorizationError))
  return { certificate, ...(problem !== undefined && { problem }) }
}

/**
 * The certificates that trusted proxies forward in `Client-Cert`. The proxy must have verified them, and must remove
 * the header from client requests. Source: RFC 9440, 2.2.
 */
export function forwardedCertificates({ isProxy }: ClientAddresses): ClientCertificates {
  const parsed = new LRUCache<string, X509Certificate>({ max: FORWARDED_MAX })
  return ({ remoteAddress }: Duplex & { readonly remoteAddress?: string }, headers) => {
    const header = headers['client-cert']
    if (typeof header !== 'string' || !isProxy(remoteAddress ?? '')) return undefined
    const certificate = parsed.get(header) ?? parseForwarded(header)
    if (certificate === undefined) return undefined
    parsed.set(header, certificate)
    const problem = dateProblem(certificate)
    return { certificate, ...(problem !== undefined && { problem }) }
  }
}

function parseForwarded(header: string): X509Certificate | undefined {
  const base64 = header.length > HEADER_LENGTH_MAX ? undefined : /^:([A-Za-z0-9+/]+={0,2}):$/.exec(header.trim())?.[1]
  return base64 === undefined ? undefined : readCertificate(Buffer.from(base64, 'base64'))
}

function dateProblem({ validFromDate, validToDate }: X509Certificate): string | undefined {
  const now = new Date()
  if (now < validFromDate) return 'CERT_NOT_YET_VALID'
  return now > validToDate ? 'CERT_HAS_EXPIRED' : undefined
}
