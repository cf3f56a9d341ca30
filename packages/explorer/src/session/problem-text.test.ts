import { describe, expect, test } from 'vitest'
import { PlainProblem, problemText } from './problem-text.ts'

const words = (error: unknown) => problemText(error, { issuer: 'https://id.example/realm', clientId: 'dashboard' })
const refusal = (error: string, error_description?: string) =>
  Object.assign(new Error(error_description ?? error), { name: 'ErrorResponse', error, error_description })

describe('whoever is in front of the page reads', () => {
  test.each([
    ['an unreachable provider', new TypeError('Failed to fetch'), /id\.example\) cannot be reached/],
    ['a provider that does not answer', Object.assign(new Error(''), { name: 'ErrorTimeout' }), /cannot be reached/],
    ['a cancelled sign-in', refusal('access_denied', 'End-User aborted'), /cancelled.*It says: End-User aborted/],
    ['an unknown client', refusal('unauthorized_client'), /does not let the client “dashboard”/],
    ['a grant that has ended', refusal('invalid_grant'), /sign in again/],
    ['a provider in trouble', refusal('temporarily_unavailable'), /is in trouble/],
    ['a code that nobody knows', refusal('no_such_code'), /refused with “no_such_code”/],
    ['a state from elsewhere', new Error('No matching state found in storage'), /did not begin in this tab/],
    ['plain http', new Error('Crypto.subtle is available only in secure contexts (HTTPS).'), /https:\/\//],
    ['a page instead of an answer', new Error('Invalid response Content-Type: text/html, from URL: x'), /in trouble/],
    ['a bad gateway', new Error('Bad Gateway (502)'), /in trouble/],
    ['what is in words already', new PlainProblem('Come back later.'), /^Come back later\.$/],
    ['anything else', new Error('odd'), /did not work: odd/],
    ['something that is no error', 'odd', /did not work: odd/],
  ])('about %s', (_, error, expected) => {
    expect(words(error)).toMatch(expected)
  })
})
