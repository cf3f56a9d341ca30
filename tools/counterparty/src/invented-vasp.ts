import { randomBytes } from 'node:crypto'
import type { TrpAsset } from './message-bodies.ts'
import { encodeBase58, encodeBase58check } from './travel-address.ts'

const BITCOIN_DTI = '4H95J0R2X'
const CUSTOMER_NUMBER_LENGTH_MAX = 50

/** The identity of this VASP. The LEI is well-formed, but no issuer has its prefix `0000`. */
export const ownIdentity = { name: 'Demo Counterparty VASP', lei: '0000DEMOCOUNTERPAR77' } as const

/**
 * A payment address that must not be paid: random without a known key, or a published example for ledgers whose
 * addresses are harder to generate.
 */
export function inventAddress(asset: TrpAsset): string {
  const symbol = symbolOf(asset)
  const version = BASE58_VERSIONS[symbol]
  if (version !== undefined) return encodeBase58check(Buffer.concat([Buffer.of(version), randomBytes(20)]))
  return EXAMPLE_ADDRESSES[symbol] ?? `0x${randomBytes(20).toString('hex')}`
}

/** The version byte of an address that contains a key hash. */
const BASE58_VERSIONS: Readonly<Record<string, number>> = { BTC: 0x00, BCH: 0x00, LTC: 0x30, DOGE: 0x1e, TRX: 0x41 }

/** Source: the documentation of each ledger. */
const EXAMPLE_ADDRESSES: Readonly<Record<string, string>> = {
  SOL: 'So11111111111111111111111111111111111111112',
  XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  XLM: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  ADA: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  DOT: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  XTZ: 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb',
  ATOM: 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a',
}

/** A random transaction hash in the ledger's format. */
export function inventTxid(asset: TrpAsset): string {
  const symbol = symbolOf(asset)
  if (symbol === 'SOL') return encodeBase58(randomBytes(64))
  if (symbol === 'XTZ') return encodeBase58check(Buffer.concat([Buffer.of(5, 116), randomBytes(32)]))
  const isBare = symbol in BASE58_VERSIONS || symbol in EXAMPLE_ADDRESSES
  return `${isBare ? '' : '0x'}${randomBytes(32).toString('hex')}`
}

/** Converts `BTC` to its DTI. Nine capitals or digits are a DTI, anything else is a SLIP-0044 symbol. */
export function assetOfSymbol(symbol: string): TrpAsset {
  if (symbol === 'BTC') return { dti: BITCOIN_DTI }
  return /^[A-Z0-9]{9}$/.test(symbol) ? { dti: symbol } : { slip0044: symbol }
}

/** The SLIP-0044 symbol; empty for any other asset, which is treated as one on an EVM ledger. */
function symbolOf(asset: TrpAsset): string {
  if ('dti' in asset) return asset.dti === BITCOIN_DTI ? 'BTC' : ''
  const { slip0044 } = asset
  return COIN_TYPES[String(slip0044)] ?? String(slip0044).toUpperCase()
}

/** Source: SLIP-0044. */
const COIN_TYPES: Readonly<Record<string, string>> = {
  0: 'BTC',
  2: 'LTC',
  3: 'DOGE',
  118: 'ATOM',
  144: 'XRP',
  145: 'BCH',
  148: 'XLM',
  195: 'TRX',
  354: 'DOT',
  501: 'SOL',
  1729: 'XTZ',
  1815: 'ADA',
}

export interface PartyNames {
  /** Full name with the family name last, e.g. `Erika Sommerfeld`. */
  readonly originator: string
  readonly beneficiary: string
  readonly originatorAccount: string
  readonly beneficiaryAccount: string
  /** Name of the beneficiary's VASP, or its host. */
  readonly beneficiaryVasp: string
}

/** A complete, valid IVMS101 payload for an inquiry by our invented customer. */
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
            dateAndPlaceOfBirth: { dateOfBirth: '1972-05-17', placeOfBirth: 'Hamburg' },
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
