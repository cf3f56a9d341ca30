import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequest, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { Pool } from 'undici'

export interface AuthProxyOptions {
  /** Where the identity provider answers; a path in it goes before `/auth`. */
  readonly providerUrl: string
  /** How clients reach us: told to the provider, since its links and its issuer follow from it. */
  readonly baseUrl: string
  readonly logger: Logger
}

export interface AuthProxy extends AsyncDisposable {
  readonly route: Route
}

const bodyBytesMax = 100_000
const connectionsMax = 64
const timeoutMs = 15_000
const connectTimeoutMs = 3_000

/** Passes `/auth/*` on to the identity provider and its answers back, as they come. */
export function openAuthProxy(options: AuthProxyOptions): AuthProxy {
  const { origin, pathname } = new URL(options.providerUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const pool = new Pool(origin, {
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function pass(request: HttpRequest): Promise<HttpResponse> {
    const { method, url, body, signal } = request
    // As a URL is normalised, so that dots cannot lead out of /auth; what is left of them is for the provider.
    if (!url.pathname.startsWith('/auth/')) return { status: 404 }
    try {
      const answer = await pool.request({
        method: method as 'GET',
        path: `${prefix}${url.pathname}${url.search}`,
        headers: requestHeaders(request, options.baseUrl),
        body: body.byteLength > 0 ? body : null,
        signal,
      })
      return { status: answer.statusCode, headers: answerHeaders(answer.headers), body: answer.body }
    } catch (error) {
      // Nobody may have waited for its answer.
      if (!signal.aborted) options.logger.warn({ err: error }, 'the identity provider did not answer')
      return unavailable()
    }
  }

  return {
    route: {
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      path: '/auth/*',
      bodyBytesMax,
      handle: pass,
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** Source: RFC 9110, section 7.6.1 "Connection", and RFC 2616, section 13.5.1. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

function requestHeaders(request: HttpRequest, baseUrl: string): Record<string, string | string[]> {
  const { headers, remoteAddress } = request
  const base = new URL(baseUrl)
  const passed = endToEnd(headers, (name) =>
    /^(host|content-length|expect|forwarded)$|^x[-_](forwarded|identity)[-_]/.test(name),
  )
  return {
    ...passed,
    'x-forwarded-for': remoteAddress,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    'x-forwarded-port': base.port || (base.protocol === 'https:' ? '443' : '80'),
  }
}

function answerHeaders(headers: IncomingHttpHeaders): Record<string, string | readonly string[]> {
  return endToEnd(headers, () => false)
}

function endToEnd(headers: IncomingHttpHeaders, drop: (name: string) => boolean): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.includes(name) || named.includes(name) || drop(name)) continue
    kept[name] = value
  }
  return kept
}

/** Source: RFC 6749, section 4.1.2.1, `temporarily_unavailable`. */
function unavailable(): HttpResponse {
  const description = 'The identity provider does not answer. Try again later.'
  return {
    status: 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' },
    body: JSON.stringify({ error: 'temporarily_unavailable', error_description: description }),
  }
}
