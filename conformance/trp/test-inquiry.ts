import { isRecord } from './trp-client.ts'
import { compareVersions } from './trp-version.ts'

export interface TestInquiry {
  /** The asset as named in the inquiry. */
  readonly asset: object
  readonly amount: string
  readonly callback: string
}

/**
 * The body of an inquiry about an invented person, valid in TRP and IVMS101. `changes` replaces fields; undefined
 * removes a field.
 */
export function testInquiry({ asset, amount, callback }: TestInquiry, changes: Record<string, unknown> = {}): string {
  const body = { asset, amount: Number(amount), callback, IVMS101: TEST_IVMS101, ...changes }
  return JSON.stringify(body)
}

const BITCOIN_DTI = '4H95J0R2X'
const DTI_SINCE = '3.2.0'

/**
 * The names for an asset in an inquiry of `version`, in the order in which they are tried: only `asset` if given (a
 * DTI, or a SLIP-0044 symbol), otherwise those of Bitcoin.
 */
export function assetForms(asset: string | undefined, version: string): readonly object[] {
  if (asset !== undefined) return [/^[A-Z0-9]{9}$/.test(asset) ? { dti: asset } : { slip0044: asset }]
  const [dti, symbol, number] = [{ dti: BITCOIN_DTI }, { slip0044: 'BTC' }, { slip0044: 0 }]
  return compareVersions(version, DTI_SINCE) >= 0 ? [dti, symbol, number] : [symbol, dti, number]
}

/** True if the asset of an inquiry is Bitcoin. */
export function isBitcoin(asset: unknown): boolean {
  if (!isRecord(asset)) return false
  return asset.dti === BITCOIN_DTI || asset.slip0044 === 'BTC' || asset.slip0044 === 0
}

const NAME = 'TRP conformance kit'

function vasp(name: string) {
  return {
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
      customerNumber: name,
    },
  }
}

function person(family: string, given: string, more: object = {}) {
  const name = { primaryIdentifier: family, secondaryIdentifier: given, nameIdentifierType: 'LEGL' }
  return { naturalPerson: { name: { nameIdentifier: [name] }, ...more } }
}

const TEST_IVMS101 = {
  originator: {
    originatorPersons: [person('Testperson', 'Olga', { customerIdentification: 'conformance-1' })],
    accountNumber: ['conformance-1'],
  },
  beneficiary: { beneficiaryPersons: [person('Testperson', 'Ben')], accountNumber: ['conformance-2'] },
  originatingVASP: { originatingVASP: vasp(NAME) },
  beneficiaryVASP: { beneficiaryVASP: vasp('VASP under test') },
}
