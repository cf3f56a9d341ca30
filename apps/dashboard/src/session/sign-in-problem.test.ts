import { CallerError } from '@travel-rule/web-app/caller'
import { expect, test } from 'vitest'
import { signInProblem } from './sign-in-problem.ts'

const refusal = (error: string) => Object.assign(new Error(error), { name: 'ErrorResponse', error })

test.each([
  ['a refused token', new CallerError('TOKEN_REFUSED', 401), 'TOKEN_REFUSED'],
  ['a cancelled sign-in', refusal('access_denied'), 'CANCELLED'],
  ['an expired grant', refusal('invalid_grant'), 'EXPIRED'],
  ['an unknown code', refusal('no_such_code'), 'FAILED'],
  ['an unreachable provider', new TypeError('Failed to fetch'), 'PROVIDER_UNREACHABLE'],
  ['a provider that sends a page', new Error('Invalid response Content-Type: text/html'), 'PROVIDER_UNREACHABLE'],
  ['an unknown state', new Error('No matching state found in storage'), 'NOT_BEGUN_HERE'],
  ['plain http', new Error('Crypto.subtle is available only in secure contexts (HTTPS).'), 'INSECURE_PAGE'],
  ['a value that is not an error', 'odd', 'FAILED'],
])('the sign-in problem of %s is recognized', (_, error, problem) => {
  expect(signInProblem(error)).toBe(problem)
})
