import { expect, it } from 'vitest'
import { subjectsOf } from './screening-result.ts'

const noAddress = { geographicAddress: [] }
const noOtherNames = { localNameIdentifier: [], phoneticNameIdentifier: [] }

it('the same name as a person and as an organisation is two subjects of one party', () => {
  const natural = [{ primaryIdentifier: 'Example', nameIdentifierType: 'LEGL' }]
  const legal = [{ legalPersonName: 'Example', legalPersonNameIdentifierType: 'LEGL' }]
  const subjects = subjectsOf({
    transferPath: [],
    originator: {
      accountNumber: [],
      originatorPersons: [
        { naturalPerson: { name: { nameIdentifier: natural, ...noOtherNames }, ...noAddress } },
        { legalPerson: { name: { nameIdentifier: legal, ...noOtherNames }, ...noAddress } },
      ],
    },
  })
  expect(subjects).toEqual([
    { role: 'ORIGINATOR', name: 'Example', kind: 'PERSON' },
    { role: 'ORIGINATOR', name: 'Example', kind: 'ORGANISATION' },
  ])
})
