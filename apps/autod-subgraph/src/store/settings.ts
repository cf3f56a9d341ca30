import type { Kysely, Transaction } from 'kysely'
import { defaultSettings, type Settings } from '../settings/domain/settings.ts'
import type { Tables } from './tables.ts'

/** The settings of the organisation; the defaults before the first change. */
export async function loadSettings(db: Kysely<Tables>): Promise<Settings> {
  const row = await db.selectFrom('organisationSettings').selectAll().executeTakeFirst()
  if (row === undefined) return defaultSettings
  const { singleton: _, displayName, ...settings } = row
  return { ...settings, displayName: displayName ?? undefined }
}

/** Settings after a change, with its time and user. */
export type ChangedSettings = Settings & { readonly updatedAt: Date; readonly updatedBy: string }

/** Stores settings decided on the previous version; false if another version is stored by now. */
export async function saveSettings(tx: Transaction<Tables>, settings: ChangedSettings): Promise<boolean> {
  const row = { ...settings, displayName: settings.displayName ?? null }
  if (settings.version === defaultSettings.version + 1) {
    const inserted = await tx
      .insertInto('organisationSettings')
      .values({ singleton: true, ...row })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  }
  const updated = await tx
    .updateTable('organisationSettings')
    .set(row)
    .where('version', '=', settings.version - 1)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
