import { DatabaseOutage } from '@travel-rule/database/database-outage'
import { GraphQLError } from 'graphql'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { formatErrors } from './graphql-error.ts'

const logger = pino({ level: 'silent' })
const thrown = (originalError: Error) => new GraphQLError('internal text', { path: ['trpd', 'inquire'], originalError })
const outage = (outcome: DatabaseOutage['outcome']) => new DatabaseOutage(outcome, new Error('connect ECONNREFUSED'))

describe('a failure of the database', () => {
  test.each([
    ['that stored nothing may be retried', outage('NOTHING_STORED'), true],
    ['that was the cause of another error may be retried', new Error('x', { cause: outage('NOTHING_STORED') }), true],
    ['during a commit may not, because the change may have been stored', outage('UNKNOWN'), false],
  ])('%s', (_, error, retryable) => {
    const [shown] = formatErrors([thrown(error)], logger)
    expect(shown).toEqual({
      message: expect.stringMatching(retryable ? 'Nothing was stored' : 'may have stored'),
      path: ['trpd', 'inquire'],
      extensions: { code: 'SERVICE_UNAVAILABLE', retryable },
    })
    expect(formatErrors([error], logger)[0]?.extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', retryable })
  })
})

test('any other error shows only an id', () => {
  const [shown] = formatErrors([thrown(new Error('the key is unknown'))], logger)
  expect(shown).toEqual({
    message: 'Internal server error',
    path: ['trpd', 'inquire'],
    extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.any(String) },
  })
})
