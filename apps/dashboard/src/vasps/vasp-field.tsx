import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { VaspChoiceDocument, VaspChoicesDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField } from '../ui/field.tsx'

/** Delay between the last key press and the search. */
const DELAY_MS = 300

interface VaspFieldProps {
  /** The label for choosing no VASP. */
  readonly none: string
  readonly value: string
  readonly onChange: (id: string) => void
}

/** A field for selecting at most one VASP, found by its name, LEI or host. */
export function VaspField({ none, value, onChange }: VaspFieldProps) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, loading } = useQuery(VaspChoicesDocument, {
    variables: { search: search === '' ? null : search },
    fetchPolicy: 'cache-and-network',
  })
  const chosen = useQuery(VaspChoiceDocument, { variables: { id: value }, skip: value === '' }).data?.trpd?.vasp
  const found = data?.trpd?.vasps ?? []
  // A search must not undo the selection.
  const choices = chosen && !found.some(({ id }) => id === value) ? [chosen, ...found] : found
  return (
    <div className="field-pair">
      <InputField label={t.vasps.search} type="search" value={typed} onChange={setTyped} lengthMax={200} />
      <SelectField
        label={t.transaction.vasp}
        hint={loading ? t.app.loading : undefined}
        value={value}
        onChange={onChange}
        none={none}
        options={choices.map(({ id, name, url }) => [id, url === null ? name : `${name} (${url})`])}
      />
    </div>
  )
}
