import { expect, test } from 'vitest'
import { dataPlace } from './data-path.ts'

test('a path of the data names the party, the person and the field of the form', () => {
  const persons = 'IVMS101.beneficiary.beneficiaryPersons'
  expect(dataPlace(`${persons}[1].naturalPerson.countryOfResidence`)).toEqual({
    party: 'beneficiary',
    person: 2,
    label: 'residence',
  })
  expect(dataPlace('originator.accountNumber')).toEqual({ party: 'originator', person: undefined, label: 'accounts' })
  expect(dataPlace(`${persons}[0].naturalPerson.toString`)).toMatchObject({ person: 1, label: undefined })
  expect(dataPlace(persons)).toEqual({ party: 'beneficiary', person: undefined, label: undefined })
})

test('a path outside of the parties has no place in the forms', () => {
  for (const path of ['', 'asset', 'IVMS101', 'extensions.originator', 'originators.accountNumber']) {
    expect(dataPlace(path)).toBeUndefined()
  }
})
