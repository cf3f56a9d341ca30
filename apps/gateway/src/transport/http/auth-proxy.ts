import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequest, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import { HttpRefusal } from '@travel-rule/http-host/http-problem'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { Pool } from 'undici'

export interface AuthProxyOptions {
  /** The URL of the identity provider; its path is prepended to `/auth`. */
  readonly providerUrl: string
  /** Names the realm, the only one that is public. */
  readonly issuer: string
  /** The gateway's public URL, from which the provider derives its links and its issuer. */
  readonly baseUrl: string
  readonly logger: Logger
}

export interface AuthProxy extends AsyncDisposable {
  readonly route: Route
}

const bodyBytesMax = 100_000
const connectionsMax = 64
/** The host terminates a response that takes longer than an operation may. */
const timeoutMs = 60_000
const connectTimeoutMs = 10_000

/**
 * Proxies the public paths below `/auth` to the identity provider, streaming its responses. Any other path is 404
 * `ROUTE_NOT_FOUND`. Throws `OperatorError` when the issuer names no realm.
 */
export function openAuthProxy(options: AuthProxyOptions): AuthProxy {
  const isPublic = openAuthPaths(options.issuer)
  const { origin, pathname } = new URL(options.providerUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const pool = new Pool(origin, {
    connections: connectionsMax,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function proxy(request: HttpRequest): Promise<HttpResponse> {
    const { method, url, body, signal } = request
    try {
      const response = await pool.request({
        method: method as 'GET',
        path: `${prefix}${url.pathname}${url.search}`,
        headers: requestHeaders(request, options.baseUrl),
        body: body.byteLength > 0 ? body : null,
        signal,
      })
      return { status: response.statusCode, headers: responseHeaders(response.headers), body: response.body }
    } catch (error) {
      // A disconnected client is not a failure of the provider.
      if (!signal.aborted) options.logger.warn({ err: error }, 'the identity provider did not respond')
      return unavailable()
    }
  }

  return {
    route: {
      method: ['GET', 'POST', 'OPTIONS'],
      path: '/auth/*',
      bodyBytesMax,
      admit({ path }) {
        if (!isPublic(path)) throw new HttpRefusal(404, 'ROUTE_NOT_FOUND', 'There is nothing at this address')
        return undefined
      },
      handle: proxy,
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
  const { headers, clientAddress } = request
  const base = new URL(baseUrl)
  const forwarded = endToEnd(headers, (name) =>
    /^(host|content-length|expect|forwarded|x-real-ip)$|^x[-_](forwarded|identity)[-_]/.test(name),
  )
  return {
    ...forwarded,
    'x-forwarded-for': clientAddress,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    'x-forwarded-port': base.port || (base.protocol === 'https:' ? '443' : '80'),
  }
}

function responseHeaders(headers: IncomingHttpHeaders): Record<string, string | readonly string[]> {
  return endToEnd(headers, () => false)
}

function endToEnd(headers: IncomingHttpHeaders, drop: (name: string) => boolean): Record<string, string | string[]> {
  const listed = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const passed: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.includes(name) || listed.includes(name) || drop(name)) continue
    passed[name] = value
  }
  return passed
}

/** Source: RFC 6749, section 4.1.2.1, `temporarily_unavailable`. */
function unavailable(): HttpResponse {
  const description = 'The identity provider does not respond. Try again later.'
  return {
    status: 503,
    headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' },
    body: JSON.stringify({ error: 'temporarily_unavailable', error_description: description }),
  }
}

/** Decides if a path below `/auth` is public. Takes the path as it was sent, without its query. */
export type AuthPaths = (path: string) => boolean

/**
 * The public paths of the realm of `issuer`: its OpenID Connect endpoints, login pages and their
 * resources. Everything else, above all Keycloak's administration and its master realm, is not.
 *
 * Throws `OperatorError` when the issuer does not name a realm below `/auth`, or names `master`.
 */
export function openAuthPaths(issuer: string): AuthPaths {
  const realm = /\/auth\/realms\/([\w.~-]+)$/.exec(issuer)?.[1]
  if (realm === undefined || realm.toLowerCase() === 'master') {
    throw new OperatorError(
      `GATEWAY_OIDC_ISSUER: with GATEWAY_IDENTITY_PROVIDER_URL it must end in /auth/realms/ and a realm that is not ` +
        `master, not "${issuer}"; unset GATEWAY_IDENTITY_PROVIDER_URL if clients reach the provider directly`,
    )
  }
  const root = `/auth/realms/${realm}`
  return (path) => {
    if (!PLAIN.test(path) || path.length > PATH_CHARACTERS_MAX) return false
    if (path === root) return true
    if (path.startsWith(`${root}/`)) return IN_REALM.some((allowed) => allowed.test(path.slice(root.length)))
    return LOGIN_RESOURCES.test(path)
  }
}

const PATH_CHARACTERS_MAX = 2_000

/**
 * Non-empty segments without percent-encoding, dot segments or parameters (`;`): a path that all servers interpret
 * alike. No public path of the provider needs more.
 */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~@:+=-]+)+\/?$/

const IN_REALM = [
  /^\/protocol\/openid-connect\//,
  /^\/\.well-known\/openid-configuration$/,
  // Keycloak: the forms of the login pages, and sign-in with another provider.
  /^\/login-actions\//,
  /^\/broker\//,
  // The embedded provider.
  /^\/interaction\//,
  /^\/resources\/style\.css$/,
]

/** Keycloak's themes, by version. The themes of the account and admin consoles are not public. */
const LOGIN_RESOURCES = /^\/auth\/resources\/[^/]+\/(?:login|common)\//
