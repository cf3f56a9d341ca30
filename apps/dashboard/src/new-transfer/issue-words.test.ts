import { expect, test } from 'vitest'
import { de } from '../language/de.ts'
import { en } from '../language/en.ts'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { issuesInWords } from './issue-words.ts'
import { emptyPerson, withText } from './person-form.ts'

const organisation = withText(
  emptyPerson('LEGAL'),
  ['legalPerson', 'name', 'nameIdentifier', 0, 'legalPersonName'],
  'A',
)
const issue = (path: string, constraint: string): FieldIssue => ({ path, constraint, message: 'of the API' })
const read = (found: FieldIssue, person = organisation, t: typeof en | typeof de = en) =>
  issuesInWords([found], { role: 'beneficiary', party: { persons: [person], accounts: '' }, t }).map(
    ({ message, words }) => words ?? message,
  )
const PERSON = 'beneficiary.beneficiaryPersons[0].legalPerson'

test('an issue that the form can cause is described in its words and language', () => {
  const found = issue(PERSON, 'C4')
  expect(read(found)).toEqual([en.newTransfer.issues.organisationNameOnly])
  expect(read(found, organisation, de)).toEqual([de.newTransfer.issues.organisationNameOnly])
  expect(read(issue(`${PERSON}.nationalIdentification.nationalIdentifierType`, 'REQUIRED'))).toEqual([
    en.actions.required,
  ])
})

test("an issue about a field that the form does not have keeps the API's message", () => {
  expect(read(issue(`${PERSON}.nationalIdentification.countryOfIssue`, 'C9'))).toEqual(['of the API'])
  expect(read(issue(`${PERSON}.nationalIdentification.registrationAuthority`, 'C9'))).toEqual([
    en.newTransfer.issues.idAuthorityNeeded,
  ])
  expect(read(issue('', 'LIMIT'))).toEqual(['of the API'])
})

test('a party without a person has the issue only at the name', () => {
  const found = issue('beneficiary.beneficiaryPersons', 'REQUIRED')
  expect(read(found, emptyPerson('NATURAL'))).toEqual([])
  expect(read(found)).toEqual([en.actions.required])
})
