import {
  type AssertionSigner,
  type AssertionSignerOptions,
  openAssertionSigner,
} from '@travel-rule/auth/assertion-signer'
import { openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import type { ScopeRules } from '@travel-rule/auth/scopes'
import type { ClaimValue } from '@travel-rule/auth/token-claims'
import type { HealthCheck } from '@travel-rule/http-host/health'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { openTokenRefusals } from './token-refusals.ts'

/** Who may use the gateway, and how it asserts their identity to subgraphs. */
export interface Access extends AsyncDisposable {
  readonly signer: AssertionSigner
  /** The issuer of access tokens; absent when no token is needed. */
  readonly issuer?: string
  readonly readiness: Readonly<Record<string, HealthCheck>>
  /** `graph` returns the graph that is currently served. */
  openAuthenticator(graph: () => ServedGraph): Authenticator
  /** Refuses requests by their headers, before authentication. */
  readonly guard?: RequestGuard
  /** Called once the gateway accepts requests. */
  begin(): void
}

export interface ServedGraph {
  /** By field or type; `scopes` is a list of requirements, each a list of alternatives. */
  readonly requirements: ReadonlyMap<string, { readonly scopes: readonly (readonly (readonly string[])[])[] }>
}

export interface RequestGuard {
  /** Why a request with these headers is refused; `undefined` if it is allowed. */
  objection(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): string | undefined
}

export type AssertionKeys = AssertionSignerOptions['keys']

export interface OidcSettings extends ScopeRules {
  readonly assertionKeys: AssertionKeys
  readonly oidcIssuer: string
  readonly oidcJwksUrl?: string | undefined
  readonly oidcKeysCache?: string | undefined
  readonly oidcAudience: string
  readonly oidcRoleClaims?: readonly string[] | undefined
  readonly oidcOwnTokenClaims?: readonly ClaimValue[] | undefined
  readonly oidcTokenSecondsMax: number
}

/**
 * Access with tokens of the OpenID provider. Throws `OperatorError` when a signing key is
 * invalid.
 */
export async function openOidcAccess(settings: OidcSettings, logger: Logger, metrics: Metrics): Promise<Access> {
  const { assertionKeys, oidcIssuer: issuer, oidcJwksUrl: jwksUrl } = settings
  const { oidcAudience: audience, oidcRoleClaims: roleClaims, roleScopes, defaultRole } = settings
  const signer = await openGatewaySigner(assertionKeys)
  const rules = { roleScopes, defaultRole }
  const verifier = openOidcVerifier({
    issuer,
    jwksUrl,
    audience,
    roleClaims,
    keysFile: settings.oidcKeysCache,
    ownTokenClaims: settings.oidcOwnTokenClaims,
    lifetimeSecondsMax: settings.oidcTokenSecondsMax,
    metrics,
    logger,
  })
  return {
    signer,
    issuer,
    readiness: {
      identityProvider: async () => {
        if (!verifier.ready()) await verifier.warm()
        return verifier.ready() ? undefined : 'its keys have not been fetched'
      },
    },
    openAuthenticator: () =>
      openAuthenticator({ verifier, signer, rules, refusals: openTokenRefusals({ logger, metrics }) }),
    begin() {
      // In the background, as the provider may start later, or be reached through this gateway.
      verifier
        .warm()
        .catch((error: unknown) => logger.warn({ err: error }, 'keys of the identity provider could not be fetched'))
    },
    [Symbol.asyncDispose]: () => verifier[Symbol.asyncDispose](),
  }
}

/** The signer of identity assertions. Throws `OperatorError` when a key is invalid. */
export async function openGatewaySigner(keys: AssertionKeys): Promise<AssertionSigner> {
  try {
    return await openAssertionSigner({ issuer: 'gateway', keys })
  } catch (error) {
    throw new OperatorError(`GATEWAY_ASSERTION_KEYS: ${error instanceof Error ? error.message : 'not usable'}`, {
      cause: error,
    })
  }
}
