import { expect, it } from 'vitest'
import { issuePathIn } from './issue-path.ts'

const NAME_TYPE = 'originator.originatorPersons[0].naturalPerson.name.nameIdentifier[1].nameIdentifierType'
const STEP = 'transferPath.transferPath[2].intermediaryVASP.legalPerson'

it.each([
  ['2020', NAME_TYPE, NAME_TYPE],
  [
    '2023',
    NAME_TYPE,
    'originator.originatorPerson[0].naturalPerson.name.nameIdentifier[1].naturalPersonNameIdentifierType',
  ],
  ['TRISA', NAME_TYPE, 'originator.originator_persons[0].natural_person.name.name_identifiers[1].name_identifier_type'],
  ['TRISA', 'originatingVASP.originatingVASP.legalPerson', 'originating_vasp.originating_vasp.legal_person'],
  ['2023', `${STEP}.customerNumber`, `${STEP}.customerIdentification`],
  ['TRISA', STEP, 'transfer_path.transfer_path[2].intermediary_vasp.legal_person'],
  ['TRISA', 'beneficiary.accountNumber[0]', 'beneficiary.account_numbers[0]'],
  ['2023', '', ''],
] as const)('in the dialect %s, the path %j is %j', (dialect, path, expected) => {
  expect(issuePathIn(dialect, path)).toBe(expected)
})
