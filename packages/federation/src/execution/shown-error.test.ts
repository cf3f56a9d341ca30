import { openLogger } from '@travel-rule/service/logger'
import { expect, test } from 'vitest'
import { shownError } from './shown-error.ts'

const logger = openLogger({ name: 'test', level: 'silent' })

test('an error with a code of its own keeps what is for the client, and nothing of how its subgraph is made', () => {
  const extensions = {
    code: 'CONFLICT',
    stackTrace: '   at Shop.Orders() in /src/Orders.cs',
    stack_trace: ['at /srv'],
    Stack: 'at /srv',
    trace: 'at /srv',
    SQL: 'select',
    query: 'select',
    originalError: { message: 'db' },
    'inner-error': {},
    innerException: {},
    debugMessage: 'db',
    serviceName: 'shop',
    limit: 'items',
    issues: [{ path: 'a' }],
    traceId: 'f00',
  }
  expect(shownError({ message: 'No.', extensions }, 'shop', logger)).toEqual({
    message: 'No.',
    extensions: { code: 'CONFLICT', limit: 'items', issues: [{ path: 'a' }], traceId: 'f00' },
  })
})
