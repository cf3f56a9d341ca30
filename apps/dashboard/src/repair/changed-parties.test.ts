import { expect, test } from 'vitest'
import { withText } from '../new-transfer/person-form.ts'
import { changedParties, partiesOf } from './changed-parties.ts'

const person = (family: string) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: family, nameIdentifierType: 'LEGL' }] },
    geographicAddress: [{ addressType: 'HOME', addressLine: ['Storgatan 1'], country: 'SE' }],
  },
})
const ivms101 = JSON.stringify({
  originator: { originatorPersons: [person('Marx')], accountNumber: ['account-1'] },
  beneficiary: { beneficiaryPersons: [person('Weber')], accountNumber: ['account-2'] },
})

test('a correction sends the changed party, including data that the form does not show, but no other party', () => {
  const before = partiesOf(ivms101)
  expect(changedParties(before, before)).toEqual({})
  const [first] = before.beneficiary.persons
  if (first === undefined) throw new Error('the document has a beneficiary')
  const path = ['naturalPerson', 'name', 'nameIdentifier', 0, 'primaryIdentifier']
  const beneficiary = { ...before.beneficiary, persons: [withText(first, path, 'Weber-Lind')] }
  expect(changedParties(before, { ...before, beneficiary })).toEqual({
    beneficiary: { beneficiaryPersons: [person('Weber-Lind')], accountNumber: ['account-2'] },
  })
})

test('the form for a party about whom nothing is known is initially empty', () => {
  expect(partiesOf(null).originator.persons).toEqual([{ naturalPerson: {} }])
})
