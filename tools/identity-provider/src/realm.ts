import { OperatorError } from '@travel-rule/service/operator-error'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The URLs and paths of the realm. */
export interface Realm {
  readonly name: string
  readonly audience: string
  /** `https://host/auth/realms/travel-rule`, without a trailing slash. */
  readonly issuer: string
  /** The issuer without `/auth/realms/<realm>`. */
  readonly baseUrl: string
  /** Path of the issuer as browsers see it. */
  readonly path: string
  /** Path prefix of received requests: a gateway may have removed the path of the base URL. */
  readonly mountPath: string
}

/**
 * The realm of `config`. Throws `OperatorError` when the issuer does not name the realm or a real
 * issuer is configured.
 */
export function openRealm(config: {
  readonly issuer: string
  readonly realm: string
  readonly audience: string
  readonly realIssuer?: string | undefined
}): Realm {
  const mountPath = `/auth/realms/${config.realm}`
  if (!config.issuer.endsWith(mountPath)) {
    throw new OperatorError(
      `IDP_ISSUER: must end in ${mountPath} (IDP_REALM is ${config.realm}), not "${config.issuer}"`,
    )
  }
  if (config.realIssuer !== undefined && config.realIssuer !== config.issuer) {
    throw new OperatorError(
      `GATEWAY_OIDC_ISSUER: the gateway trusts ${config.realIssuer}. The embedded identity provider is for development ` +
        `and does not start beside a real one: stop running it, or unset GATEWAY_OIDC_ISSUER`,
    )
  }
  return {
    name: config.realm,
    audience: config.audience,
    issuer: config.issuer,
    baseUrl: config.issuer.slice(0, -mountPath.length),
    path: new URL(config.issuer).pathname,
    mountPath,
  }
}

/**
 * Whether `redirectUri` may receive the browser after sign-in to the dashboard: any URL below the
 * base URL, or on any port of this machine, where a dashboard under development runs.
 */
export function redirectAllowed(redirectUri: string, baseUrl: string): boolean {
  const url = URL.parse(redirectUri)
  if (url?.username !== '' || url.password !== '' || redirectUri.includes('#')) return false
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) return true
  const base = new URL(baseUrl)
  const folder = base.pathname.replace(/\/*$/, '/')
  return url.origin === base.origin && `${url.pathname}/`.startsWith(folder)
}

/** Whether scripts of `origin` may use the endpoints as the dashboard. */
export function originAllowed(origin: string, baseUrl: string): boolean {
  return origin !== 'null' && redirectAllowed(origin, new URL(baseUrl).origin)
}
