import { describe, expect, it } from 'vitest'
import { parseIvms101 } from './parse.ts'
import { validateIvms101 } from './validate.ts'
import vectors from './vectors/ivms101.json' with { type: 'json' }

const at = new Date('2026-06-15T12:00:00Z')
const ORIGINATOR = 'originator.originatorPersons[0].naturalPerson'
const BENEFICIARY = 'beneficiary.beneficiaryPersons[0].legalPerson'
const VASP = 'originatingVASP.originatingVASP.legalPerson'
const STEP = 'transferPath.transferPath[0]'

/**
 * The issues of the vector payload after replacing the value at each path; undefined removes it.
 */
function broken(changes: Record<string, unknown>): string[] {
  const json = structuredClone(vectors.list2020)
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
    const last = steps.pop() ?? ''
    let target: object = json
    for (const step of steps) target = Reflect.get(target, step)
    if (value === undefined) Reflect.deleteProperty(target, last)
    else Reflect.set(target, last, value)
  }
  const { payload } = parseIvms101(json)
  return (payload === undefined ? [] : validateIvms101(payload, at)).map(
    ({ path, constraint }) => `${constraint} ${path}`,
  )
}

const address = { addressType: 'HOME', townName: 'Zug', country: 'CH' }
const name = (type: string) => ({ nameIdentifier: [{ legalPersonName: 'A', legalPersonNameIdentifierType: type }] })

