import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { OidcVerifier } from '@travel-rule/auth/oidc-verifier'
import { type ScopeRules, scopesOf } from '@travel-rule/auth/scopes'
import type { Logger } from '@travel-rule/service/logger'

/** Somebody whose token was found good. */
export interface Caller {
  readonly identity: Identity
  /** When the token ends, in seconds since 1970. */
  readonly expiresAtSeconds: number
  /** Proof of the identity for one subgraph, good for a short time: to be asked for anew with each request. */
  assertionFor(subgraph: string): Promise<string>
}

/** Why somebody is no caller. Nothing more is said to whoever sent the token. */
export type CallerRefusal = 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'

export interface Authenticator {
  authenticate(token: string | undefined): Promise<Caller | CallerRefusal>
}

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly logger: Logger
}): Authenticator {
  const { verifier, signer, rules, logger } = parts
  return {
    async authenticate(token) {
      if (token === undefined || token === '') return 'UNAUTHENTICATED'
      const verdict = await verifier.verify(token)
      if (!verdict.ok) {
        logger.info({ code: verdict.code, reason: verdict.reason }, 'a token was refused')
        return verdict.code === 'PROVIDER_UNAVAILABLE' ? 'IDENTITY_PROVIDER_UNAVAILABLE' : 'UNAUTHENTICATED'
      }
      const { subject, clientId, name, roles, expiresAtSeconds } = verdict.token
      const identity: Identity = { subject, clientId, name, roles, scopes: scopesOf(roles, rules) }
      return { identity, expiresAtSeconds, assertionFor: (subgraph) => signer.mint(identity, subgraph) }
    },
  }
}

/** The token of an `Authorization` header; `undefined` when the header names another scheme or none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
