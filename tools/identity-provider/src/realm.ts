import { OperatorError } from '@travel-rule/service/operator-error'

/** Where the realm is found, from the outside and by path. */
export interface Realm {
  readonly name: string
  readonly audience: string
  /** `https://host/auth/realms/travel-rule`, without a slash at its end. */
  readonly issuer: string
  /** The issuer without `/auth/realms/<realm>`. */
  readonly baseUrl: string
  /** Path of the issuer as browsers see it. */
  readonly path: string
  /** Path prefix of the requests that reach us: a gateway may have removed the base URL's own path. */
  readonly mountPath: string
}

/** Throws `OperatorError` when the issuer is not that of a realm, or when a real issuer is configured beside this one. */
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
        `and does not start beside a real one: leave it out, or remove GATEWAY_OIDC_ISSUER`,
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
