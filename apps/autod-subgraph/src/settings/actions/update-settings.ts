import type { Kysely } from 'kysely'
import { appendOwnAudit } from '../../store/audit-log.ts'
import { loadSettings, saveSettings } from '../../store/settings.ts'
import type { Tables } from '../../store/tables.ts'
import {
  decideSettings,
  type SettingsChanges,
  type SettingsCommand,
  type SettingsDecision,
} from '../domain/settings.ts'

const ATTEMPTS_MAX = 5

export type SettingsUpdate = Exclude<SettingsDecision, { outcome: 'accepted' }> | Pick<Accepted, 'outcome' | 'settings'>
type Accepted = Extract<SettingsDecision, { outcome: 'accepted' }>

/** Changes the settings and appends the change to the audit log, in one transaction. */
export async function updateSettings(
  db: Kysely<Tables>,
  command: SettingsCommand & { readonly byName: string },
): Promise<SettingsUpdate> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const update = await tryUpdate(db, command)
    if (update !== undefined) return update
  }
  throw new Error(`the settings were changed concurrently ${ATTEMPTS_MAX} times in a row`)
}

/** `undefined` if the settings were changed concurrently. */
async function tryUpdate(
  db: Kysely<Tables>,
  command: SettingsCommand & { readonly byName: string },
): Promise<SettingsUpdate | undefined> {
  return await db.transaction().execute(async (tx) => {
    const decision = decideSettings(await loadSettings(tx), command)
    if (decision.outcome !== 'accepted') return decision
    const { settings, changes } = decision
    const isSaved = await saveSettings(tx, { ...settings, updatedAt: command.at, updatedBy: command.by })
    if (!isSaved) return undefined
    await appendOwnAudit(tx, {
      type: 'settings.changed',
      subject: { type: 'settings', id: 'organisation' },
      actor: { type: 'USER', id: command.by, name: command.byName },
      at: command.at,
      detail: { version: settings.version, ...flatten(changes) },
    })
    return { outcome: 'accepted', settings }
  })
}

function flatten(changes: SettingsChanges): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { from, to }]) => [
      [`${name}.from`, from],
      [`${name}.to`, to],
    ]),
  )
}
