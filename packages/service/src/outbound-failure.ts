/** Why a call to another host failed. */
export type OutboundCode =
  | 'OUTBOUND_HOST_REFUSED'
  | 'OUTBOUND_TIMEOUT'
  | 'OUTBOUND_TOO_LARGE'
  | 'OUTBOUND_UNREACHABLE'
  | 'OUTBOUND_URL_REFUSED'
  | 'OUTBOUND_TLS'

/** Thrown to end a call with this code and reason. */
export class OutboundStop extends Error {
  readonly code: OutboundCode

  constructor(code: OutboundCode, reason: string) {
    super(reason)
    this.name = 'OutboundStop'
    this.code = code
  }
}

/** The code of a failed call. The reason never contains data from the remote host. */
export function outboundFailure(
  error: unknown,
  { timedOut, timeoutMs }: { readonly timedOut: boolean; readonly timeoutMs: number },
): { readonly code: OutboundCode; readonly reason: string } {
  if (timedOut) return { code: 'OUTBOUND_TIMEOUT', reason: `no complete response within ${timeoutMs} ms` }
  if (error instanceof OutboundStop) return { code: error.code, reason: error.message }
  const code = codeOf(error)
  if (TIMEOUTS.has(code)) return { code: 'OUTBOUND_TIMEOUT', reason: code }
  if (TOO_LARGE.has(code)) return { code: 'OUTBOUND_TOO_LARGE', reason: code }
  if (isTls(code)) return { code: 'OUTBOUND_TLS', reason: code }
  return { code: 'OUTBOUND_UNREACHABLE', reason: code }
}

const TIMEOUTS: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
])

const TOO_LARGE: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_EXCEEDED_MAX_SIZE'])

/**
 * OpenSSL's certificate errors have no common prefix. Source: node:tls, "X509 certificate error
 * codes".
 */
function isTls(code: string): boolean {
  return (
    code === 'EPROTO' ||
    /^ERR_(TLS|SSL)_/.test(code) ||
    /CERT|^CRL_|^(UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/.test(code)
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? error.name : codeOf(error.cause)
}
