import { useLanguage } from '../language/language.tsx'
import { SelectField } from '../ui/field.tsx'
import { usePeople } from './use-people.ts'

interface PersonFieldProps {
  readonly value: string
  /** The current assignee of the case. */
  readonly known?: { readonly id: string; readonly name: string | null } | null
  readonly onChange: (id: string) => void
  /**
   * Requires a choice: an empty value counts as missing, and `nobody` unassigns. By default, an empty value unassigns.
   */
  readonly choice?: { readonly none: string; readonly nobody: string }
}

/** The people to whom cases can be assigned, including the current assignee. */
export function PersonField({ value, known, onChange, choice }: PersonFieldProps) {
  const { t } = useLanguage()
  const { names, assignees, isLoading } = usePeople({ fresh: true })
  const people = new Map([...(known ? [known] : []), ...assignees].map(({ id, name }) => [id, name ?? id]))
  if (value !== '' && value !== choice?.nobody && !people.has(value)) people.set(value, names.get(value) ?? value)
  return (
    <SelectField
      label={t.case.ASSIGN.field}
      hint={isLoading ? t.app.loading : t.case.ASSIGN.hint}
      value={value}
      onChange={onChange}
      none={choice?.none ?? t.case.unassigned}
      isRequired={choice !== undefined}
      options={[...(choice ? [[choice.nobody, t.case.unassigned] as const] : []), ...people]}
    />
  )
}
