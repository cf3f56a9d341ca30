import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from '@travel-rule/http-host/http-host'

/** Which pages of other origins may read answers. Credentials of the browser are never taken: identity is in a header that a page must set. */
export interface Cors {
  /** What every answer to these request headers varies by, beside what it varies by anyway; empty when no origin is allowed at all. */
  readonly vary: '' | ', origin'
  /** The headers of an answer that let the page read it; none for an origin that is not on the list. */
  headersFor(request: IncomingHttpHeaders): Readonly<Record<string, string>>
  /** The answer to `OPTIONS`, a preflight or not. */
  preflight(request: IncomingHttpHeaders): HttpAnswer
}

/** Origins exactly as browsers send them: `https://app.example`. */
export function openCors(origins: readonly string[]): Cors {
  const allowed = new Map(
    origins.map((origin) => [
      origin,
      { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders },
    ]),
  )
  const vary = origins.length === 0 ? '' : ', origin'
  return {
    vary,
    headersFor: ({ origin }) => (origin === undefined ? NOTHING : (allowed.get(origin) ?? NOTHING)),
    preflight({ origin, 'access-control-request-method': method }) {
      const headers = { allow: methods, ...(vary !== '' && { vary: 'origin' }) }
      if (origin === undefined || method === undefined || !allowed.has(origin)) return { status: 204, headers }
      return { status: 204, headers: { ...headers, ...PREFLIGHT, 'access-control-allow-origin': origin } }
    },
  }
}

const NOTHING: Readonly<Record<string, string>> = {}
const methods = 'GET, HEAD, OPTIONS, POST'
const exposedHeaders = 'retry-after, www-authenticate'
/** Browsers keep an answer at most two hours (Chromium). */
const preflightSeconds = 7_200

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, accept, traceparent, tracestate, apollo-require-preflight, apollographql-client-name, apollographql-client-version, x-apollo-operation-name',
  'access-control-max-age': String(preflightSeconds),
}
