import { OperatorError } from '@travel-rule/service/operator-error'

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
