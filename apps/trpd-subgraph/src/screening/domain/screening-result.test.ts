import { expect, it } from 'vitest'
import { mayFindMore, mergeSubjects, scriptGap, subjectsOf } from './screening-result.ts'

const noAddress = { geographicAddress: [] }
const noOtherNames = { localNameIdentifier: [], phoneticNameIdentifier: [] }

it('the same name as a person and as an organisation is two subjects of one party', () => {
  const natural = [{ primaryIdentifier: 'Example', nameIdentifierType: 'LEGL' }]
  const legal = [{ legalPersonName: 'Example', legalPersonNameIdentifierType: 'LEGL' }]
  const payload = {
    transferPath: [],
    originator: {
      accountNumber: [],
      originatorPersons: [
        { naturalPerson: { name: { nameIdentifier: natural, ...noOtherNames }, ...noAddress } },
        { legalPerson: { name: { nameIdentifier: legal, ...noOtherNames }, ...noAddress } },
      ],
    },
  }
  const subjects = subjectsOf(payload, 'RECEIVED')
  expect(subjects).toEqual([
    { role: 'ORIGINATOR', name: 'Example', kind: 'PERSON' },
    { role: 'ORIGINATOR', name: 'Example', kind: 'ORGANISATION' },
  ])
})

it('a subject has the year of birth and the official number of its person', () => {
  const nameIdentifier = [{ primaryIdentifier: 'Example', nameIdentifierType: 'LEGL' }]
  const naturalPerson = {
    name: { nameIdentifier, ...noOtherNames },
    ...noAddress,
    dateAndPlaceOfBirth: { dateOfBirth: '1970-12-31', placeOfBirth: 'Example City' },
    nationalIdentification: { nationalIdentifier: 'a 123-4567', nationalIdentifierType: 'CCPT' },
  }
  const beneficiary = { accountNumber: [], beneficiaryPersons: [{ naturalPerson }] }
  expect(subjectsOf({ transferPath: [], beneficiary }, 'SENT')).toEqual([
    { role: 'BENEFICIARY', name: 'Example', kind: 'PERSON', birthYear: 1970, identifiers: ['A1234567'] },
  ])
})

it('a name given by two sources is one subject, with what both know about its holder', () => {
  const vasp = { role: 'VASP', name: 'Example VASP', kind: 'ORGANISATION' } as const
  const lei = { ...vasp, identifiers: ['5493001KJTIIGC8Y1R12'] }
  expect(mergeSubjects([vasp, lei])).toEqual([lei])
  expect(
    mergeSubjects([
      { ...vasp, birthYear: 1970 },
      { ...lei, role: 'ORIGINATOR' },
    ]),
  ).toHaveLength(2)
})

it('the other VASPs named in a payload are subjects, and ours is not', () => {
  const vasp = (name: string) => {
    const nameIdentifier = [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }]
    return { legalPerson: { name: { nameIdentifier, ...noOtherNames }, ...noAddress } }
  }
  const payload = {
    originatingVasp: vasp('Origin VASP'),
    beneficiaryVasp: vasp('Target VASP'),
    transferPath: [{ sequence: 0, intermediaryVasp: vasp('Middle VASP') }],
  }
  const namesFor = (direction: 'SENT' | 'RECEIVED') =>
    subjectsOf(payload, direction).map(({ role, name, kind }) => `${role} ${kind} ${name}`)
  expect(namesFor('RECEIVED')).toEqual(['VASP ORGANISATION Origin VASP', 'VASP ORGANISATION Middle VASP'])
  expect(namesFor('SENT')).toEqual(['VASP ORGANISATION Target VASP', 'VASP ORGANISATION Middle VASP'])
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

it('a party whose names are all in a script that is not romanised is a gap, unless it also has a Latin name', () => {
  const thai = { role: 'ORIGINATOR', name: 'สมชาย วงศ์สวัสดิ์', kind: 'PERSON' } as const
  const latin = { ...thai, name: 'Somchai Wongsawat' }
  expect(scriptGap([thai, { ...latin, role: 'BENEFICIARY' }])?.message).toBe(
    'Not romanised, and only compared with names in the same script: a name of the originator.',
  )
  expect(scriptGap([thai, latin])).toBeUndefined()
  expect(scriptGap(['Карл Маркс', '習近平', 'محمد', 'Olaf (2)'].map((name) => ({ ...latin, name })))).toBeUndefined()
})
