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
  /** Until when the token is taken, in seconds since 1970: its end and what clocks may differ by. `expiresAtSeconds` when absent. */
  readonly acceptedUntilSeconds?: number
  /** Proof of the identity for one subgraph, good for a short time: to be asked for anew with each request. */
  assertionFor(subgraph: string): Promise<string>
}

/** Why somebody is no caller. Nothing more is said to whoever sent the token. */
export type CallerRefusal = 'UNAUTHENTICATED' | 'IDENTITY_PROVIDER_UNAVAILABLE'

type Authenticated = Caller | CallerRefusal

/** The last token of a connection, nearly always that of its next request too, and what takes longest with a known token: its key. */
export interface TokenMemory {
  token: string
  key: string
}

export interface Authenticator {
  /**
   * At once for a token that was seen a short time ago. Of one token the same caller again, as long as it is remembered. `memory`: of the
   * connection that the token came over, where it is the first thing said of each request.
   */
  authenticate(token: string | undefined, memory?: TokenMemory): Authenticated | Promise<Authenticated>
}

const refusalsLoggedPerSecond = 10

export function openAuthenticator(parts: {
  readonly verifier: OidcVerifier
  readonly signer: AssertionSigner
  readonly rules: ScopeRules
  readonly logger: Logger
  /** A clock that only goes forward. */
  readonly nowMs?: () => number
}): Authenticator {
  const { verifier, signer, rules, logger, nowMs = () => performance.now() } = parts
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
      acceptedUntilSeconds: expiresAtSeconds + verifier.clockToleranceSeconds,
      assertionFor: (subgraph) => signer.mint(identity, subgraph),
    }
    callers.set(token, caller)
    return caller
  }

  function keyOf(token: string, memory: TokenMemory): string {
    if (memory.token !== token) {
      memory.key = verifier.keyOf(token)
      memory.token = token
    }
    return memory.key
  }

  // Anybody can send tokens that are refused: the log must not be theirs to fill.
  let secondBeganMs = Number.NEGATIVE_INFINITY
  let refused = 0

  function logRefusal(code: string, reason: string): void {
    const atMs = nowMs()
    const notLogged = Math.max(0, refused - refusalsLoggedPerSecond)
    if (atMs - secondBeganMs >= 1_000) {
      secondBeganMs = atMs
      refused = 0
    }
    refused += 1
    if (refused > refusalsLoggedPerSecond) return
    const others = refused === 1 && notLogged > 0 ? { notLogged } : {}
    logger.info({ code, reason, ...others }, 'a token was refused')
  }

  function conclude(verdict: TokenVerdict): Authenticated {
    if (verdict.ok) return callerOf(verdict.token)
    logRefusal(verdict.code, verdict.reason)
    return verdict.code === 'PROVIDER_UNAVAILABLE' ? 'IDENTITY_PROVIDER_UNAVAILABLE' : 'UNAUTHENTICATED'
  }

  return {
    authenticate(token, memory) {
      if (token === undefined || token === '') return 'UNAUTHENTICATED'
      const known = verifier.known(memory === undefined ? verifier.keyOf(token) : keyOf(token, memory))
      return known === undefined ? verifier.verify(token).then(conclude) : conclude(known)
    },
  }
}

/** The token of an `Authorization` header; `undefined` when the header names another scheme or none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1]
}
