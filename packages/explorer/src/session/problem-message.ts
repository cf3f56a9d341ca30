import { CallerError, type CallerProblem } from '@travel-rule/web-app/caller'

/** The message to display for a failed sign-in, renewal or sign-out. */
export function problemMessage(error: unknown, { issuer, clientId }: { issuer: string; clientId: string }): string {
  if (error instanceof CallerError) return CALLER_MESSAGES[error.problem](error)
  const { name, message, code, description } = read(error)
  const provider = `the identity provider (${hostOf(issuer)})`
  if (name === 'ErrorTimeout' || name === 'TypeError') {
    return `${capitalize(provider)} cannot be reached. Check your connection and try again.`
  }
  if (code !== undefined) {
    const details = description === undefined ? '' : ` Details: ${description}`
    return `${(MESSAGES[code] ?? unknownCode)({ provider, clientId, code })}${details}`
  }
  if (/state/i.test(message)) {
    return 'This sign-in did not begin in this tab, or is already complete. Please sign in again.'
  }
  if (/secure context|subtle/i.test(message)) {
    return 'Sign-in requires https:// or localhost. Open the explorer there, or paste a token.'
  }
  if (/\(5\d\d\)|Content-Type|JSON/.test(message)) {
    return `${capitalize(provider)} did not respond properly. Try again in a moment.`
  }
  return `Signing in failed: ${message}`
}

const CALLER_MESSAGES: Readonly<Record<CallerProblem, (error: CallerError) => string>> = {
  TOKEN_REFUSED: ({ explanation }) => `The gateway does not accept this token. ${explanation ?? MAYBE_WRONG}`,
  GATEWAY_UNREACHABLE: () => 'The gateway cannot be reached. Check your connection and try again.',
  PROVIDER_UNAVAILABLE: () =>
    'The gateway cannot check tokens now: the identity provider does not respond. Try again in a moment.',
  GATEWAY_FAILED: ({ status }) => `The gateway responded with status ${status}. Try again in a moment.`,
}

const MAYBE_WRONG =
  'It may be expired, incomplete or meant for another service, or the clocks of the gateway and the identity provider differ.'

interface Context {
  readonly provider: string
  readonly clientId: string
  readonly code: string
}

/** Source: RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6. */
const MESSAGES: Readonly<Record<string, (context: Context) => string>> = {
  access_denied: () => 'The sign-in was cancelled, or you are not allowed to sign in here.',
  login_required: () => 'You are no longer signed in at the identity provider. Please sign in again.',
  invalid_grant: () => 'The sign-in has expired, or took too long. Please sign in again.',
  invalid_client: unknownClient,
  unauthorized_client: unknownClient,
  invalid_scope: ({ clientId }) =>
    `The client “${clientId}” is not allowed to request your name. Contact your operator.`,
  temporarily_unavailable: unavailable,
  server_error: unavailable,
}

function unknownClient({ provider, clientId }: Context): string {
  return `${capitalize(provider)} does not allow the client “${clientId}” to sign people in. Contact your operator.`
}

function unavailable({ provider }: Context): string {
  return `${capitalize(provider)} is temporarily unavailable. Try again in a moment.`
}

function unknownCode({ provider, code }: Context): string {
  return `${capitalize(provider)} refused the sign-in with “${code}”.`
}

function read(error: unknown): { name: string; message: string; code?: string; description?: string } {
  if (!(error instanceof Error)) return { name: '', message: String(error) }
  const { error: code, error_description: description } = error as { error?: unknown; error_description?: unknown }
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof description === 'string' && description !== '' && { description }),
  }
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
