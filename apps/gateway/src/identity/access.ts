import { type AssertionSigner, openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import type { HealthCheck } from '@travel-rule/http-host/health'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Config } from '../config.ts'
import type { RequestGuard } from '../transport/http/guard-requests.ts'
import { type Authenticator, openAuthenticator } from './authenticator.ts'

/** Who may come in, and how subgraphs are told who it is. */
export interface Access extends AsyncDisposable {
  readonly signer: AssertionSigner
  /** Who gives out the tokens that are asked for; absent where none is. */
  readonly issuer?: string
  readonly readiness: Readonly<Record<string, HealthCheck>>
  /** `graph` is the one that is served now. */
  openAuthenticator(graph: () => Graph): Authenticator
  /** Whether a request may be answered at all, whoever sent it. */
  readonly guard?: RequestGuard
  /** Called once the gateway answers. */
  begin(): void
}

/** The access of callers with a token of the OpenID provider. Throws `OperatorError` when the signing keys are not usable. */
export async function openOidcAccess(config: Config, logger: Logger): Promise<Access> {
  const signer = await openGatewaySigner(config.assertionKeys)
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcAudience: audience, oidcRoleClaims: roleClaims } = config
  const verifier = openOidcVerifier({ issuer, jwksUrl, audience, roleClaims, logger })
  const rules = { roleScopes: config.roleScopes, defaultRole: config.defaultRole }
  return {
    signer,
    issuer,
    readiness: {
      identityProvider: async () => {
        if (!verifier.ready()) await verifier.warm()
        return verifier.ready() ? undefined : 'its keys are not at hand'
      },
    },
    openAuthenticator: () => openAuthenticator({ verifier, signer, rules, logger }),
    begin() {
      // In the background: the provider may be reached through this very gateway, or come up later.
      verifier
        .warm()
        .catch((error: unknown) => logger.warn({ err: error }, 'the keys of the identity provider are missing'))
    },
    [Symbol.asyncDispose]: () => verifier[Symbol.asyncDispose](),
  }
}

/** Signs what subgraphs are told about callers. Throws `OperatorError` when a key is not usable. */
export async function openGatewaySigner(keys: Config['assertionKeys']): Promise<AssertionSigner> {
  try {
    return await openAssertionSigner({ issuer: 'gateway', keys })
  } catch (error) {
    throw new OperatorError(`GATEWAY_ASSERTION_KEYS: ${error instanceof Error ? error.message : 'not usable'}`, {
      cause: error,
    })
  }
}
