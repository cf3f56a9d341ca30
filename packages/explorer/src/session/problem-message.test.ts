import { CallerError } from '@travel-rule/web-app/caller'
import { describe, expect, test } from 'vitest'
import { problemMessage } from './problem-message.ts'

const messageFor = (error: unknown) =>
  problemMessage(error, { issuer: 'https://id.example/realm', clientId: 'dashboard' })
const refusal = (error: string, error_description?: string) =>
  Object.assign(new Error(error_description ?? error), { name: 'ErrorResponse', error, error_description })

describe('the message for a failed sign-in', () => {
  test.each([
    ['an unreachable provider', new TypeError('Failed to fetch'), /id\.example\) cannot be reached/],
    ['a provider that does not respond', Object.assign(new Error(''), { name: 'ErrorTimeout' }), /cannot be reached/],
    ['a cancelled sign-in', refusal('access_denied', 'End-User aborted'), /cancelled.*Details: End-User aborted/],
    ['an unknown client', refusal('unauthorized_client'), /does not allow the client “dashboard”/],
    ['an expired grant', refusal('invalid_grant'), /sign in again/],
    ['an unavailable provider', refusal('temporarily_unavailable'), /is temporarily unavailable/],
    ['an unknown code', refusal('no_such_code'), /refused the sign-in with “no_such_code”/],
    ['an unknown state', new Error('No matching state found in storage'), /did not begin in this tab/],
    ['plain http', new Error('Crypto.subtle is available only in secure contexts (HTTPS).'), /https:\/\//],
    [
      'a page in place of JSON',
      new Error('Invalid response Content-Type: text/html, from URL: x'),
      /did not respond properly/,
    ],
    ['a bad gateway', new Error('Bad Gateway (502)'), /did not respond properly/],
    ['a refused token', new CallerError('TOKEN_REFUSED', 401), /^The gateway does not accept this token/],
    [
      'a token that the gateway explains',
      new CallerError('TOKEN_REFUSED', 401, 'The access token lacks the audience travel-rule.'),
      /^The gateway does not accept this token. The access token lacks the audience travel-rule.$/,
    ],
    ['an unexpected status', new CallerError('GATEWAY_FAILED', 502), /responded with status 502/],
    ['anything else', new Error('odd'), /Signing in failed: odd/],
    ['a value that is not an error', 'odd', /Signing in failed: odd/],
  ])('the message for a failed sign-in explains %s', (_, error, expected) => {
    expect(messageFor(error)).toMatch(expected)
  })
})
