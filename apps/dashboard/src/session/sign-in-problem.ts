import { CallerError, type CallerProblem } from '@travel-rule/web-app/caller'

/** The reason why a sign-in, renewal or sign-out failed. */
export type SignInProblem =
  | CallerProblem
  | 'CANCELLED'
  | 'EXPIRED'
  | 'NOT_BEGUN_HERE'
  | 'PROVIDER_UNREACHABLE'
  | 'INSECURE_PAGE'
  | 'FAILED'

const BY_CODE: Readonly<Record<string, SignInProblem>> = {
  access_denied: 'CANCELLED',
  login_required: 'EXPIRED',
  invalid_grant: 'EXPIRED',
  temporarily_unavailable: 'PROVIDER_UNREACHABLE',
  server_error: 'PROVIDER_UNREACHABLE',
}

/** The problem indicated by an error of `fetchCaller` or `oidc-client-ts`. */
export function signInProblem(error: unknown): SignInProblem {
  if (error instanceof CallerError) return error.problem
  if (!(error instanceof Error)) return 'FAILED'
  const { error: code } = error as { error?: unknown }
  if (typeof code === 'string') return BY_CODE[code] ?? 'FAILED'
  if (error.name === 'ErrorTimeout' || error.name === 'TypeError') return 'PROVIDER_UNREACHABLE'
  if (/secure context|subtle/i.test(error.message)) return 'INSECURE_PAGE'
  if (/state/i.test(error.message)) return 'NOT_BEGUN_HERE'
  return /\(5\d\d\)|Content-Type|JSON/.test(error.message) ? 'PROVIDER_UNREACHABLE' : 'FAILED'
}
