import { useRef, useState } from 'react'
import type { PartyField, PersonInput } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { inWords } from '../language/service-words/service-words.ts'
import { type FieldIssue, issuesBelow, issuesElsewhere } from '../persons/issues-by-field.ts'
import { IssueList } from '../persons/person-card.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { type PartyDraft, type PartyRole, partyFromJson } from './draft.ts'
import { issuesInWords } from './issue-words.ts'
import {
  COUNTRIES,
  emptyPerson,
  ID_TYPES,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
  pathName,
  personKind,
  sentPerson,
  textAt,
  withText,
} from './person-form.ts'
import type { Requirement } from './required-data.ts'

interface PartyFieldsProps {
  readonly role: PartyRole
  readonly party: PartyDraft
  readonly onChange: (party: PartyDraft) => void
  readonly required: ReadonlyMap<PartyField, Requirement>
  readonly isMandatory: boolean
  readonly issues: readonly FieldIssue[]
}

/** The persons of a party and their accounts, entered in a form or pasted as JSON. */
export function PartyFields(props: PartyFieldsProps) {
  const { role, party, onChange, required } = props
  const { t } = useLanguage()
  const issues = issuesInWords(props.issues, { role, party, t })
  const [isPasting, setPasting] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const words = t.newTransfer
  const paths = personPaths(party, role)
  const setPersons = (persons: readonly PersonInput[]) => onChange({ ...party, persons })
  const others = issuesElsewhere(issuesBelow(issues, role), [...paths, `${role}.accountNumber`])
  return (
    <Card
      id={role}
      title={t.transaction[role]}
      buttons={<Button onClick={() => setPasting(true)}>{words.paste.open}</Button>}
    >
      {others.length > 0 && <IssueList issues={others} />}
      {party.persons.map((person, index) => (
        <PersonFields
          // biome-ignore lint/suspicious/noArrayIndexKey: persons have no other key, and their fields no state
          key={index}
          {...props}
          issues={issues}
          person={person}
          index={index}
          path={paths[index] ?? ''}
          onPerson={(next) => setPersons(party.persons.with(index, next))}
          onRemove={() => {
            setPersons(party.persons.toSpliced(index, 1))
            add.current?.focus()
          }}
        />
      ))}
      {party.persons.length < PERSONS_MAX && (
        <button
          ref={add}
          type="button"
          className="button add-person"
          onClick={() => setPersons([...party.persons, emptyPerson('NATURAL')])}
        >
          {words.addPerson}
        </button>
      )}
      <InputField
        label={t.person.accounts}
        mark={markOf(required.get('ACCOUNT'), words.marks)}
        hint={words.accountsHint}
        problem={messageOf(issuesBelow(issues, `${role}.accountNumber`), t)}
        isCode
        lines={2}
        value={party.accounts}
        onChange={(accounts) => onChange({ ...party, accounts })}
      />
      {isPasting && (
        <PasteDialog
          role={role}
          onClose={(pasted) => {
            setPasting(false)
            if (pasted) onChange(pasted)
          }}
        />
      )}
    </Card>
  )
}

/** Maximum number of persons per party that the form accepts. */
const PERSONS_MAX = 20

/** Paths of the persons in the sent document, which omits empty ones. */
function personPaths({ persons }: PartyDraft, role: PartyRole): readonly string[] {
  let sent = 0
  return persons.map((person) => `${role}.${role}Persons[${sentPerson(person) === undefined ? 'none' : sent++}]`)
}

interface PersonFieldsProps extends PartyFieldsProps {
  readonly person: PersonInput
  /** Its index among the persons of the party. */
  readonly index: number
  readonly path: string
  readonly onPerson: (person: PersonInput) => void
  readonly onRemove: () => void
}

