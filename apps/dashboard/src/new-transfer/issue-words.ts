import type { Messages } from '../language/messages.ts'
import { inWords } from '../language/service-words/service-words.ts'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import type { PartyDraft, PartyRole } from './draft.ts'
import { PERSON_FIELDS, personKind, textAt } from './person-form.ts'

/**
 * The issues of a party in the words of its form, since the API names the fields of IVMS101 in English. Issues that no
 * field of the form can cause keep the API's message. Without any person, each missing name is reported at its field.
 */
export function issuesInWords(
  issues: readonly FieldIssue[],
  { role, party, t }: { readonly role: PartyRole; readonly party: PartyDraft; readonly t: Messages },
): readonly FieldIssue[] {
  const isNameMissing = party.persons.some((person) =>
    PERSON_FIELDS[personKind(person)].some(({ data, path }) => data === 'NAME' && textAt(person, path).trim() === ''),
  )
  return issues
    .filter(
      ({ path, constraint }) => !(isNameMissing && constraint === 'REQUIRED' && path === `${role}.${role}Persons`),
    )
    .map((issue) => ({ ...issue, words: wordsOf(issue, t) }))
}

/** The message for each IVMS101 rule that the form can violate. */
const MESSAGES: Readonly<Record<string, keyof Messages['newTransfer']['issues']>> = {
  C1: 'originatorNameOnly',
  C2: 'notPast',
  C4: 'organisationNameOnly',
  C7: 'idTypeOfPerson',
  C8: 'addressIncomplete',
  C9: 'idAuthorityNeeded',
  C10: 'idAuthorityUnknown',
  C11: 'noLei',
}

function wordsOf({ path, constraint, message: said }: FieldIssue, t: Messages): string | undefined {
  if (constraint === 'REQUIRED') return t.actions.required
  // The form has no field for the other paths with this constraint.
  if (constraint === 'C9' && !path.endsWith('.legalPerson.nationalIdentification.registrationAuthority'))
    return undefined
  const message = MESSAGES[constraint]
  return message === undefined ? inWords(said, t.serviceWords) : t.newTransfer.issues[message]
}
