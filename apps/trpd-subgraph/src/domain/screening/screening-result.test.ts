import { expect, it } from 'vitest'
import { mayFindMore, subjectsOf } from './screening-result.ts'

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

it.each([
  ['SCREENING_VENDOR_FAILED', true],
  ['SCREENING_LIST_OUTDATED', true],
  ['SCREENING_LIST_MISSING', false],
  ['SCREENING_NOTHING_TO_SCREEN', false],
  ['SCREENING_NAME_TOO_COMMON', false],
] as const)('another screening against the same lists may close the gap %s: %s', (code, expected) => {
  const evidence = { subjects: [], wallets: [], gaps: [{ code, message: 'A gap.' }], lists: [] }
  expect(mayFindMore({ evidence })).toBe(expected)
})
