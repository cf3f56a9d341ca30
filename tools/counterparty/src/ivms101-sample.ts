import { ownIdentity } from './own-identity.ts'

const CUSTOMER_NUMBER_LENGTH_MAX = 50

export interface PartyNames {
  /** Full name, family name last, e.g. `Erika Mustermann`. */
  readonly originator: string
  readonly beneficiary: string
  readonly originatorAccount: string
  readonly beneficiaryAccount: string
  /** How the beneficiary's VASP is called; where nobody said so, its host. */
  readonly beneficiaryVasp: string
}

/** A complete and valid IVMS101 payload of an inquiry that this VASP sends for its invented customer. */
export function sampleIvms101(names: PartyNames): Record<string, unknown> {
  return {
    originator: {
      originatorPersons: [
        {
          naturalPerson: {
            name: naturalName(names.originator),
            geographicAddress: [
              {
                addressType: 'HOME',
                streetName: 'Musterstrasse',
                buildingNumber: '12',
                postCode: '10115',
                townName: 'Berlin',
                country: 'DE',
              },
            ],
            customerIdentification: 'demo-customer-1',
          },
        },
      ],
      accountNumber: [names.originatorAccount],
    },
    beneficiary: {
      beneficiaryPersons: [{ naturalPerson: { name: naturalName(names.beneficiary) } }],
      accountNumber: [names.beneficiaryAccount],
    },
    originatingVASP: {
      originatingVASP: legalPerson(ownIdentity.name, {
        nationalIdentification: { nationalIdentifier: ownIdentity.lei, nationalIdentifierType: 'LEIX' },
      }),
    },
    beneficiaryVASP: {
      beneficiaryVASP: legalPerson(names.beneficiaryVasp, {
        customerNumber: `vasp:${names.beneficiaryVasp}`.slice(0, CUSTOMER_NUMBER_LENGTH_MAX),
      }),
    },
  }
}

function legalPerson(name: string, identification: Record<string, unknown>): Record<string, unknown> {
  return {
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
      ...identification,
    },
  }
}

function naturalName(fullName: string): Record<string, unknown> {
  const words = fullName.trim().split(/\s+/)
  const family = words.at(-1) ?? fullName
  const given = words.slice(0, -1).join(' ')
  return {
    nameIdentifier: [
      {
        primaryIdentifier: family,
        ...(given === '' ? {} : { secondaryIdentifier: given }),
        nameIdentifierType: 'LEGL',
      },
    ],
  }
}
