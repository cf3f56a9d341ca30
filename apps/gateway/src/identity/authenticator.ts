import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { OidcVerifier, TokenVerdict, VerifiedToken } from '@travel-rule/auth/oidc-verifier'
import { type ScopeRules, scopesOf } from '@travel-rule/auth/scopes'
import type { Logger } from '@travel-rule/service/logger'

/** Somebody whose token was found good. */
export interface Caller {
  readonly identity: Identity
  /** Let in without a token: nobody whom the gateway knows. */
  readonly anonymous?: true
  /** When the token ends, in seconds since 1970. */
  readonly expiresAtSeconds: number
  /** Proof of the identity for one subgraph, good for a short time: to be asked for anew with each request. */
  assertionFor(subgraph: string): Promise<string>
}

/** Why somebody is no caller. Nothing more is said to whoever sent the token. */
export type CallerRefusal = 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'

type Authenticated = Caller | CallerRefusal

export interface Authenticator {
  /** At once for a token that was seen a short time ago. Of one token the same caller again, as long as it is remembered. */
  authenticate(token: string | undefined): Authenticated | Promise<Authenticated>
}

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly logger: Logger
}): Authenticator {
  const { verifier, signer, rules, logger } = parts
  // Lives as long as the verifier remembers what it found out about the token.
  const callers = new WeakMap<VerifiedToken, Caller>()

  function callerOf(token: VerifiedToken): Caller {
    const known = callers.get(token)
    if (known !== undefined) return known
    const { subject, clientId, name, roles, expiresAtSeconds } = token
    const identity: Identity = { subject, clientId, name, roles, scopes: scopesOf(roles, rules) }
    const caller: Caller = {
      identity,
      expiresAtSeconds,
      assertionFor: (subgraph) => signer.mint(identity, subgraph),
    }
    callers.set(token, caller)
    return caller
  }

  function conclude(verdict: TokenVerdict): Authenticated {
    if (verdict.ok) return callerOf(verdict.token)
    logger.info({ code: verdict.code, reason: verdict.reason }, 'a token was refused')
    return verdict.code === 'PROVIDER_UNAVAILABLE' ? 'IDENTITY_PROVIDER_UNAVAILABLE' : 'UNAUTHENTICATED'
  }

  return {
    authenticate(token) {
      if (token === undefined || token === '') return 'UNAUTHENTICATED'
      const known = verifier.known(token)
      return known === undefined ? verifier.verify(token).then(conclude) : conclude(known)
    },
  }
}

/** The token of an `Authorization` header; `undefined` when the header names another scheme or none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
