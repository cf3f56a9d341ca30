import { type Ivms101, type Person, personsOf } from './model.ts'

/**
 * Every name of a person, as one string each: given names before the family name, in Latin, local
 * and phonetic writing. Blank ones are left out.
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

/** Every name of the originator and the beneficiary. */
export function partyNames(payload: Ivms101): string[] {
  return personsOf(payload)
    .filter(({ role }) => role === 'ORIGINATOR' || role === 'BENEFICIARY')
    .flatMap(({ person }) => namesOf(person))
}
