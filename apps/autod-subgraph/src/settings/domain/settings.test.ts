import { describe, expect, it } from 'vitest'
import { decideSettings, defaultSettings, type SettingsCommand } from './settings.ts'

const at = new Date('2025-01-01T00:00:00Z')
const decide = (change: Partial<SettingsCommand>) => decideSettings(defaultSettings, { by: 'u-1', at, ...change })

describe('the organisation settings', () => {
  it('the organisation settings change with a new version and a list of the changes', () => {
    expect(
      decide({ displayName: '  Example VASP ', timeZone: 'europe/zurich', locale: 'de-ch', expectedVersion: 1 }),
    ).toEqual({
      outcome: 'accepted',
      settings: {
        version: 2,
        displayName: 'Example VASP',
        timeZone: 'Europe/Zurich',
        locale: 'de-CH',
        updatedAt: at,
        updatedBy: 'u-1',
      },
      changes: {
        displayName: { from: null, to: 'Example VASP' },
        timeZone: { from: 'UTC', to: 'Europe/Zurich' },
        locale: { from: 'en', to: 'de-CH' },
      },
    })
  })

  it.each(['Asia/Kolkata', 'Europe/Kyiv', 'EST'])('the name of a time zone is kept as it was sent: %s', (timeZone) => {
    expect(decide({ timeZone })).toMatchObject({ outcome: 'accepted', settings: { timeZone } })
  })

  it.each<Partial<SettingsCommand>>([{}, { timeZone: 'UTC' }, { locale: 'EN' }, { displayName: null }])(
    'the settings make no new version if %j changes nothing',
    (change) => expect(decide(change)).toEqual({ outcome: 'unchanged', settings: defaultSettings }),
  )

  it('null removes the name in the settings', () => {
    const named = { ...defaultSettings, displayName: 'Example VASP' }
    const decision = decideSettings(named, { by: 'u-1', at, displayName: null })
    expect(decision.outcome === 'accepted' && decision.settings.displayName).toBeUndefined()
  })

  it.each<[string, Partial<SettingsCommand>]>([
    ['displayName', { displayName: '  ' }],
    ['displayName', { displayName: 'x'.repeat(101) }],
    ['displayName', { displayName: 'two\nlines' }],
    ['displayName', { displayName: 'half a \ud83d' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+01:00' }],
    ['timeZone', { timeZone: '' }],
    ['locale', { locale: `de-x-${'abcdefgh-'.repeat(10_000)}a` }],
    ['displayName', { displayName: 'Bank\u2028of nothing' }],
    ['displayName', { displayName: 'Bank\u202egnihton fo' }],
    ['displayName', { displayName: 'Bank\u200fof nothing' }],
    ['locale', { locale: 'not a tag' }],
    ['locale', { locale: '' }],
  ])('the settings refuse a wrong %s: %j', (field, change) => {
    expect(decide(change)).toMatchObject({ outcome: 'refused', code: 'SETTINGS_INVALID', field })
  })

  it('the settings refuse a change for another version', () => {
    expect(decide({ expectedVersion: 2, locale: 'de' })).toMatchObject({ code: 'SETTINGS_VERSION_CONFLICT' })
  })
})
