import { OperatorError } from '@travel-rule/service/operator-error'

/** The URLs and paths of the realm. */
export interface Realm {
  readonly name: string
  readonly audience: string
  /** `https://host/auth/realms/travel-rule`, without a trailing slash. */
  readonly issuer: string
  /** The issuer without `/auth/realms/<realm>`. */
  readonly baseUrl: string
  /** URLs to which people may return after signing in to or out of the dashboard; compared exactly. */
  readonly redirectUris: readonly string[]
  /** Path of the issuer as seen by browsers. */
  readonly path: string
  /** Path prefix of received requests: a gateway may have removed the path of the base URL. */
  readonly mountPath: string
}

/**
 * The realm of `config`. Throws `OperatorError` when a real issuer is configured.
 */
export function openRealm(config: {
  readonly baseUrl: string
  readonly realm: string
  readonly audience: string
  readonly redirectUris: readonly string[]
  readonly realIssuer?: string | undefined
}): Realm {
  const mountPath = `/auth/realms/${config.realm}`
  const { baseUrl } = config
  const issuer = `${baseUrl}${mountPath}`
  if (config.realIssuer !== undefined && config.realIssuer !== issuer) {
    throw new OperatorError(
      `GATEWAY_OIDC_ISSUER: the gateway trusts ${config.realIssuer}. The embedded identity provider is for development ` +
        `and does not start beside a real one: stop running it, or unset GATEWAY_OIDC_ISSUER`,
    )
  }
  return {
    name: config.realm,
    audience: config.audience,
    issuer,
    baseUrl,
    redirectUris: [`${baseUrl}/`, `${baseUrl}/graphql`, ...config.redirectUris],
    path: new URL(issuer).pathname,
    mountPath,
  }
}

/** True if scripts of `origin` may use the endpoints as the dashboard. */
export function originAllowed(origin: string, redirectUris: readonly string[]): boolean {
  return originsOf(redirectUris).includes(origin)
}

export function originsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
