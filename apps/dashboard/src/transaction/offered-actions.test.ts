import { expect, test } from 'vitest'
import { offeredActions } from './offered-actions.ts'

test('a closed case can neither be assigned nor get a different priority or due time', () => {
  expect(offeredActions({ status: 'NEW', allowedActions: ['HOLD', 'AWAIT_DATA', 'TAKE'] })).toEqual({
    actions: ['HOLD', 'AWAIT_DATA', 'TAKE', 'COMMENT'],
    edits: ['ASSIGN', 'PRIORITIZE', 'SCHEDULE'],
  })
  expect(offeredActions({ status: 'CLOSED', allowedActions: ['TAKE'] })).toEqual({ actions: ['COMMENT'], edits: [] })
  expect(offeredActions({ status: 'CLOSED', allowedActions: ['AWAIT_DATA', 'TAKE'] })).toEqual({
    actions: ['AWAIT_DATA', 'COMMENT'],
    edits: [],
  })
})
