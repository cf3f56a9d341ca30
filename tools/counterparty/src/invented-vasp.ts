import { randomBytes } from 'node:crypto'
import type { TrpAsset } from './message-bodies.ts'
import { encodeBase58check } from './travel-address.ts'

const BITCOIN_DTI = '4H95J0R2X'
const CUSTOMER_NUMBER_LENGTH_MAX = 50

/** The identity of this VASP. The LEI is well formed, but no issuer has its prefix `0000`. */
export const ownIdentity = { name: 'Demo Counterparty VASP', lei: '0000DEMOCOUNTERPAR77' } as const

/** A random payment address without a known key: Bitcoin P2PKH, otherwise 20 bytes in hex. */
export function inventAddress(asset: TrpAsset): string {
  if (!isBitcoin(asset)) return `0x${randomBytes(20).toString('hex')}`
  return encodeBase58check(Buffer.concat([Buffer.of(0), randomBytes(20)]))
}

/** A random transaction hash. */
export function inventTxid(asset: TrpAsset): string {
  return `${isBitcoin(asset) ? '' : '0x'}${randomBytes(32).toString('hex')}`
}

/** `BTC` becomes its DTI. Nine capitals or digits are a DTI, anything else a SLIP-0044 symbol. */
export function assetOfSymbol(symbol: string): TrpAsset {
  if (symbol === 'BTC') return { dti: BITCOIN_DTI }
  return /^[A-Z0-9]{9}$/.test(symbol) ? { dti: symbol } : { slip0044: symbol }
}

function isBitcoin(asset: TrpAsset): boolean {
  return 'dti' in asset ? asset.dti === BITCOIN_DTI : asset.slip0044 === 0 || asset.slip0044 === 'BTC'
}

export interface PartyNames {
  /** Full name, family name last, e.g. `Erika Mustermann`. */
  readonly originator: string
  readonly beneficiary: string
  readonly originatorAccount: string
  readonly beneficiaryAccount: string
  /** Name of the beneficiary's VASP, or its host. */
  readonly beneficiaryVasp: string
}

/** A complete, valid IVMS101 payload for an inquiry of our invented customer. */
export function inventIvms101(names: PartyNames): Record<string, unknown> {
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
  const givenNames = words.slice(0, -1).join(' ')
  return {
    nameIdentifier: [
      {
        primaryIdentifier: family,
        ...(givenNames === '' ? {} : { secondaryIdentifier: givenNames }),
        nameIdentifierType: 'LEGL',
      },
    ],
  }
}
