import type { ApolloClient } from '@apollo/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openUnreadCases } from './unread-cases.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst of changes causes one query about each transaction, and the response marks those with news', async () => {
  const questions: (readonly string[])[] = []
  const client = {
    async query({ variables }: { readonly variables: { readonly ids: readonly string[] } }) {
      questions.push(variables.ids)
      const nodes = variables.ids.map((id) => ({ id, case: { isUnread: id === 'b' } }))
      return { data: { trpd: { transactions: { nodes } } } }
    },
  } as unknown as ApolloClient
  const changed = vi.fn()
  const unread = openUnreadCases(client, changed)
  unread.note([{ id: 'a', case: { isUnread: true } }])
  for (const id of ['a', 'b', 'a', 'c']) unread.changed(id)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(questions).toEqual([['b', 'a', 'c']])
  expect([...unread.current()]).toEqual(['b'])
  unread.note([{ id: 'b', case: { isUnread: true } }])
  expect(changed).toHaveBeenCalledTimes(2)
})

test('more changes than one query can name are queried in turn, and a failure leaves the marks unchanged', async () => {
  const sizes: number[] = []
  const client = {
    async query({ variables }: { readonly variables: { readonly ids: readonly string[] } }) {
      sizes.push(variables.ids.length)
      throw new Error('unreachable')
    },
  } as unknown as ApolloClient
  const unread = openUnreadCases(client, () => {})
  unread.note([{ id: 'id-1', case: { isUnread: true } }])
  for (let index = 0; index < 150; index++) unread.changed(`id-${index}`)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(sizes).toEqual([100, 50])
  expect([...unread.current()]).toEqual(['id-1'])
  unread.close()
})
