import type { Database } from '@travel-rule/database/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore } from '../testing/open-test-store.ts'
import type { Tables } from './tables.ts'
import { countUsers, listUsers, loadUsers, saveSighting } from './users.ts'

let store: Database<Tables>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())
const at = (hour: number) => new Date(Date.UTC(2025, 0, 1, hour))

describe('seen users', () => {
  it('seen users keep their first and last sighting, in any order of arrival', async () => {
    for (const hour of [5, 2, 9, 7]) {
      await saveSighting(store.db, { id: 'u-1', name: `name at ${hour}`, roles: undefined, at: at(hour) })
    }
    expect(await loadUsers(store.db, ['u-1'])).toEqual([
      { id: 'u-1', name: 'name at 9', roles: [], firstSeenAt: at(2), lastSeenAt: at(9) },
    ])
  })

  it('seen users keep name and roles if a sighting lacks them', async () => {
    await saveSighting(store.db, { id: 'u-1', name: 'Ada', roles: ['observer'], at: at(1) })
    await saveSighting(store.db, { id: 'u-1', name: undefined, roles: undefined, at: at(2) })
    expect(await loadUsers(store.db, ['u-1'])).toMatchObject([{ name: 'Ada', roles: ['observer'], lastSeenAt: at(2) }])
  })

  it('seen users are listed by last sighting, and loaded in the requested order', async () => {
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      await saveSighting(store.db, { id, name: id, roles: [], at: at(index) })
    }
    expect((await listUsers(store.db, { limit: 2, offset: 0 })).map(({ id }) => id)).toEqual(['c', 'b'])
    expect((await listUsers(store.db, { limit: 2, offset: 2 })).map(({ id }) => id)).toEqual(['a'])
    expect((await loadUsers(store.db, ['c', 'x', 'a'])).map((user) => user?.id)).toEqual(['c', undefined, 'a'])
    expect(await countUsers(store.db)).toBe(3)
  })
})
