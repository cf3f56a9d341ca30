import { expect, test } from 'vitest'
import { changedFields, draftOf, mergedDraft, settingsInput } from './settings-draft.ts'

const before = draftOf({ displayName: 'Alice VASP', timeZone: 'UTC', locale: 'en' })

test('only changed settings are sent, and an empty name removes it', () => {
  expect(settingsInput(before, before)).toEqual({})
  expect(settingsInput(before, { ...before, timeZone: 'Europe/Zurich ' })).toEqual({ timeZone: 'Europe/Zurich' })
  expect(settingsInput(before, { ...before, displayName: ' ' })).toEqual({ displayName: null })
})

test('an organisation without a name has an empty field', () => {
  expect(draftOf({ displayName: null, timeZone: 'UTC', locale: 'en' }).displayName).toBe('')
})

test('after a conflict a person keeps the own changes and sees those of the other person', () => {
  const mine = { ...before, displayName: 'Mine' }
  const theirs = { ...before, displayName: 'Theirs', locale: 'de-CH' }
  const merged = mergedDraft(before, mine, theirs)
  expect(merged).toEqual({ displayName: 'Mine', timeZone: 'UTC', locale: 'de-CH' })
  expect(changedFields(theirs, merged)).toEqual(['displayName'])
})
