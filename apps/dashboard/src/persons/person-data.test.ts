import { expect, test } from 'vitest'
import type { PersonPartsFragment } from '../api/operations.generated.ts'
import { issuesBelow, issuesElsewhere } from './issues-by-field.ts'
import { personName } from './person-name.ts'

const issue = (path: string) => ({ path, constraint: 'LENGTH', message: '' })

test('an issue is shown at its field, and index 1 does not contain index 10', () => {
  const issues = [issue('a.persons[1].name'), issue('a.persons[10]'), issue('')]
  expect(issuesBelow(issues, 'a.persons[1]')).toEqual([issues[0]])
  expect(issuesElsewhere(issues, ['a.persons[1]'])).toEqual([issues[1], issues[2]])
})

const natural = (...names: readonly (readonly [string | null, string | null, string])[]): PersonPartsFragment =>
  ({
    naturalPerson: {
      name: {
        nameIdentifier: names.map(([secondaryIdentifier, primaryIdentifier, nameIdentifierType]) => ({
          primaryIdentifier,
          secondaryIdentifier,
          nameIdentifierType,
        })),
        localNameIdentifier: [],
        phoneticNameIdentifier: [],
      },
    },
    legalPerson: null,
  }) as unknown as PersonPartsFragment

test('a person is called by the legal name, or else by the first name', () => {
  expect(personName(natural(['A', 'B', 'ALIA'], ['Ada', 'Lovelace', 'LEGL']))).toBe('Ada Lovelace')
  expect(personName(natural([null, 'Prince', 'ALIA']))).toBe('Prince')
  expect(personName(natural([' ', null, 'LEGL']))).toBeUndefined()
  expect(personName({ naturalPerson: null, legalPerson: null })).toBeUndefined()
})