describe('IVMS101', () => {
  it('the payload of the vectors satisfies IVMS101', () => {
    expect(broken({})).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'C1: an originator requires more than a name',
      {
        [`${ORIGINATOR}.geographicAddress`]: undefined,
        [`${ORIGINATOR}.customerIdentification`]: undefined,
        [`${ORIGINATOR}.nationalIdentification`]: undefined,
        [`${ORIGINATOR}.dateAndPlaceOfBirth`]: undefined,
      },
      [`C1 ${ORIGINATOR}`],
    ],
    [
      'C1: one of the four alternatives suffices',
      {
        [`${ORIGINATOR}.geographicAddress`]: undefined,
        [`${ORIGINATOR}.customerIdentification`]: undefined,
        [`${ORIGINATOR}.nationalIdentification`]: undefined,
      },
      [],
    ],
    ['C2: born yesterday', { [`${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`]: '2026-06-14' }, []],
    [
      'C2: born today',
      { [`${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`]: '2026-06-15' },
      [`C2 ${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`],
    ],
    [
      'C2: a day that does not exist',
      { [`${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`]: '2025-02-29' },
      [`C2 ${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`],
    ],
    [
      'C2: another notation',
      { [`${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`]: '28.11.1990' },
      [`C2 ${ORIGINATOR}.dateAndPlaceOfBirth.dateOfBirth`],
    ],
    [
      'C3: the country of residence',
      { [`${ORIGINATOR}.countryOfResidence`]: 'UK' },
      [`C3 ${ORIGINATOR}.countryOfResidence`],
    ],
    ['C3: unknown', { [`${ORIGINATOR}.countryOfResidence`]: 'XX' }, []],
    [
      'C3: the country of an address',
      { [`${ORIGINATOR}.geographicAddress[0].country`]: 'us' },
      [`C3 ${ORIGINATOR}.geographicAddress[0].country`],
    ],
    [
      'C3: the country of registration',
      { [`${VASP}.countryOfRegistration`]: 'EU' },
      [`C3 ${VASP}.countryOfRegistration`],
    ],
    [
      'C4: a legal person requires more than a name',
      { [`${BENEFICIARY}.customerNumber`]: undefined },
      [`C4 ${BENEFICIARY}`],
    ],
    ['C5: a legal person requires a legal name', { [`${BENEFICIARY}.name`]: name('TRAD') }, [`C5 ${BENEFICIARY}.name`]],
    [
      'C6: a natural person requires a legal name',
      { [`${ORIGINATOR}.name.nameIdentifier[0].nameIdentifierType`]: 'ALIA' },
      [`C6 ${ORIGINATOR}.name`],
    ],
    [
      'C6: a local name does not count',
      { [`${ORIGINATOR}.name`]: { localNameIdentifier: [{ primaryIdentifier: 'X', nameIdentifierType: 'LEGL' }] } },
      [`C6 ${ORIGINATOR}.name`],
    ],
    [
      'C7: a legal person cannot have a passport',
      {
        [`${VASP}.nationalIdentification`]: {
          nationalIdentifier: '1',
          nationalIdentifierType: 'CCPT',
          registrationAuthority: 'RA000001',
        },
      },
      [`C7 ${VASP}.nationalIdentification.nationalIdentifierType`],
    ],
    [
      'C8: a street requires a building',
      { [`${ORIGINATOR}.geographicAddress[0].buildingNumber`]: undefined },
      [`C8 ${ORIGINATOR}.geographicAddress[0]`],
    ],
    [
      'C8: an address cannot be empty',
      { [`${ORIGINATOR}.geographicAddress`]: [address] },
      [`C8 ${ORIGINATOR}.geographicAddress[0]`],
    ],
    [
      'C8: address lines suffice',
      { [`${ORIGINATOR}.geographicAddress`]: [{ ...address, addressLine: ['Hauptstrasse 1'] }] },
      [],
    ],
    [
      'C9: an LEI has no authority',
      { [`${VASP}.nationalIdentification.registrationAuthority`]: 'RA000001' },
      [`C9 ${VASP}.nationalIdentification.registrationAuthority`],
    ],
    [
      'C9: a legal person has no country of issue',
      { [`${VASP}.nationalIdentification.countryOfIssue`]: 'CH' },
      [`C9 ${VASP}.nationalIdentification.countryOfIssue`],
    ],
    [
      'C9: another identifier requires a registration authority',
      { [`${VASP}.nationalIdentification.nationalIdentifierType`]: 'TXID' },
      [`C9 ${VASP}.nationalIdentification.registrationAuthority`],
    ],
    [
      'C10: the authority is on GLEIF’s list',
      { [`${STEP}.intermediaryVASP.legalPerson.nationalIdentification.registrationAuthority`]: 'RA0548' },
      [`C10 ${STEP}.intermediaryVASP.legalPerson.nationalIdentification.registrationAuthority`],
    ],
    [
      'C11: a wrong LEI',
      { [`${VASP}.nationalIdentification.nationalIdentifier`]: '506700T7Z685VUOZL878' },
      [`C11 ${VASP}.nationalIdentification.nationalIdentifier`],
    ],
    ['C12: a path that starts at 0', { [`${STEP}.sequence`]: 0 }, []],
    ['C12: a path that starts at 2', { [`${STEP}.sequence`]: 2 }, ['C12 transferPath.transferPath']],
    [
      'C12: a path with a gap',
      {
        'transferPath.transferPath': [1, 3].map((sequence) => ({
          ...vectors.list2020.transferPath.transferPath[0],
          sequence,
        })),
      },
      ['C12 transferPath.transferPath'],
    ],
    [
      'a person is natural or legal',
      { 'originator.originatorPersons': [{}] },
      ['SHAPE originator.originatorPersons[0]'],
    ],
    [
      'a person is not both',
      {
        'originator.originatorPersons[0].legalPerson': vectors.list2020.beneficiary.beneficiaryPersons[0]?.legalPerson,
      },
      ['SHAPE originator.originatorPersons[0]'],
    ],
    ['an originator is required', { originator: undefined }, ['REQUIRED originator']],
    [
      'an originator requires a person',
      { 'originator.originatorPersons': [] },
      ['REQUIRED originator.originatorPersons'],
    ],
    [
      'both VASPs are required',
      { originatingVASP: undefined, beneficiaryVASP: {} },
      ['REQUIRED originatingVASP.originatingVASP', 'REQUIRED beneficiaryVASP.beneficiaryVASP'],
    ],
    [
      'a town is required',
      { [`${ORIGINATOR}.geographicAddress[0].townName`]: ' ' },
      [`REQUIRED ${ORIGINATOR}.geographicAddress[0].townName`],
    ],
    [
      'a code must be in its list',
      { [`${ORIGINATOR}.geographicAddress[0].addressType`]: 'MISC' },
      [`CODE ${ORIGINATOR}.geographicAddress[0].addressType`],
    ],
    [
      'a string must not contain NUL',
      { [`${ORIGINATOR}.customerIdentification`]: 'a\0' },
      [`TEXT ${ORIGINATOR}.customerIdentification`],
    ],
    [
      'a string must not contain an unpaired surrogate',
      { [`${ORIGINATOR}.customerIdentification`]: 'a\ud800' },
      [`TEXT ${ORIGINATOR}.customerIdentification`],
    ],
  ])('%s', (_, changes, issues) => {
    expect(broken(changes)).toEqual(issues)
  })

  it.each<[string, number]>([
    [`${ORIGINATOR}.name.nameIdentifier[0].primaryIdentifier`, 100],
    [`${ORIGINATOR}.name.nameIdentifier[0].secondaryIdentifier`, 100],
    [`${ORIGINATOR}.customerIdentification`, 50],
    [`${ORIGINATOR}.dateAndPlaceOfBirth.placeOfBirth`, 70],
    [`${ORIGINATOR}.nationalIdentification.nationalIdentifier`, 35],
    ['originator.accountNumber[0]', 100],
    [`${BENEFICIARY}.name.nameIdentifier[0].legalPersonName`, 100],
    [`${BENEFICIARY}.customerNumber`, 50],
    ...Object.entries({
      department: 50,
      subDepartment: 70,
      streetName: 70,
      buildingNumber: 16,
      buildingName: 35,
      floor: 70,
      postBox: 16,
      room: 70,
      postCode: 16,
      townName: 35,
      townLocationName: 35,
      districtName: 35,
      countrySubDivision: 35,
    }).map(([field, max]): [string, number] => [`${ORIGINATOR}.geographicAddress[0].${field}`, max]),
    ['beneficiaryVASP.beneficiaryVASP.legalPerson.geographicAddress[0].addressLine[0]', 70],
  ])('%s has at most %i characters, regardless of their size in bytes', (path, max) => {
    expect(broken({ [path]: '𝒳'.repeat(max) })).toEqual([])
    expect(broken({ [path]: '𝒳'.repeat(max + 1) })).toEqual([`LENGTH ${path}`])
  })

  it('an address has at most seven lines', () => {
    const path = 'beneficiaryVASP.beneficiaryVASP.legalPerson.geographicAddress[0].addressLine'
    expect(broken({ [path]: Array(7).fill('line') })).toEqual([])
    expect(broken({ [path]: Array(8).fill('line') })).toEqual([`LENGTH ${path}`])
  })
})
