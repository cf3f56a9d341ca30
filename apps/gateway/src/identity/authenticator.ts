import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Identity } from '@travel-rule/auth/identity'
import type { OidcVerifier, TokenVerdict, VerifiedToken } from '@travel-rule/auth/oidc-verifier'
import { actingRoles, type ScopeRules, scopesOf } from '@travel-rule/auth/scopes'
import type { Logger } from '@travel-rule/service/logger'
import { LRUCache } from 'lru-cache'

/** An authenticated caller. */
export interface Caller {
  readonly identity: Identity
  /** The roles that grant the caller's scopes; those of the identity by default. */
  readonly actingRoles?: readonly string[]
  /** Set where no token is required: the identity is not that of anyone in particular. */
  readonly anonymous?: true
  /** When the token expires, in seconds since 1970. */
  readonly expiresAtSeconds: number
  /**
   * Until when the token is accepted: its expiry plus clock tolerance. `expiresAtSeconds` by
   * default.
   */
  readonly acceptedUntilSeconds?: number
  /** A short-lived identity assertion for one subgraph; to be called anew for each request. */
  assertionFor(subgraph: string): Promise<string>
}

/** Why authentication failed; the client learns nothing more. */
export type CallerRefusal = 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'

type Authenticated = Caller | CallerRefusal

/**
 * The last token of a connection with its cache key, which takes longest to compute for a known
 * token.
 */
export interface LastToken {
  token: string
  key: string
}

export interface Authenticator {
  /**
   * Synchronous for a token seen recently. Returns the same caller for the same token while it is
   * cached. `lastToken` belongs to the connection that the token arrived on.
   */
  authenticate(token: string | undefined, lastToken?: LastToken): Authenticated | Promise<Authenticated>
}

const callersMax = 10_000
const refusalsLoggedPerSecond = 10

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly logger: Logger
  /** A monotonic clock. */
  readonly nowMs?: () => number
}): Authenticator {
  const { verifier, signer, rules, logger, nowMs = () => performance.now() } = parts
  const logRefusal = openRefusalLog(logger, nowMs)
  // By the verifier's own cached result, so that a caller never outlives its verification.
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

  function conclude(verdict: TokenVerdict): Authenticated {
    if (verdict.ok) return callerOf(verdict.token)
    logRefusal(verdict.code, verdict.reason)
    return verdict.code === 'PROVIDER_UNAVAILABLE' ? 'IDENTITY_PROVIDER_UNAVAILABLE' : 'UNAUTHENTICATED'
  }

  return {
    authenticate(token, lastToken) {
      if (token === undefined || token === '') return 'UNAUTHENTICATED'
      const known = verifier.known(keyOf(token, lastToken))
      return known === undefined ? verifier.verify(token).then(conclude) : conclude(known)
    },
  }
}

/** Logs a few refusals per second: anyone can send invalid tokens, and must not flood the log. */
function openRefusalLog(logger: Logger, nowMs: () => number): (code: string, reason: string) => void {
  let secondStartedMs = Number.NEGATIVE_INFINITY
  let refused = 0
  return (code, reason) => {
    const atMs = nowMs()
    const notLogged = Math.max(0, refused - refusalsLoggedPerSecond)
    if (atMs - secondStartedMs >= 1_000) {
      secondStartedMs = atMs
      refused = 0
    }
    refused += 1
    if (refused > refusalsLoggedPerSecond) return
    const suppressed = refused === 1 && notLogged > 0 ? { notLogged } : {}
    logger.info({ code, reason, ...suppressed }, 'a token was refused')
  }
}

/** The token of an `Authorization` header; `undefined` for a missing header or another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
