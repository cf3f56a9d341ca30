/** Settings of the organisation that runs this node. They affect display, never stored data. */
export interface Settings {
  /** 1 before the first change, incremented by every change. */
  readonly version: number
  readonly displayName: string | undefined
  /** IANA name, e.g. `Europe/Zurich`. */
  readonly timeZone: string
  /** BCP 47 tag in its canonical form, e.g. `de-CH`. */
  readonly locale: string
  /** `undefined` before the first change. */
  readonly updatedAt: Date | undefined
  /** Id of the user who last changed them. */
  readonly updatedBy: string | undefined
}

export const defaultSettings: Settings = {
  version: 1,
  displayName: undefined,
  timeZone: 'UTC',
  locale: 'en',
  updatedAt: undefined,
  updatedBy: undefined,
}

export const DISPLAY_NAME_LENGTH_MAX = 100
/** Source: RFC 5646, section 4.4.1, the recommended minimum that applications support. */
const LOCALE_LENGTH_MAX = 35

/** A change of the settings: absent members stay unchanged, and `null` removes the name. */
export interface SettingsCommand {
  readonly displayName?: string | null
  readonly timeZone?: string
  readonly locale?: string
  /** Refused if the settings have another version. */
  readonly expectedVersion?: number
  readonly by: string
  readonly at: Date
}

/** The previous and new values, by name of the changed setting. */
export type SettingsChanges = Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>

export type SettingsDecision =
  | { readonly outcome: 'accepted'; readonly settings: Settings; readonly changes: SettingsChanges }
  | { readonly outcome: 'unchanged'; readonly settings: Settings }
  | {
      readonly outcome: 'refused'
      readonly code: 'SETTINGS_INVALID' | 'SETTINGS_VERSION_CONFLICT'
      readonly field: string
      readonly message: string
    }

/**
 * The settings after `command`, or its refusal. A command that changes nothing creates no version.
 */
export function decideSettings(settings: Settings, command: SettingsCommand): SettingsDecision {
  const { expectedVersion } = command
  if (expectedVersion !== undefined && expectedVersion !== settings.version) {
    const message = `The settings are at version ${settings.version}, not ${expectedVersion}: load them and try again.`
    return { outcome: 'refused', code: 'SETTINGS_VERSION_CONFLICT', field: 'expectedVersion', message }
  }
  const name = command.displayName === undefined ? settings.displayName : command.displayName?.trim()
  if (name !== undefined && !isName(name)) {
    return invalid('displayName', `1 to ${DISPLAY_NAME_LENGTH_MAX} characters on one line`)
  }
  const timeZone = command.timeZone === undefined ? settings.timeZone : canonicalTimeZone(command.timeZone)
  if (timeZone === undefined) return invalid('timeZone', 'an IANA time zone such as Europe/Zurich')
  const locale = command.locale === undefined ? settings.locale : canonicalLocale(command.locale)
  if (locale === undefined) return invalid('locale', 'a BCP 47 language tag such as de-CH')

  const changes = changesBetween(settings, { displayName: name, timeZone, locale })
  if (Object.keys(changes).length === 0) return { outcome: 'unchanged', settings }
  const changed = { displayName: name, timeZone, locale, updatedAt: command.at, updatedBy: command.by }
  return { outcome: 'accepted', settings: { ...settings, ...changed, version: settings.version + 1 }, changes }
}

function isName(name: string): boolean {
  return (
    name !== '' &&
    [...name].length <= DISPLAY_NAME_LENGTH_MAX &&
    name.isWellFormed() &&
    !FORBIDDEN_CHARACTERS.test(name)
  )
}

/** Control characters, line and paragraph separators, and bidirectional controls. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

function canonicalTimeZone(name: string): string | undefined {
  // The runtime accepts offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // The runtime may return an older name (Asia/Calcutta), so only the letter case is normalized.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}

function canonicalLocale(tag: string): string | undefined {
  if (tag.length > LOCALE_LENGTH_MAX) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

type DisplaySettings = Pick<Settings, 'displayName' | 'timeZone' | 'locale'>

function changesBetween(before: DisplaySettings, after: DisplaySettings): SettingsChanges {
  const names = ['displayName', 'timeZone', 'locale'] as const
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  )
}

function invalid(field: string, expected: string): SettingsDecision {
  return { outcome: 'refused', code: 'SETTINGS_INVALID', field, message: `${field} must be ${expected}.` }
}
