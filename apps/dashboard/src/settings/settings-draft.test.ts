import { expect, test } from 'vitest'
import { changedFields, draftOf, mergedDraft, settingsInput } from './settings-draft.ts'

const before = draftOf({ displayName: 'Alice VASP', timeZone: 'UTC', locale: 'en' })

test('only changed settings are sent, and an empty name removes the name', () => {
  expect(settingsInput(before, before)).toEqual({})
  expect(settingsInput(before, { ...before, timeZone: 'Europe/Zurich ' })).toEqual({ timeZone: 'Europe/Zurich' })
  expect(settingsInput(before, { ...before, displayName: ' ' })).toEqual({ displayName: null })
})

test('an organisation without a name has an empty field', () => {
  expect(draftOf({ displayName: null, timeZone: 'UTC', locale: 'en' }).displayName).toBe('')
})

test('after a conflict, people keep their own changes and see those of the other person', () => {
  const mine = { ...before, displayName: 'Mine' }
  const theirs = { ...before, displayName: 'Theirs', locale: 'de-CH' }
  const merged = mergedDraft(before, mine, theirs)
  expect(merged).toEqual({ displayName: 'Mine', timeZone: 'UTC', locale: 'de-CH' })
  expect(changedFields(theirs, merged)).toEqual(['displayName'])
})
