import { urlBesidePage } from '../page-settings.ts'
import { UserFacingError } from './problem-message.ts'

/** The caller that a token stands for, as the gateway sees it. */
export interface CallerFacts {
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly expiresInSeconds: number
}

const TIMEOUT_MS = 10_000

/** Fetches the caller from the gateway. Throws `UserFacingError`, or `TokenRefused` for a token that is not accepted. */
export async function fetchCaller(token: string | undefined): Promise<CallerFacts> {
  const response = await fetch(urlBesidePage('graphql/caller'), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new UserFacingError('The gateway cannot be reached. Check your connection and try again.')
  })
  if (response.ok) return (await response.json()) as CallerFacts
  if (response.status === 401) throw new TokenRefused()
  if (response.status === 503) {
    throw new UserFacingError(
      'The gateway cannot verify tokens now: the identity provider does not respond. Try again in a moment.',
    )
  }
  throw new UserFacingError(`The gateway responded with status ${response.status}. Try again in a moment.`)
}

export class TokenRefused extends UserFacingError {
  constructor() {
    super(
      'The gateway does not accept this token. It may have expired, have another audience, or be incomplete; or the clocks of the gateway and the identity provider differ.',
    )
  }
}
