/** The gateway's description of the bearer of a token. */
export interface Caller {
  /** Id of the person or client at the identity provider. */
  readonly subject: string
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly expiresInSeconds: number
  /** Absent from gateways before it was added. */
  readonly gatewayVersion?: string
}

/** The reason why the gateway did not identify the caller. */
export type CallerProblem = 'TOKEN_REFUSED' | 'GATEWAY_UNREACHABLE' | 'PROVIDER_UNAVAILABLE' | 'GATEWAY_FAILED'

export class CallerError extends Error {
  override readonly name = 'CallerError'
  readonly problem: CallerProblem
  /** HTTP status of the response; `undefined` without one. */
  readonly status: number | undefined
  /** The gateway's message about a refused token. */
  readonly explanation: string | undefined

  constructor(problem: CallerProblem, status?: number, explanation?: string) {
    super(`the caller is unknown: ${problem}`)
    this.problem = problem
    this.status = status
    this.explanation = explanation
  }
}

const TIMEOUT_MS = 30_000
const BEFORE_EXPIRY_MS_MAX = 60_000

/** The caller as identified by the gateway at `url`, its `/graphql/caller`. Throws `CallerError`. */
export async function fetchCaller(url: string, token: string | undefined): Promise<Caller> {
  const response = await fetch(url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new CallerError('GATEWAY_UNREACHABLE')
  })
  if (response.ok) return (await response.json()) as Caller
  const { status } = response
  throw new CallerError(
    status === 401 ? 'TOKEN_REFUSED' : status === 503 ? 'PROVIDER_UNAVAILABLE' : 'GATEWAY_FAILED',
    status,
    status === 401 ? await messageOf(response) : undefined,
  )
}

/** `undefined` from gateways before it was added. */
async function messageOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}

/**
 * The delay until a token is renewed. It is renewed when a fifth of its remaining time is left, but at most a minute
 * before its end.
 */
export function renewalDelayMs(remainingMs: number): number {
  return Math.max(0, remainingMs - Math.min(BEFORE_EXPIRY_MS_MAX, remainingMs / 5))
}
