import type { IncomingHttpHeaders } from 'node:http'
import type { LookupFunction } from 'node:net'
import {
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'
import { Client } from 'undici'
import { keyDigest, readCertificate } from './certificate-key.ts'
import type { Logger } from './logger.ts'
import { type OutboundCode, OutboundStop, outboundFailure } from './outbound-failure.ts'
import { type Address, planTarget, resolveName, type Target } from './outbound-target.ts'
import type { TlsIdentity } from './tls-files.ts'

export { isPrivateHost } from './private-host.ts'

export interface OutboundOptions {
  /** Which calls to hosts on private networks are allowed: none, over TLS, or always in plain HTTP. */
  readonly privateHosts: 'refuse' | 'https' | 'http'
  /** Timeout from the call to the last byte of the response, including name resolution. */
  readonly timeoutMs: number
  readonly responseBytesMax: number
  readonly logger: Logger
  /** The client certificate for mutual TLS, and authorities to trust besides Node's. Requested for every call. */
  readonly tls?: (() => Omit<TlsIdentity, 'leaf'>) | undefined
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: (hostname: string) => Promise<readonly Address[]>
}

export interface OutboundRequest {
  readonly method: string
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /**
   * The server must present a certificate with one of these keys, in the form returned by `keyDigest`; nothing is sent
   * to a different server. Without keys, any valid certificate for the host is accepted.
   */
  readonly pinnedKeys?: readonly string[] | undefined
}

export type OutboundResult =
  | {
      readonly ok: true
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly body: Buffer
      /** The server's certificate, DER; absent without TLS. */
      readonly certificate?: Buffer
    }
  | { readonly ok: false; readonly code: OutboundCode; readonly reason: string }

/** HTTP requests to untrusted hosts. Disposing ends pending requests with `OUTBOUND_UNREACHABLE`. */
export interface Outbound extends AsyncDisposable {
  /** Never throws. Any HTTP status is a result, redirects included. Bodies are not decoded. */
  request(request: OutboundRequest): Promise<OutboundResult>
}

const HEADER_BYTES_MAX = 32_768

/**
 * A client for hosts chosen by others: only HTTPS and public addresses, no redirects, no proxies, a limit on time and
 * size.
 *
 * A name is resolved once, all its addresses are checked, and the connection uses only those. Every call opens a new
 * connection, so that none is reused for a host whose addresses have changed.
 */
export function openOutbound(options: OutboundOptions): Outbound {
  const closing = new AbortController()
  const contexts = openContexts(options.tls)
  return {
    async request(request) {
      const deadline = AbortSignal.timeout(options.timeoutMs)
      const signals = [deadline, closing.signal, ...(request.signal ? [request.signal] : [])]
      const signal = AbortSignal.any(signals)
      try {
        const target = await beforeAbort(
          signal,
          planTarget(request.url, options.privateHosts, options.resolve ?? resolveName),
        )
        return await call(target, { request, secureContext: contexts() }, signal, options)
      } catch (error) {
        const failure = outboundFailure(error, { timedOut: deadline.aborted, timeoutMs: options.timeoutMs })
        options.logger.info(
          { host: hostOf(request.url), code: failure.code, reason: failure.reason },
          'outbound call failed',
        )
        return { ok: false, ...failure }
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the service is stopping'))
    },
  }
}

interface Call {
  readonly request: OutboundRequest
  readonly secureContext: SecureContext | undefined
}

async function call(
  { url, addresses }: Target,
  { request: { method, headers, body, pinnedKeys = [] }, secureContext }: Call,
  signal: AbortSignal,
  { responseBytesMax, timeoutMs }: OutboundOptions,
): Promise<OutboundResult> {
  if (pinnedKeys.length > 0 && url.protocol !== 'https:') {
    throw new OutboundStop('OUTBOUND_TLS', 'a key is pinned, but the call would not use TLS')
  }
  let certificate: Buffer | undefined
  const client = new Client(url.origin, {
    connect: {
      lookup: pinnedLookup(addresses),
      timeout: timeoutMs,
      // A resumed session would not present its certificate again.
      maxCachedSessions: 0,
      ...(secureContext !== undefined && { secureContext }),
      checkServerIdentity(host: string, peer: PeerCertificate) {
        certificate = peer.raw
        return checkServerIdentity(host, peer) ?? checkPins(peer.raw, pinnedKeys)
      },
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    maxResponseSize: responseBytesMax,
    pipelining: 1,
  })
  const destroy = (): void => void client.destroy(new OutboundStop('OUTBOUND_UNREACHABLE', String(signal.reason)))
  signal.addEventListener('abort', destroy, { once: true })
  try {
    const response = await client.request({
      method: method as 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { ...lowerCase(headers), 'accept-encoding': 'identity' },
      body: body ?? null,
      signal,
    })
    if (method !== 'HEAD' && Number(response.headers['content-length'] ?? 0) > responseBytesMax) {
      response.body.on('error', () => undefined).destroy()
      throw new OutboundStop('OUTBOUND_TOO_LARGE', `the response is longer than ${responseBytesMax} bytes`)
    }
    const bytes = Buffer.from(await response.body.bytes())
    const { statusCode: status } = response
    return { ok: true, status, headers: response.headers, body: bytes, ...(certificate && { certificate }) }
  } finally {
    signal.removeEventListener('abort', destroy)
    await client.destroy()
  }
}

/** The TLS context of the current identity. Cached per identity, since creating it takes milliseconds. */
function openContexts(tls: OutboundOptions['tls']): () => SecureContext | undefined {
  let identity: ReturnType<NonNullable<typeof tls>> | undefined
  let context: SecureContext | undefined
  return () => {
    const current = tls?.()
    if (current !== undefined && current !== identity) {
      const { certificate: cert, key, authorities } = current
      const ca = [...getCACertificates('default'), ...authorities]
      context = createSecureContext({ cert, key, ca, minVersion: 'TLSv1.2' })
      identity = current
    }
    return context
  }
}

function checkPins(der: Buffer, pinnedKeys: readonly string[]): Error | undefined {
  if (pinnedKeys.length === 0) return undefined
  const certificate = readCertificate(der)
  if (certificate !== undefined && pinnedKeys.includes(keyDigest(certificate))) return undefined
  return new OutboundStop('OUTBOUND_TLS', 'the server presented a certificate with another key than the pinned one')
}

/** A lookup that returns the checked addresses for every name. */
function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses
    if (options.all === true) done(null, [...addresses])
    else if (first === undefined) done(new Error('no address'), '')
    else done(null, first.address, first.family)
  }
}

async function beforeAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function hostOf(url: string | URL): string {
  return URL.canParse(url.toString()) ? new URL(url).host : ''
}