function PersonFields(props: PersonFieldsProps) {
  const { person, index, path, onPerson, onRemove, party, required, issues, role } = props
  const { t, formats } = useLanguage()
  const kind = personKind(person)
  const words = t.newTransfer
  const count = party.persons.length
  const title = count === 1 ? t.transaction[role] : words.person(t.transaction[role], index + 1, count)
  // Additional persons that remain empty are not sent.
  const isMandatory = props.isMandatory && (index === 0 || sentPerson(person) !== undefined)
  const fields = PERSON_FIELDS[kind]
  const at = (field: PersonField) => `${path}.${pathName(field.path)}`
  const others = issuesElsewhere(issuesBelow(issues, path), fields.map(at))
  const optionsOf = (field: PersonField): readonly (readonly [string, string])[] =>
    field.kind === 'COUNTRY'
      ? COUNTRIES.map((code) => [code, formats.country(code)] as const).toSorted(([, one], [, other]) =>
          one.localeCompare(other, formats.locale),
        )
      : ID_TYPES[kind].map((type) => [type, idTypeName(type, t.person.idTypes)] as const)
  return (
    <fieldset className="person-fields">
      <legend className={count === 1 ? 'hidden' : 'person-title'}>{title}</legend>
      {count > 1 && (
        <button
          type="button"
          className="button button-small person-remove"
          aria-label={`${words.removePerson}: ${title}`}
          onClick={onRemove}
        >
          {words.removePerson}
        </button>
      )}
      <SelectField
        label={words.kind}
        value={kind}
        onChange={(next) => next !== '' && next !== kind && onPerson(emptyPerson(next))}
        options={KINDS.map((each) => [each, each === 'NATURAL' ? t.person.natural : t.person.legal])}
      />
      {others.length > 0 && <IssueList issues={others} />}
      {fields.map((field) => {
        const text = textAt(person, field.path)
        const shared = {
          label: words.fields[field.name],
          mark: markOf(field.data && required.get(field.data), words.marks),
          isRequired: isMandatory && field.data === 'NAME',
          problem: messageOf(issuesBelow(issues, at(field)), t),
          value: text,
          onChange: (next: string) => onPerson(withText(person, field.path, next)),
        }
        return field.kind === 'COUNTRY' || field.kind === 'ID_TYPE' ? (
          <SelectField key={field.name} {...shared} none={words.choose} options={optionsOf(field)} />
        ) : (
          <InputField
            key={field.name}
            {...shared}
            type={field.kind === 'DATE' ? 'date' : 'text'}
            lengthMax={field.lengthMax}
          />
        )
      })}
    </fieldset>
  )
}

const KINDS: readonly PersonKind[] = ['NATURAL', 'LEGAL']

function idTypeName(type: string, names: Readonly<Record<string, string>>): string {
  return names[type] ?? type
}

function markOf(requirement: Requirement | undefined, marks: Readonly<Record<Requirement, string>>) {
  return requirement && marks[requirement]
}

function messageOf(issues: readonly FieldIssue[], { serviceWords }: Messages): string | undefined {
  if (issues.length === 0) return undefined
  return issues.map(({ message, words }) => words ?? inWords(message, serviceWords) ?? message).join(' ')
}

interface PasteDialogProps {
  readonly role: PartyRole
  readonly onClose: (party?: PartyDraft) => void
}

const JSON_LENGTH_MAX = 200_000

function PasteDialog({ role, onClose }: PasteDialogProps) {
  const { t } = useLanguage()
  const [json, setJson] = useState('')
  const words = t.newTransfer.paste
  const pasted = partyFromJson(json, role)
  return (
    <FormDialog
      title={words.title(t.transaction[role])}
      button={words.button}
      submit={async () => undefined}
      onClose={(isDone) => onClose(isDone ? pasted : undefined)}
    >
      <InputField
        label={words.field}
        hint={words.hint}
        fault={pasted === undefined ? words.invalid : undefined}
        isRequired
        isCode
        lines={10}
        lengthMax={JSON_LENGTH_MAX}
        value={json}
        onChange={setJson}
      />
    </FormDialog>
  )
}
