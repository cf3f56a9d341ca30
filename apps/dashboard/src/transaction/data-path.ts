import { type ComparedValue, labelAt } from '../data-requests/compare-parties.ts'

/** A place in the data of a transaction, as far as the forms have names for it. */
export interface DataPlace {
  readonly party: 'originator' | 'beneficiary'
  /** From 1; `undefined` if the place does not belong to one person. */
  readonly person: number | undefined
  readonly label: ComparedValue['label']
}

const PLACE =
  /^(?:IVMS101\.)?(originator|beneficiary)(?:\.(?:originator|beneficiary)Persons(?:\[(\d+)\])?)?(?:\.(.+))?$/

/**
 * The place that a deviation's path refers to, such as
 * `IVMS101.originator.originatorPersons[0].naturalPerson.countryOfResidence`; `undefined` outside of the parties.
 */
export function dataPlace(path: string): DataPlace | undefined {
  const [, party, person, field] = PLACE.exec(path) ?? []
  if (party === undefined) return undefined
  return {
    party: party as DataPlace['party'],
    person: person === undefined ? undefined : Number(person) + 1,
    label: field === undefined ? undefined : labelAt(field),
  }
}
