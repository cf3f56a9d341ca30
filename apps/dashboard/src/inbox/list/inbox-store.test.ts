import type { ApolloClient } from '@apollo/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { InboxRowFragment } from '../../api/operations.generated.ts'
import type { ChangeFeed, ChangeListener } from '../../live/change-feed.ts'
import { readFilter } from './inbox-filter.ts'
import { openInboxStore } from './inbox-store.ts'

const row = (id: string, version = 1, folder = 'INBOX') =>
  ({ id, version, folder, case: { isUnread: false } }) as unknown as InboxRowFragment

describe('the store of the inbox', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test("a change that arrives while a page is being fetched is newer than that page's row", async () => {
    const { store, live, answer } = open()
    live.onChange(row('a', 2, 'ARCHIVE'))
    await answer([row('b'), row('a')])
    expect(store.current().rows).toEqual([row('b'), row('a', 2, 'ARCHIVE')])
  })

  test('after a gap, the first page replaces the list', async () => {
    const { store, live, answer } = open()
    await answer([row('b'), row('a')])
    live.onGap()
    await answer([row('c'), row('b')])
    expect(store.current().rows).toEqual([row('c'), row('b')])
  })

  test('a gap is remembered until a page has been fetched after it', async () => {
    const { store, live, answer, fail, waiting } = open()
    live.onGap()
    await answer([row('a')])
    expect(waiting()).toBe(1)
    await fail()
    expect(store.current().problem).toBeDefined()
    await vi.advanceTimersByTimeAsync(5_000)
    await answer([row('c')])
    expect(store.current()).toMatchObject({ rows: [row('c')], problem: undefined })
    expect(waiting()).toBe(0)
  })
})

/** A store whose requests and changes are controlled by the test. */
function open() {
  const requests: PromiseWithResolvers<unknown>[] = []
  const client = {
    query() {
      const request = Promise.withResolvers<unknown>()
      requests.push(request)
      return request.promise
    },
  } as unknown as ApolloClient
  let live: ChangeListener | undefined
  const feed = {
    listen(listener: ChangeListener) {
      live = listener
      return () => {}
    },
  } as ChangeFeed
  const store = openInboxStore(client, feed, { filter: readFilter(new URLSearchParams()), me: 'ada' })
  return {
    store,
    live: live as unknown as ChangeListener,
    waiting: () => requests.length,
    async answer(nodes: readonly InboxRowFragment[]) {
      const transactions = { nodes, pageInfo: { hasNextPage: false, endCursor: nodes.at(-1)?.id ?? null } }
      requests.shift()?.resolve({ data: { trpd: { transactions } } })
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail() {
      requests.shift()?.reject(new Error('unreachable'))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
