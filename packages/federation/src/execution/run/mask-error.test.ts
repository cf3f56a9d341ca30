import { expect, test } from 'vitest'
import { silentLogger as logger } from '../../testing/run-operation.ts'
import { maskSubgraphError } from './mask-error.ts'

test('a subgraph error with a public code keeps its public extensions and hides internals', () => {
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
  expect(
    maskSubgraphError({ message: 'No.', extensions }, 'shop', logger, {
      isAboutLiteral: () => false,
      showsUncoded: false,
    }),
  ).toEqual({
    message: 'No.',
    extensions: { code: 'CONFLICT', limit: 'items', issues: [{ path: 'a' }], traceId: 'f00' },
  })
})
