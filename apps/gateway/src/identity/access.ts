import {
  type AssertionSigner,
  type AssertionSignerOptions,
  openAssertionSigner,
} from '@travel-rule/auth/assertion-signer'
import { type Introspection, openIntrospection } from '@travel-rule/auth/introspection'
import type { Logout } from '@travel-rule/auth/logout-token'
import { type LogoutVerdict, openOidcVerifier } from '@travel-rule/auth/oidc-verifier'
import type { ScopeRules } from '@travel-rule/auth/scopes'
import type { ClaimValue } from '@travel-rule/auth/token-claims'
import type { HealthCheck } from '@travel-rule/http-host/health'
import type { HttpRequest, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { openEndedSessions, type SharedLogouts } from './ended-sessions.ts'
import { openLiveCallers, recheckCallers } from './live-callers.ts'
import type { LogoutStore } from './logout-store.ts'
import { openTokenRefusals } from './token-refusals.ts'

/** Who may use the gateway, and how it asserts their identity to subgraphs. */
export interface Access extends AsyncDisposable {
  readonly signer: AssertionSigner
  /** The issuer of access tokens; absent when no token is needed. */
  readonly issuer?: string
  readonly readiness: Readonly<Record<string, HealthCheck>>
  /** Routes of the public port, for the identity provider. */
  readonly routes: readonly Route[]
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
  readonly oidcLogoutClients: readonly string[]
  readonly oidcIntrospection?:
    | { readonly url: string; readonly clientId: string; readonly clientSecret: string; readonly seconds: number }
    | undefined
  readonly databaseUrl?: string | undefined
}

/**
 * Access with tokens of the OpenID provider. `group` shares logouts between the processes of one
 * gateway, and with other replicas. Throws `OperatorError` when a signing key or the settings of
 * introspection are invalid.
 */
export async function openOidcAccess(
  settings: OidcSettings,
  logger: Logger,
  metrics: Metrics,
  group?: SharedLogouts,
): Promise<Access> {
  const { oidcIssuer: issuer, roleScopes, defaultRole } = settings
  const signer = await openGatewaySigner(settings.assertionKeys)
  await using stack = new AsyncDisposableStack()
  const introspection = openConfiguredIntrospection(settings, logger)
  if (introspection !== undefined) stack.use(introspection)
  const sessions = openEndedSessions(endedSecondsOf(settings))
  const live = openLiveCallers(({ token }) => token !== undefined && sessions.hasEnded(token))
  const verifier = stack.use(
    openOidcVerifier({
      issuer,
      jwksUrl: settings.oidcJwksUrl,
      audience: settings.oidcAudience,
      roleClaims: settings.oidcRoleClaims,
      keysFile: settings.oidcKeysCache,
      ownTokenClaims: settings.oidcOwnTokenClaims,
      lifetimeSecondsMax: settings.oidcTokenSecondsMax,
      logoutClients: settings.oidcLogoutClients,
      onKeysWithdrawn: ({ mayHaveSigned }) => void live.revoke(({ token }) => mayHaveSigned(token?.keyId)),
      metrics,
      logger,
    }),
  )
  if (introspection !== undefined) stack.use(recheckCallers(live))
  const store = group === undefined ? await openConfiguredStore(settings, metrics, logger) : undefined
  if (store !== undefined) stack.use(store)
  const shared = group ?? store
  const refusals = openTokenRefusals({ logger, metrics })
  const rules = { roleScopes, defaultRole }
  const needed = { issuer, audience: settings.oidcAudience }

  async function endHere(logout: Logout): Promise<void> {
    sessions.end(logout)
    await live.revoke(({ token }) => token !== undefined && sessions.hasEnded(token))
  }

  await shared?.onLogout(endHere)

  async function endSession(logoutToken: string, address: string | undefined): Promise<LogoutVerdict> {
    const verdict = await verifier.verifyLogout(logoutToken)
    if (!verdict.ok) {
      refusals.record(verdict, logoutToken, address)
      return verdict
    }
    await Promise.all([endHere(verdict.logout), shared?.publishLogout(verdict.logout)])
    return verdict
  }

  const opened = stack.move()
  return {
    signer,
    issuer,
    routes: [logoutRoute(endSession)],
    readiness: {
      identityProvider: async () => {
        if (!verifier.ready()) await verifier.warm()
        return verifier.ready() ? undefined : 'its keys have not been fetched'
      },
      ...(store && { endedSessions: store.check }),
    },
    openAuthenticator: () =>
      openAuthenticator({ verifier, signer, rules, refusals, sessions, live, introspection, needed }),
    begin() {
      // In the background, as the provider may start later, or be reached through this gateway.
      verifier
        .warm()
        .catch((error: unknown) => logger.warn({ err: error }, 'keys of the identity provider could not be fetched'))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Upper bound on the clock difference between the provider and the gateway. */
const clockSecondsMax = 300

/** Seconds after the end of a session during which one of its tokens could still be accepted. */
function endedSecondsOf({ oidcTokenSecondsMax }: { readonly oidcTokenSecondsMax: number }): number {
  return oidcTokenSecondsMax + clockSecondsMax
}

/**
 * Shares ended sessions with other replicas, when a database is configured. Without it, PostgreSQL's
 * client is not loaded.
 */
export async function openConfiguredStore(
  settings: { readonly databaseUrl?: string | undefined; readonly oidcTokenSecondsMax: number },
  metrics: Metrics,
  logger: Logger,
): Promise<LogoutStore | undefined> {
  const { databaseUrl: url } = settings
  if (url === undefined) return undefined
  const { openLogoutStore } = await import('./logout-store.ts')
  return openLogoutStore({ url, keptSeconds: endedSecondsOf(settings), metrics, logger })
}

function openConfiguredIntrospection(settings: OidcSettings, logger: Logger): Introspection | undefined {
  if (settings.oidcIntrospection === undefined) return undefined
  const { seconds: cacheSeconds, ...endpoint } = settings.oidcIntrospection
  return openIntrospection({ ...endpoint, cacheSeconds, logger })
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

const logoutBytesMax = 16 * 1024

/**
 * `POST /oidc/backchannel-logout`: the provider reports that a session has ended.
 *
 * `end` checks the logout token and ends the session. Source: OpenID Connect Back-Channel Logout
 * 1.0, sections 2.5 and 2.8.
 */
function logoutRoute(end: (logoutToken: string, address: string | undefined) => Promise<LogoutVerdict>): Route {
  async function respond({ headers, body, clientAddress }: HttpRequest): Promise<HttpResponse> {
    const token = logoutTokenOf(headers['content-type'], body)
    if (token === undefined) return problem(400, 'invalid_request', 'The body must be a form with one logout_token.')
    const verdict = await end(token, clientAddress)
    if (verdict.ok) return { status: 200, headers: NOT_STORED }
    if (verdict.code === 'PROVIDER_UNAVAILABLE') {
      return problem(503, 'temporarily_unavailable', 'The keys of the provider are not available. Try again later.')
    }
    return problem(400, 'invalid_request', 'The logout token is not accepted. The log of the gateway says why.')
  }
  return { method: 'POST', path: '/oidc/backchannel-logout', bodyBytesMax: logoutBytesMax, handle: respond }
}

function logoutTokenOf(contentType: string | undefined, body: Buffer): string | undefined {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(contentType ?? '')) return undefined
  const [token, ...others] = new URLSearchParams(body.toString()).getAll('logout_token')
  return others.length === 0 && token !== '' ? token : undefined
}

const NOT_STORED = { 'cache-control': 'no-store' }

function problem(status: number, error: string, description: string): HttpResponse {
  return {
    status,
    headers: {
      ...NOT_STORED,
      'content-type': 'application/json; charset=utf-8',
      ...(status === 503 && { 'retry-after': '5' }),
    },
    body: JSON.stringify({ error, error_description: description }),
  }
}
