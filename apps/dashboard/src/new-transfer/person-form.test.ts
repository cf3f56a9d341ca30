import { expect, test } from 'vitest'
import { PERSON_FIELDS, pathName, personKind, sentPerson, textAt, withText } from './person-form.ts'

const [, familyName] = PERSON_FIELDS.NATURAL
if (familyName === undefined) throw new Error('there is no field for the family name')

test('a text is written to its path and leaves everything else of the person unchanged', () => {
  const before = { naturalPerson: { customerIdentification: 'c-1', name: { localNameIdentifier: [] } } }
  const after = withText(before, familyName.path, 'Weber')
  expect(after).toEqual({
    naturalPerson: {
      customerIdentification: 'c-1',
      name: { localNameIdentifier: [], nameIdentifier: [{ primaryIdentifier: 'Weber' }] },
    },
  })
  expect(textAt(after, familyName.path)).toBe('Weber')
  expect(textAt(before, familyName.path)).toBe('')
})

test('a field is named like in IVMS101 issues', () => {
  expect(pathName(familyName.path)).toBe('naturalPerson.name.nameIdentifier[0].primaryIdentifier')
})

test('a person is sent without empty fields, and with the types that IVMS101 requires', () => {
  const person = {
    naturalPerson: {
      name: { nameIdentifier: [{ primaryIdentifier: ' Weber ', secondaryIdentifier: '' }] },
      geographicAddress: [{ townName: 'Bern', country: 'CH', streetName: '' }],
      nationalIdentification: { nationalIdentifier: '' },
      countryOfResidence: '',
    },
  }
  expect(sentPerson(person)).toEqual({
    naturalPerson: {
      name: { nameIdentifier: [{ nameIdentifierType: 'LEGL', primaryIdentifier: 'Weber' }] },
      geographicAddress: [{ addressType: 'HOME', townName: 'Bern', country: 'CH' }],
    },
  })
})

test('the types of a pasted person are kept', () => {
  const names = [
    { legalPersonName: 'Acme AG', legalPersonNameIdentifierType: 'LEGL' },
    { legalPersonName: 'Acme', legalPersonNameIdentifierType: 'TRAD' },
  ]
  const person = {
    legalPerson: { name: { nameIdentifier: names }, geographicAddress: [{ addressType: 'GEOG', country: 'CH' }] },
  }
  expect(sentPerson(person)).toEqual(person)
  expect(personKind(person)).toBe('LEGAL')
})

test('a person about whom nothing is entered is not sent', () => {
  expect(sentPerson({ naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: ' ' }] } } })).toBeUndefined()
})
