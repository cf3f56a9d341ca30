import type { Ivms101, Person } from './model.ts'

/** A person of a payload, the part it plays and the path to it. */
export interface PlacedPerson {
  readonly person: Person
  readonly role: 'ORIGINATOR' | 'BENEFICIARY' | 'ORIGINATING_VASP' | 'BENEFICIARY_VASP' | 'INTERMEDIARY_VASP'
  readonly path: string
}

/** Everybody in `payload`, in its order. */
export function personsOf(payload: Ivms101): readonly PlacedPerson[] {
  const { originator, beneficiary, originatingVasp, beneficiaryVasp, transferPath } = payload
  const persons: PlacedPerson[] = []
  originator?.originatorPersons.forEach((person, index) => {
    persons.push({ person, role: 'ORIGINATOR', path: `originator.originatorPersons[${index}]` })
  })
  beneficiary?.beneficiaryPersons.forEach((person, index) => {
    persons.push({ person, role: 'BENEFICIARY', path: `beneficiary.beneficiaryPersons[${index}]` })
  })
  if (originatingVasp) {
    persons.push({ person: originatingVasp, role: 'ORIGINATING_VASP', path: 'originatingVASP.originatingVASP' })
  }
  if (beneficiaryVasp) {
    persons.push({ person: beneficiaryVasp, role: 'BENEFICIARY_VASP', path: 'beneficiaryVASP.beneficiaryVASP' })
  }
  transferPath.forEach(({ intermediaryVasp: person }, index) => {
    const path = `transferPath.transferPath[${index}].intermediaryVASP`
    if (person) persons.push({ person, role: 'INTERMEDIARY_VASP', path })
  })
  return persons
}
