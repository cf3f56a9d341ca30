import { urlBesidePage } from '../page-settings.ts'
import { UserFacingError } from './problem-message.ts'

/** The gateway's description of the bearer of a token. */
export interface Caller {
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly expiresInSeconds: number
}

const TIMEOUT_MS = 10_000
const BEFORE_EXPIRY_MS_MAX = 60_000

/**
 * The caller that the gateway sees. Throws `TokenRefused` when it refuses the token, else
 * `UserFacingError`.
 */
export async function fetchCaller(token: string | undefined): Promise<Caller> {
  const response = await fetch(urlBesidePage('graphql/caller'), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new UserFacingError('The gateway cannot be reached. Check your connection and try again.')
  })
  if (response.ok) return (await response.json()) as Caller
  if (response.status === 401) throw new TokenRefused()
  if (response.status === 503) {
    throw new UserFacingError(
      'The gateway cannot check tokens now: the identity provider does not respond. Try again in a moment.',
    )
  }
  throw new UserFacingError(`The gateway responded with status ${response.status}. Try again in a moment.`)
}

export class TokenRefused extends UserFacingError {
  constructor() {
    super(
      'The gateway does not accept this token. It may be expired, incomplete or meant for another service, or the clocks ' +
        'of the gateway and the identity provider differ.',
    )
  }
}

/**
 * The delay until a token is renewed: a fifth of its remaining time before its end, at most a
 * minute.
 */
export function renewalDelayMs(remainingMs: number): number {
  return Math.max(0, remainingMs - Math.min(BEFORE_EXPIRY_MS_MAX, remainingMs / 5))
}
