import { describeToken } from '@travel-rule/auth/describe-token'
import type { TokenVerdict } from '@travel-rule/auth/oidc-verifier'
import { reasonFacts } from '@travel-rule/auth/token-reasons'
import type { Logger } from '@travel-rule/service/logger'
import { Counter, type Metrics } from '@travel-rule/service/metrics'

export type RefusedToken = Extract<TokenVerdict, { ok: false }>

/** Counts refused tokens by reason, and logs some of them. */
export interface TokenRefusals {
  record(verdict: RefusedToken, token: string, address: string | undefined): void
}

const loggedPerSecond = 10

/**
 * Logs a few refusals per second, since anyone can send invalid tokens and could flood the log. A
 * line names the claim that is wrong, the client and the issuer that the token claims, and the
 * address, but never the token.
 */
export function openTokenRefusals(parts: {
  readonly logger: Logger
  readonly metrics: Metrics
  /** A monotonic clock. */
  readonly nowMs?: (() => number) | undefined
}): TokenRefusals {
  const { logger, metrics, nowMs = () => performance.now() } = parts
  const refusals = new Counter({
    name: 'gateway_token_refusals_total',
    help: 'Requests with an access token that was refused, by reason',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  let secondStartedMs = Number.NEGATIVE_INFINITY
  let refused = 0
  return {
    record({ code, reason }, token, address) {
      refusals.inc({ reason: labelOf(reason) })
      const atMs = nowMs()
      const notLogged = Math.max(0, refused - loggedPerSecond)
      if (atMs - secondStartedMs >= 1_000) {
        secondStartedMs = atMs
        refused = 0
      }
      refused += 1
      if (refused > loggedPerSecond) return
      const suppressed = refused === 1 && notLogged > 0 ? { notLogged } : {}
      const { claim } = reasonFacts(reason)
      logger.info(
        { code, reason, ...(claim && { claim }), ...describeToken(token), address, ...suppressed },
        'a token was refused',
      )
    },
  }
}

/**
 * The reasons of the verifier are a fixed set of sentences and error codes, never token content.
 */
function labelOf(reason: string): string {
  return reason.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}
