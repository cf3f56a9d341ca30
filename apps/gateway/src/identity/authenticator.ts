import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { Introspection, TokenActivity } from '@travel-rule/auth/introspection'
import type { OidcVerifier, TokenVerdict, VerifiedToken } from '@travel-rule/auth/oidc-verifier'
import { actingRoles, type ScopeRules, scopesOf } from '@travel-rule/auth/scopes'
import { reasonFacts } from '@travel-rule/auth/token-reasons'
import { LRUCache } from 'lru-cache'
import {
  type CallerRefusal,
  type NeededToken,
  openCallerRefusals,
  PROVIDER_UNAVAILABLE,
  TOKEN_MISSING,
} from './caller-refusal.ts'
import type { EndedSessions } from './ended-sessions.ts'
import type { LiveCallers, RevocableCaller } from './live-callers.ts'
import type { RefusedToken, TokenRefusals } from './token-refusals.ts'

/** An authenticated caller. */
export interface Caller extends RevocableCaller {
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
  /** Where to register what must end when the token is revoked; absent when no token is needed. */
  readonly live?: LiveCallers
  /** Signs a short-lived identity assertion for one subgraph. Call it for each request. */
  assertionFor(subgraph: string): Promise<string>
}

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
  /** The client's address, as forwarded by trusted proxies. */
  readonly clientAddress: string
}

const callersMax = 10_000

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly refusals: TokenRefusals
  readonly sessions: Pick<EndedSessions, 'hasEnded'>
  readonly live: LiveCallers
  readonly introspection?: Introspection | undefined
  readonly needed: NeededToken
}): Authenticator {
  const { verifier, signer, rules, refusals, sessions, live, introspection } = parts
  const refusalFor = openCallerRefusals(parts.needed)
  // Keyed by the cached result of the verifier, so that a caller never outlives its verification.
  const callers = new LRUCache<VerifiedToken, Caller>({ max: callersMax })

  function callerOf(token: VerifiedToken, encoded: string): Caller {
    const known = callers.get(token)
    if (known !== undefined) return known
    const { subject, clientId, actsFor, name, roles, expiresAtSeconds } = token
    const acting = actingRoles(token, rules)
    const identity: Identity = { subject, clientId, actsFor, name, roles, scopes: scopesOf(acting, rules) }
    const caller: Caller = {
      identity,
      actingRoles: acting,
      expiresAtSeconds,
      acceptedUntilSeconds: expiresAtSeconds + verifier.clockToleranceSeconds,
      token,
      live,
      ...(introspection && { activity: () => introspection.check(encoded, verifier.keyOf(encoded), subject) }),
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

  function conclude(
    verdict: TokenVerdict,
    token: string,
    key: string,
    client: TokenSender,
  ): Authenticated | Promise<Authenticated> {
    if (!verdict.ok) return refuse(verdict, token, client)
    if (sessions.hasEnded(verdict.token)) return refuse(SESSION_ENDED, token, client)
    if (introspection === undefined) return callerOf(verdict.token, token)
    const accept = (activity: TokenActivity) => {
      if (activity !== 'ACTIVE') return refuse(NOT_ACTIVE[activity], token, client)
      return sessions.hasEnded(verdict.token) ? refuse(SESSION_ENDED, token, client) : callerOf(verdict.token, token)
    }
    const known = introspection.known(key)
    return known === undefined ? introspection.check(token, key, verdict.token.subject).then(accept) : accept(known)
  }

  function refuse(verdict: RefusedToken, token: string, client: TokenSender): CallerRefusal {
    refusals.record(verdict, token, client.clientAddress)
    return verdict.code === 'PROVIDER_UNAVAILABLE' ? PROVIDER_UNAVAILABLE : refusalFor(reasonFacts(verdict.reason).code)
  }

  return {
    authenticate(token, client, lastToken) {
      if (token === undefined || token === '') return TOKEN_MISSING
      const key = keyOf(token, lastToken)
      const known = verifier.known(key)
      if (known !== undefined) return conclude(known, token, key, client)
      return verifier.verify(token).then((verdict) => conclude(verdict, token, key, client))
    },
  }
}

const SESSION_ENDED: RefusedToken = { ok: false, code: 'TOKEN_REFUSED', reason: 'its session has ended' }

const NOT_ACTIVE: Readonly<Record<Exclude<TokenActivity, 'ACTIVE'>, RefusedToken>> = {
  INACTIVE: { ok: false, code: 'TOKEN_REFUSED', reason: 'no longer active at the provider' },
  UNAVAILABLE: { ok: false, code: 'PROVIDER_UNAVAILABLE', reason: 'the provider does not introspect tokens' },
}

/** The token of an `Authorization` header; `undefined` for a missing header or another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
