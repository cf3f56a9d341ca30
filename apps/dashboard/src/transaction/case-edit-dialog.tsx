import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  AssignCaseDocument,
  type CasePartsFragment,
  type CasePriority,
  PrioritizeCaseDocument,
  ScheduleCaseDocument,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { clockTime, instantAt } from '../language/zoned-time.ts'
import { PersonField } from '../people/person-field.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { CaseEdit } from './offered-actions.ts'

interface CaseEditDialogProps {
  readonly edit: CaseEdit
  readonly transaction: CasePartsFragment
  readonly onClose: () => void
}

const PRIORITIES: readonly CasePriority[] = ['LOW', 'NORMAL', 'HIGH', 'URGENT']

/** Changes the assignee, priority or due time of a case. */
export function CaseEditDialog({ edit, transaction, onClose }: CaseEditDialogProps) {
  const { t, formats } = useLanguage()
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
        return client.mutate({
          mutation: AssignCaseDocument,
          variables: { ...variables, assignee: person === '' ? null : person },
        })
      case 'PRIORITIZE':
        return client.mutate({ mutation: PrioritizeCaseDocument, variables: { ...variables, priority: urgency } })
      case 'SCHEDULE':
        return client.mutate({
          mutation: ScheduleCaseDocument,
          variables: { ...variables, dueAt: due === '' ? null : instantAt(due, formats.timeZone) },
        })
    }
  }

  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={submit}
      onClose={onClose}
      onProblem={({ code }) => {
        // The message says that the page shows the current state.
        if (code?.startsWith('CASE_')) void client.refetchQueries({ include: ['TransactionCase'] })
      }}
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
