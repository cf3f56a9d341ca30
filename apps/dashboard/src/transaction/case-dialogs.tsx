import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useId, useState } from 'react'
import {
  type CaseAction as ApiCaseAction,
  AssignCaseDocument,
  AwaitCaseDataDocument,
  type CasePartsFragment,
  type CasePriority,
  CommentCaseDocument,
  HoldCaseDocument,
  PrioritizeCaseDocument,
  ReleaseCaseDocument,
  ScheduleCaseDocument,
  TakeCaseDocument,
} from '../api/operations.generated.ts'
import type { ApiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { clockTime, instantAt } from '../language/zoned-time.ts'
import { PersonField } from '../people/person-field.tsx'
import { usePeople } from '../people/use-people.ts'
import { useKeptText } from '../session/use-kept-text.ts'
import { useSignedIn } from '../session/use-session.ts'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { WrittenText } from './case-texts.ts'
import type { CaseEdit } from './offered-actions.ts'

/** A comment is always possible. */
export type CaseAction = ApiCaseAction | 'COMMENT'

interface CaseDialogProps {
  readonly action: CaseAction
  readonly transaction: CasePartsFragment
  /** `written`: the text, once it is stored. */
  readonly onClose: (written?: WrittenText) => void
}

/** Requests the internal reason or the comment. */
export function CaseDialog({ action, transaction, onClose }: CaseDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const [mentions, setMentions] = useState<readonly string[]>([])
  const words = t.case[action]
  const { id } = transaction
  const { text, change, forget } = useKeptText(`${action}:${id}`)
  const { version } = transaction.case

  function send(): Promise<unknown> {
    const variables = { id, version }
    const written = { ...variables, text: text.trim() }
    switch (action) {
      case 'HOLD':
        return api.change(HoldCaseDocument, written)
      case 'AWAIT_DATA':
        return api.change(AwaitCaseDataDocument, written)
      case 'RELEASE':
        return api.change(ReleaseCaseDocument, written)
      case 'TAKE':
        return api.change(TakeCaseDocument, variables)
      case 'COMMENT':
        return api.change(CommentCaseDocument, { ...written, mentions: [...mentions] })
    }
  }

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={async () => {
        await send()
        forget()
      }}
      onProblem={(problem) => refetchAfter(problem, client)}
      onClose={(done) => onClose(done && action !== 'TAKE' ? { after: version, text: text.trim() } : undefined)}
    >
      <p>{words.text}</p>
      {action !== 'TAKE' && (
        <InputField
          label={action === 'COMMENT' ? t.case.comment : t.case.reason}
          hint={t.case.internal}
          isRequired
          lines={3}
          value={text}
          onChange={change}
        />
      )}
      {action === 'COMMENT' && <MentionField value={mentions} onChange={setMentions} />}
    </FormDialog>
  )
}

interface CaseEditDialogProps {
  readonly edit: CaseEdit
  readonly transaction: CasePartsFragment
  readonly onClose: () => void
}

const PRIORITIES: readonly CasePriority[] = ['LOW', 'NORMAL', 'HIGH', 'URGENT']

/** Changes the assignee, priority or due time of a case. */
export function CaseEditDialog({ edit, transaction, onClose }: CaseEditDialogProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const client = useApolloClient()
  const { version, assignee, priority, dueAt, isDueTimeSet } = transaction.case
  const [person, setPerson] = useState(assignee?.id ?? '')
  const [urgency, setUrgency] = useState(priority)
  const [due, setDue] = useState(isDueTimeSet ? clockTime(dueAt, formats.timeZone) : '')
  const words = t.case[edit]

  function submit(): Promise<unknown> {
    const variables = { id: transaction.id, version }
    switch (edit) {
      case 'ASSIGN':
        return api.change(AssignCaseDocument, { ...variables, assignee: person === '' ? null : person })
      case 'PRIORITIZE':
        return api.change(PrioritizeCaseDocument, { ...variables, priority: urgency })
      case 'SCHEDULE':
        return api.change(ScheduleCaseDocument, {
          ...variables,
          dueAt: due === '' ? null : instantAt(due, formats.timeZone),
        })
    }
  }

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={submit}
      onClose={onClose}
      onProblem={(problem) => refetchAfter(problem, client)}
    >
      {edit === 'ASSIGN' && <PersonField value={person} known={assignee} onChange={setPerson} />}
      {edit === 'PRIORITIZE' && (
        <SelectField
          label={t.case.PRIORITIZE.field}
          value={urgency}
          onChange={(value) => value !== '' && setUrgency(value)}
          options={PRIORITIES.map((each) => [each, t.case.priorities[each]])}
        />
      )}
      {edit === 'SCHEDULE' && (
        <InputField
          label={`${t.case.SCHEDULE.field} (${formats.timeZone})`}
          hint={t.case.SCHEDULE.hint}
          type="datetime-local"
          value={due}
          onChange={setDue}
        />
      )}
    </FormDialog>
  )
}

/** Maximum number of people that a comment can mention, as in the API. */
const MENTIONS_MAX = 50

interface MentionFieldProps {
  /** Ids of the people. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** The colleagues who see a comment on their home page. Opens on demand, since there may be many. */
function MentionField({ value, onChange }: MentionFieldProps) {
  const { t, formats } = useLanguage()
  const id = useId()
  const me = useSignedIn().caller.subject
  const people = usePeople({ fresh: true }).assignees.filter((person) => person.id !== me)
  if (people.length === 0) return null
  const isFull = value.length >= MENTIONS_MAX
  return (
    <details className="raw">
      <summary>{value.length === 0 ? t.case.mention : t.case.mentioned(formats.count(value.length))}</summary>
      <fieldset className="field mention-people" aria-describedby={id}>
        <legend className="hidden">{t.case.mention}</legend>
        <p id={id} className="field-note soft">
          {t.case.mentionHint}
        </p>
        {people.map((person) => (
          <label key={person.id} className="choice">
            <input
              type="checkbox"
              checked={value.includes(person.id)}
              disabled={isFull && !value.includes(person.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, person.id] : value.filter((each) => each !== person.id))
              }
            />
            <bdi>{person.name}</bdi>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** The message of a conflict says that the page shows the current state. */
function refetchAfter({ code }: ApiProblem, client: ApolloClient): void {
  if (code?.startsWith('CASE_')) void client.refetchQueries({ include: ['TransactionCase'] })
}
