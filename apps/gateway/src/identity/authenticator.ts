import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { OidcVerifier, TokenVerdict, VerifiedToken } from '@travel-rule/auth/oidc-verifier'
import { actingRoles, type ScopeRules, scopesOf } from '@travel-rule/auth/scopes'
import { LRUCache } from 'lru-cache'
import type { TokenRefusals } from './token-refusals.ts'

/** An authenticated caller. */
export interface Caller {
  readonly identity: Identity
  /** The roles that grant the caller's scopes; those of the identity by default. */
  readonly actingRoles?: readonly string[]
  /** Set when no token is required, so that the identity is not that of a person or client. */
  readonly anonymous?: true
  /** When the token expires, in seconds since 1970. */
  readonly expiresAtSeconds: number
  /**
   * The time until which the token is accepted: its expiry plus the clock tolerance. Default:
   * `expiresAtSeconds`.
   */
  readonly acceptedUntilSeconds?: number
  /** Signs a short-lived identity assertion for one subgraph. Call it for each request. */
  assertionFor(subgraph: string): Promise<string>
}

/** Why authentication failed. The client receives no further detail. */
export type CallerRefusal = 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'

type Authenticated = Caller | CallerRefusal

/**
 * The last token of a connection with its cache key, whose computation is the main cost for a known
 * token.
 */
export interface LastToken {
  token: string
  key: string
}

export interface Authenticator {
  /**
   * Synchronous for a token seen recently. Returns the same caller for the same token while it is
   * cached. `client` is where the token came from, for the log; `lastToken` belongs to the
   * connection that it arrived on.
   */
  authenticate(
    token: string | undefined,
    client: TokenSender,
    lastToken?: LastToken,
  ): Authenticated | Promise<Authenticated>
}

/** Read only when a token is refused. */
export interface TokenSender {
  /** Of the nearest hop; absent when the connection is closed already. */
  readonly remoteAddress?: string | undefined
}

const callersMax = 10_000

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly refusals: TokenRefusals
}): Authenticator {
  const { verifier, signer, rules, refusals } = parts
  // Keyed by the cached result of the verifier, so that a caller never outlives its verification.
  const callers = new LRUCache<VerifiedToken, Caller>({ max: callersMax })

  function callerOf(token: VerifiedToken): Caller {
    const known = callers.get(token)
    if (known !== undefined) return known
    const { subject, clientId, name, roles, expiresAtSeconds } = token
    const acting = actingRoles(token, rules)
    const identity: Identity = { subject, clientId, name, roles, scopes: scopesOf(acting, rules) }
    const caller: Caller = {
      identity,
      actingRoles: acting,
      expiresAtSeconds,
      acceptedUntilSeconds: expiresAtSeconds + verifier.clockToleranceSeconds,
      assertionFor: (subgraph) => signer.mint(identity, subgraph),
    }
    callers.set(token, caller)
    return caller
  }

  function keyOf(token: string, last: LastToken | undefined): string {
    if (last === undefined) return verifier.keyOf(token)
    if (last.token !== token) {
      last.key = verifier.keyOf(token)
      last.token = token
    }
    return last.key
  }

  function conclude(verdict: TokenVerdict, token: string, client: TokenSender): Authenticated {
    if (verdict.ok) return callerOf(verdict.token)
    refusals.record(verdict, token, client.remoteAddress)
    return verdict.code === 'PROVIDER_UNAVAILABLE' ? 'IDENTITY_PROVIDER_UNAVAILABLE' : 'UNAUTHENTICATED'
  }

  return {
    authenticate(token, client, lastToken) {
      if (token === undefined || token === '') return 'UNAUTHENTICATED'
      const known = verifier.known(keyOf(token, lastToken))
      if (known !== undefined) return conclude(known, token, client)
      return verifier.verify(token).then((verdict) => conclude(verdict, token, client))
    },
  }
}

/** The token of an `Authorization` header; `undefined` for a missing header or another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
