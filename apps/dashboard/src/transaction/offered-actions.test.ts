import { expect, test } from 'vitest'
import { offeredActions } from './offered-actions.ts'

test('a closed case is offered to no one to work on, and not for another priority or due time', () => {
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
