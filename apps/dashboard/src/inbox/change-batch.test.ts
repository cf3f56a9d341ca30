import type { ApolloClient } from '@apollo/client'
import { expect, test } from 'vitest'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { type BatchAction, type BatchInput, changeBatch } from './change-batch.ts'
import { NOBODY } from './list/inbox-filter.ts'

const row = (id: string, version = 7, caseVersion = 3) =>
  ({ id, version, case: { version: caseVersion } }) as unknown as InboxRowFragment
const NO_INPUT: BatchInput = { assignee: '', internalReason: '', reasonId: '', reason: '' }

/** A client that responds with `items`, and the variables that it received. */
function clientWith(items: unknown) {
  const sent: unknown[] = []
  const client = {
    async mutate({ variables }: { readonly variables: unknown }) {
      sent.push(variables)
      return { data: { trpd: { items } } }
    },
  } as unknown as ApolloClient
  return { client, sent }
}

test.each<[BatchAction, number]>([
  ['TAKE', 3],
  ['ASSIGN', 3],
  ['HOLD', 3],
  ['DECLINE', 7],
  ['ARCHIVE', 7],
])(
  'the batch %s requires the version %i: of the transaction for a decision, else of its case',
  async (action, expectedVersion) => {
    const { client, sent } = clientWith([])
    await changeBatch(client, action, [row('a')], NO_INPUT)
    expect(sent).toEqual([expect.objectContaining({ targets: [{ id: 'a', expectedVersion }] })])
  },
)

test.each<[string, BatchAction, Partial<BatchInput>, object]>([
  ['a person', 'ASSIGN', { assignee: 'ada' }, { assignee: 'ada' }],
  ['nobody', 'ASSIGN', { assignee: NOBODY }, { assignee: null }],
  ['an internal reason', 'HOLD', { internalReason: ' ask the bank ' }, { reason: 'ask the bank' }],
  [
    'a reviewed reason',
    'DECLINE',
    { reasonId: 'r-1', reason: ' ' },
    { reasonId: 'r-1', reason: null, internalReason: null },
  ],
  [
    'free text and an internal reason',
    'DECLINE',
    { reason: ' unknown ', internalReason: 'x' },
    { reasonId: null, reason: 'unknown', internalReason: 'x' },
  ],
])('a batch sends %s as entered, without surrounding spaces', async (_what, action, input, variables) => {
  const { client, sent } = clientWith([])
  await changeBatch(client, action, [row('a')], { ...NO_INPUT, ...input })
  expect(sent).toEqual([{ targets: [expect.anything()], ...variables }])
})

test('a batch reports which transactions were changed and which not, in their current state', async () => {
  const refusal = { code: 'CASE_TAKEN', message: 'Ada works on it.' }
  const { client } = clientWith([
    { id: 'a', refusal: null, transaction: row('a', 8) },
    { id: 'b', refusal, transaction: row('b', 9) },
    { id: 'c', refusal: { code: 'TRANSACTION_NOT_FOUND', message: 'Gone.' }, transaction: null },
  ])
  expect(await changeBatch(client, 'TAKE', [row('a'), row('b'), row('c')], NO_INPUT)).toEqual({
    done: ['a'],
    refused: [
      { id: 'b', ...refusal, row: row('b', 9) },
      { id: 'c', code: 'TRANSACTION_NOT_FOUND', message: 'Gone.', row: row('c') },
    ],
  })
})

test('a batch without a result is not mistaken for one that changed nothing', async () => {
  await expect(changeBatch(clientWith(null).client, 'TAKE', [row('a')], NO_INPUT)).rejects.toThrow('no items')
})
