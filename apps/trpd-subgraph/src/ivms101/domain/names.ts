import { type Ivms101, type Person, personsOf } from './model.ts'

/**
 * All names of a person as strings: given names before the family name, in Latin, local and phonetic script.
 * Blank ones are omitted.
 */
export function namesOf({ naturalPerson, legalPerson }: Person): string[] {
  const natural = naturalPerson?.name
  const legal = legalPerson?.name
  const names = [
    ...[natural?.nameIdentifier, natural?.localNameIdentifier, natural?.phoneticNameIdentifier].flatMap((list = []) =>
      list.map(({ primaryIdentifier = '', secondaryIdentifier = '' }) => `${secondaryIdentifier} ${primaryIdentifier}`),
    ),
    ...[legal?.nameIdentifier, legal?.localNameIdentifier, legal?.phoneticNameIdentifier].flatMap((list = []) =>
      list.map(({ legalPersonName = '' }) => legalPersonName),
    ),
  ]
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** All names of the originator and the beneficiary. */
export function partyNames(payload: Ivms101): string[] {
  return personsOf(payload)
    .filter(({ role }) => role === 'ORIGINATOR' || role === 'BENEFICIARY')
    .flatMap(({ person }) => namesOf(person))
}
