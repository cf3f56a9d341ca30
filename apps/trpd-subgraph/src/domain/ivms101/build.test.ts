import { describe, expect, it } from 'vitest'
import { buildIvms101, buildPerson, type Ivms101Input } from './build.ts'
import { encodeTrp2020 } from './encode.ts'
import { personName } from './model.ts'
import { validateIvms101 } from './validate.ts'

const at = new Date('2026-01-01T00:00:00Z')
const input: Ivms101Input = {
  originator: {
    persons: [
      { type: 'NATURAL', primaryName: 'Engels', secondaryName: 'Friedrich', customerIdentification: '1002390' },
    ],
    accountNumbers: ['14HmBSwec8XrcWge9Zi1ZngNia64u3Wd2v'],
  },
  beneficiary: { persons: [{ type: 'LEGAL', name: 'Company A', customerIdentification: '5610' }] },
  originatingVasp: { name: 'VASP A', lei: '506700T7Z685VUOZL877' },
  beneficiaryVasp: {
    name: 'VASP B',
    address: { addressType: 'BIZZ', addressLine: ['Main Street 1'], townName: 'Zug', country: 'CH' },
  },
}

describe('a payload built from persons and VASPs', () => {
  it('a built payload satisfies IVMS101', () => {
    expect(validateIvms101(buildIvms101(input), at)).toEqual([])
  })

  it('a built payload identifies a VASP by its LEI, and nests it when encoded', () => {
    expect(encodeTrp2020(buildIvms101(input), 'LONE').originatingVASP).toEqual({
      originatingVASP: {
        legalPerson: {
          name: { nameIdentifier: { legalPersonName: 'VASP A', legalPersonNameIdentifierType: 'LEGL' } },
          nationalIdentification: { nationalIdentifier: '506700T7Z685VUOZL877', nationalIdentifierType: 'LEIX' },
        },
      },
    })
  })

  it('a built payload is incomplete when only the date of birth is known', () => {
    const persons = [{ type: 'NATURAL', primaryName: 'Engels', dateOfBirth: '1990-11-28' }] as const
    const issues = validateIvms101(buildIvms101({ ...input, originator: { persons } }), at)
    expect(issues.map(({ path, constraint }) => `${constraint} ${path}`)).toEqual([
      'REQUIRED originator.originatorPersons[0].naturalPerson.dateAndPlaceOfBirth.placeOfBirth',
    ])
  })

  it('a built payload omits blank fields', () => {
    expect(buildPerson({ type: 'NATURAL', primaryName: 'Engels', secondaryName: '', countryOfResidence: ' ' })).toEqual(
      {
        naturalPerson: {
          name: {
            nameIdentifier: [{ primaryIdentifier: 'Engels', nameIdentifierType: 'LEGL' }],
            localNameIdentifier: [],
            phoneticNameIdentifier: [],
          },
          geographicAddress: [],
        },
      },
    )
  })

  it('the display name of a person starts with the given names', () => {
    const { originator, beneficiary } = buildIvms101(input)
    expect(originator?.originatorPersons.map(personName)).toEqual(['Friedrich Engels'])
    expect(beneficiary?.beneficiaryPersons.map(personName)).toEqual(['Company A'])
    expect(personName({})).toBeUndefined()
  })
})
