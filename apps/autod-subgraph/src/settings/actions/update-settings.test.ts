import type { Database } from '@travel-rule/database/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '../../store/audit-log.ts'
import { loadSettings } from '../../store/settings.ts'
import type { Tables } from '../../store/tables.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { updateSettings } from './update-settings.ts'

let store: Database<Tables>
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store[Symbol.asyncDispose]())
const by = { by: 'u-1', byName: 'Ada', at: new Date('2025-01-01T00:00:00.000Z') }
const audit = () => listAudit(store.db, {}, { limit: 50, before: undefined })

describe('a change of the settings', () => {
  it('a change of the settings is stored together with its audit entry', async () => {
    await updateSettings(store.db, { ...by, locale: 'de' })
    expect(await loadSettings(store.db)).toMatchObject({ version: 2, locale: 'de', updatedBy: 'u-1', updatedAt: by.at })
    expect(await audit()).toMatchObject([
      {
        source: 'autod',
        type: 'settings.changed',
        actor: { type: 'USER', id: 'u-1', name: 'Ada' },
        detail: { version: 2, 'locale.from': 'en', 'locale.to': 'de' },
      },
    ])
  })

  it('a change of the settings that is refused or has no effect appends no entry', async () => {
    await updateSettings(store.db, { ...by, locale: 'en' })
    await updateSettings(store.db, { ...by, locale: '?' })
    expect(await audit()).toEqual([])
  })

  it('concurrent changes of the settings are never lost', async () => {
    const names = ['a', 'b', 'c', 'd']
    await Promise.all(names.map((displayName) => updateSettings(store.db, { ...by, displayName })))
    expect(await loadSettings(store.db)).toMatchObject({ version: 5 })
    expect(await audit()).toHaveLength(4)
  })

  it('a change of the settings is refused if another change of the same version was accepted', async () => {
    const updates = await Promise.all(
      ['a', 'b'].map((displayName) => updateSettings(store.db, { ...by, displayName, expectedVersion: 1 })),
    )
    expect(updates.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'refused'])
  })
})
