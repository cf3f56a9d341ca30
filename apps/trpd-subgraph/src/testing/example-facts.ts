import { BUILT_IN_ASSETS } from '../assets/domain/built-in-assets.ts'
import type { CheckFacts } from '../checks/domain/check.ts'
import type { Ivms101, Person } from '../ivms101/domain/model.ts'
import { BUILT_IN_JURISDICTIONS, type Jurisdiction } from '../jurisdictions/domain/jurisdiction.ts'
import { openReceived } from '../transfers/domain/transfer.ts'
import { at, exampleVasp, facts } from './example-transfers.ts'

/** Facts about a flawless received inquiry for 1 BTC. */
export function checkFacts(more: Partial<CheckFacts> = {}): CheckFacts {
  const [asset] = BUILT_IN_ASSETS
  if (asset === undefined) throw new Error('there are no built-in assets')
  return {
    transfer: openReceived({ facts: { ...facts, direction: 'RECEIVED' }, amountUnit: 'WHOLE', vaspTrusted: true }),
    payload: payloadOf(naturalPerson('Engels', 'Friedrich'), naturalPerson('Marx', 'Karl')),
    asset,
    vasp: { ...exampleVasp, name: 'Alice VASP', autoApprove: true },
    entry: { travelAddress: 'ta…', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    customerReference: 'customer 1',
    jurisdiction: jurisdictionOf('CH'),
    at,
    duplicateSeconds: 3_600,
    similar: { approved: { count: 0 }, duplicates: [] },
    ...more,
  }
}

/** A payload with one originator and one beneficiary, and their accounts. */
export function payloadOf(originator: Person, beneficiary: Person, accounts: readonly string[] = ['1']): Ivms101 {
  return {
    originator: { originatorPersons: [originator], accountNumber: accounts },
    beneficiary: { beneficiaryPersons: [beneficiary], accountNumber: accounts },
    transferPath: [],
  }
}

/** A person with a legal name and a customer number. */
export function naturalPerson(family: string, given?: string, more: object = { customerIdentification: '1' }): Person {
  const name = { primaryIdentifier: family, nameIdentifierType: 'LEGL', ...(given && { secondaryIdentifier: given }) }
  return {
    naturalPerson: {
      name: { nameIdentifier: [name], localNameIdentifier: [], phoneticNameIdentifier: [] },
      geographicAddress: [],
      ...more,
    },
  }
}

/** The built-in jurisdiction with this code. */
export function jurisdictionOf(code: string): Jurisdiction {
  const found = BUILT_IN_JURISDICTIONS.find((jurisdiction) => jurisdiction.code === code)
  if (found === undefined) throw new Error(`there is no jurisdiction ${code}`)
  return found
}
