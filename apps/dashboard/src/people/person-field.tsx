import { useLanguage } from '../language/language.tsx'
import { SelectField } from '../ui/field.tsx'
import { usePeople } from './use-people.ts'

interface PersonFieldProps {
  readonly value: string
  /** Who works on the case now. */
  readonly known?: { readonly id: string; readonly name: string | null } | null
  readonly onChange: (id: string) => void
}

/** The people who may work on cases and have used the service, and the one who works on the case. */
export function PersonField({ value, known, onChange }: PersonFieldProps) {
  const { t } = useLanguage()
  const { names, officers, isLoading } = usePeople({ fresh: true })
  const people = new Map([...(known ? [known] : []), ...officers].map(({ id, name }) => [id, name ?? id]))
  if (value !== '' && !people.has(value)) people.set(value, names.get(value) ?? value)
  return (
    <SelectField
      label={t.case.ASSIGN.field}
      hint={isLoading ? t.app.loading : t.case.ASSIGN.hint}
      value={value}
      onChange={onChange}
      none={t.case.unassigned}
      options={[...people]}
    />
  )
}
