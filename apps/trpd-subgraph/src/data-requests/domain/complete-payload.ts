import { type Ivms101, namesOf, type Person } from '../../ivms101/domain/model.ts'
import type { Party } from './data-request.ts'

/** The data of either party. */
export interface PartyData {
  readonly persons: readonly Person[]
  readonly accountNumber: readonly string[]
}

/** The data about `party` in a payload; empty if it has none. */
export function partyOf({ originator, beneficiary }: Ivms101, party: Party): PartyData {
  return party === 'ORIGINATOR'
    ? { persons: originator?.originatorPersons ?? [], accountNumber: originator?.accountNumber ?? [] }
    : { persons: beneficiary?.beneficiaryPersons ?? [], accountNumber: beneficiary?.accountNumber ?? [] }
}

/** `payload` with the data about `party` replaced by `data`. */
export function withParty(payload: Ivms101, party: Party, { persons, accountNumber }: PartyData): Ivms101 {
  return party === 'ORIGINATOR'
    ? { ...payload, originator: { originatorPersons: persons, accountNumber } }
    : { ...payload, beneficiary: { beneficiaryPersons: persons, accountNumber } }
}

/**
 * Completes `payload` with data that was received later. Known data is kept where the new data lacks it, but
 * only for a person with the same name: facts about one person must never describe another.
 */
export function completePayload(payload: Ivms101, party: Party, received: PartyData): Ivms101 {
  const former = partyOf(payload, party)
  const accountNumber = received.accountNumber.length > 0 ? received.accountNumber : former.accountNumber
  const [known, ...others] = former.persons
  const [given, ...more] = received.persons
  const isSame =
    known !== undefined && given !== undefined && others.length + more.length === 0 && hasSameName(known, given)
  return withParty(payload, party, {
    persons: isSame ? [completePerson(known, given)] : received.persons,
    accountNumber: isSame || former.persons.length === 0 ? accountNumber : received.accountNumber,
  })
}

function hasSameName(known: Person, given: Person): boolean {
  const isSameKind = (known.legalPerson === undefined) === (given.legalPerson === undefined)
  return isSameKind && writtenNames(known) === writtenNames(given)
}

/** A person's names, normalized to ignore order and case. */
function writtenNames(person: Person): string {
  const names = namesOf(person).map((name) => name.normalize('NFKC').toLocaleLowerCase('en'))
  return names.sort().join('\n')
}

function completePerson(known: Person, given: Person): Person {
  const { naturalPerson, legalPerson } = given
  if (naturalPerson !== undefined)
    return { naturalPerson: { ...known.naturalPerson, ...keptAddress(known.naturalPerson, naturalPerson) } }
  if (legalPerson !== undefined)
    return { legalPerson: { ...known.legalPerson, ...keptAddress(known.legalPerson, legalPerson) } }
  return known
}

/** `given`, with the addresses of `known` if it has none. A missing list is parsed as an empty one. */
function keptAddress<Given extends { readonly geographicAddress: readonly unknown[] }>(
  known: Given | undefined,
  given: Given,
): Given {
  return given.geographicAddress.length > 0 ? given : { ...given, geographicAddress: known?.geographicAddress ?? [] }
}
