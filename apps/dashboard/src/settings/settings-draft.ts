/** The settings being edited, in the form of the fields. */
export interface SettingsDraft {
  /** Empty for none. */
  readonly displayName: string
  readonly timeZone: string
  readonly locale: string
}

export const SETTINGS_FIELDS = ['displayName', 'timeZone', 'locale'] as const
export type SettingsField = (typeof SETTINGS_FIELDS)[number]

interface Stored {
  readonly displayName: string | null
  readonly timeZone: string
  readonly locale: string
}

export function draftOf({ displayName, timeZone, locale }: Stored): SettingsDraft {
  return { displayName: displayName ?? '', timeZone, locale }
}

/** The fields that `after` would change. */
export function changedFields(before: SettingsDraft, after: SettingsDraft): readonly SettingsField[] {
  return SETTINGS_FIELDS.filter((field) => before[field].trim() !== after[field].trim())
}

/** The changes of `after` for the API: only what the person changed, so that nothing else is overwritten. */
export function settingsInput(before: SettingsDraft, after: SettingsDraft) {
  return Object.fromEntries(
    changedFields(before, after).map((field) => {
      const value = after[field].trim()
      return [field, field === 'displayName' && value === '' ? null : value]
    }),
  )
}

/**
 * The fields after another person has changed the settings first: the person's own changes, and the other person's
 * values elsewhere.
 */
export function mergedDraft(before: SettingsDraft, mine: SettingsDraft, theirs: SettingsDraft): SettingsDraft {
  const changed = changedFields(before, mine)
  const pick = (field: SettingsField) => (changed.includes(field) ? mine : theirs)[field]
  return { displayName: pick('displayName'), timeZone: pick('timeZone'), locale: pick('locale') }
}
