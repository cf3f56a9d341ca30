import { type Ivms101, type Person, personsOf } from '../../ivms101/domain/model.ts'
import type { Direction } from '../../transfers/domain/transfer.ts'
import type { StatedCountries } from './evaluate-rules.ts'

/** The IVMS101 code for an unknown country. */
const UNKNOWN_COUNTRY = 'XX'

/**
 * The countries in a payload: of addresses, residence, registration and official numbers. Those of the other
 * VASP are its own claim.
 */
export function statedCountries(payload: Ivms101, direction: Direction): StatedCountries {
  const theirs = direction === 'RECEIVED' ? 'ORIGINATING_VASP' : 'BENEFICIARY_VASP'
  const persons = new Set<string>()
  const vasp = new Set<string>()
  for (const { person, role } of personsOf(payload)) {
    const target = role === 'ORIGINATOR' || role === 'BENEFICIARY' ? persons : role === theirs ? vasp : undefined
    for (const country of countriesOf(person)) target?.add(country)
  }
  if (vasp.size === 0) vasp.add(UNKNOWN_COUNTRY)
  if (persons.size === 0) persons.add(UNKNOWN_COUNTRY)
  return { persons, vasp }
}

function countriesOf({ naturalPerson, legalPerson }: Person): string[] {
  const { geographicAddress = [], nationalIdentification } = naturalPerson ?? legalPerson ?? {}
  const stated = [
    ...geographicAddress.map(({ country }) => country),
    nationalIdentification?.countryOfIssue,
    naturalPerson?.countryOfResidence,
    legalPerson?.countryOfRegistration,
  ].flatMap((country) => (country === undefined || country.trim() === '' ? [] : [country.trim().toUpperCase()]))
  return stated.length === 0 ? [UNKNOWN_COUNTRY] : stated
}
