import { expect, it } from 'vitest'
import type { Ivms101, NaturalPerson, Person } from '../../ivms101/domain/model.ts'
import { completePayload, type PartyData, partyOf } from './complete-payload.ts'

const natural = (familyName: string, more: Partial<NaturalPerson> = {}): Person => ({
  naturalPerson: {
    name: {
      nameIdentifier: [{ primaryIdentifier: familyName, nameIdentifierType: 'LEGL' }],
      localNameIdentifier: [],
      phoneticNameIdentifier: [],
    },
    geographicAddress: [],
    ...more,
  },
})
const home = [{ addressType: 'HOME', addressLine: ['Storgatan 1'], townName: 'Uppsala', country: 'SE' }]
const payload: Ivms101 = {
  originator: {
    originatorPersons: [natural('Celsius', { customerIdentification: '7', geographicAddress: home })],
    accountNumber: ['a'],
  },
  beneficiary: { beneficiaryPersons: [natural('Linné')], accountNumber: [] },
  transferPath: [],
}
const completed = (...persons: readonly Person[]) => complete({ persons, accountNumber: [] })
const complete = (received: PartyData) => partyOf(completePayload(payload, 'ORIGINATOR', received), 'ORIGINATOR')

it('data of the same person is completed, and known data stays where the new data lacks it', () => {
  const birth = { dateAndPlaceOfBirth: { dateOfBirth: '1701-11-27', placeOfBirth: 'Uppsala' } }
  expect(completed(natural('CELSIUS', birth))).toEqual({
    persons: [natural('CELSIUS', { ...birth, customerIdentification: '7', geographicAddress: home })],
    accountNumber: ['a'],
  })
  const moved = [{ ...(home[0] as (typeof home)[0]), addressLine: ['Storgatan 2'] }]
  const { persons } = completed(natural('Celsius', { geographicAddress: moved }))
  expect(persons[0]?.naturalPerson?.geographicAddress).toEqual(moved)
})

it('facts about one person are never transferred to another', () => {
  expect(completed(natural('Linné'))).toEqual({ persons: [natural('Linné')], accountNumber: [] })
  expect(completed(natural('Celsius'), natural('Linné')).persons[0]).toEqual(natural('Celsius'))
  const organisation: Person = {
    legalPerson: {
      name: {
        nameIdentifier: [{ legalPersonName: 'Celsius', legalPersonNameIdentifierType: 'LEGL' }],
        localNameIdentifier: [],
        phoneticNameIdentifier: [],
      },
      geographicAddress: [],
    },
  }
  expect(completed(organisation).persons).toEqual([organisation])
})

it('received accounts replace known ones, and the other party stays unchanged', () => {
  const received = { persons: [natural('Celsius')], accountNumber: ['b'] }
  expect(complete(received).accountNumber).toEqual(['b'])
  expect(completePayload(payload, 'ORIGINATOR', received).beneficiary).toBe(payload.beneficiary)
})
