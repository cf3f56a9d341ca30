import { expect, test } from 'vitest'
import { compareParties } from './compare-parties.ts'

const person = (family: string, more: object = {}) => ({
  naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: family, nameIdentifierType: 'LEGL' }] }, ...more },
})
const json = (persons: readonly object[], accountNumber?: string[]) =>
  JSON.stringify({ originator: { originatorPersons: persons, accountNumber } })

test('a response is compared with the known data value by value, under the labels of the form', () => {
  const former = json([person('Karl')], ['account-1'])
  const address = { geographicAddress: [{ addressType: 'HOME', addressLine: ['Storgatan 1', 'Floor 2'] }] }
  expect(compareParties(former, json([person('Ångström', address)], ['account-1']), 'originator')).toEqual([
    {
      path: '0.naturalPerson.name.nameIdentifier[0].primaryIdentifier',
      label: 'familyName',
      former: 'Karl',
      received: 'Ångström',
    },
    { path: 'accountNumber', label: 'accounts', former: 'account-1', received: 'account-1' },
    {
      path: '0.naturalPerson.geographicAddress[0].addressLine',
      label: undefined,
      former: '',
      received: 'Storgatan 1\nFloor 2',
    },
  ])
})

test('a party that was unknown or is missing in the response has values on only one side', () => {
  const known = json([person('Karl')])
  const [missing] = compareParties('{}', known, 'originator')
  expect(missing).toMatchObject({ former: '', received: 'Karl' })
  expect(compareParties(known, 'no JSON', 'originator')).toMatchObject([{ former: 'Karl', received: '' }])
})

test('accounts are compared even if no person is known', () => {
  const [accounts] = compareParties(json([], ['account-1']), json([], ['account-2']), 'originator')
  expect(accounts).toMatchObject({ label: 'accounts', former: 'account-1', received: 'account-2' })
})
