import { besidePage } from '../page-settings.ts'
import { PlainProblem } from './problem-text.ts'

/** Whom the gateway takes the bearer of a token for. */
export interface CallerFacts {
  readonly name: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly expiresInSeconds: number
}

const TIMEOUT_MS = 10_000

/** Asks the gateway. Throws `PlainProblem`; `TokenRefused` when it does not take the token. */
export async function askCaller(token: string | undefined): Promise<CallerFacts> {
  const response = await fetch(besidePage('graphql/caller'), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new PlainProblem('The gateway cannot be reached. Check your connection and try again.')
  })
  if (response.ok) return (await response.json()) as CallerFacts
  if (response.status === 401) throw new TokenRefused()
  if (response.status === 503) {
    throw new PlainProblem(
      'The gateway cannot check tokens now: the identity provider does not answer. Try again in a moment.',
    )
  }
  throw new PlainProblem(`The gateway answered with ${response.status}. Try again in a moment.`)
}

export class TokenRefused extends PlainProblem {
  constructor() {
    super(
      'The gateway does not accept this token. It may have ended, be meant for somebody else, or be cut off; or the clocks of the gateway and of the identity provider differ.',
    )
  }
}
