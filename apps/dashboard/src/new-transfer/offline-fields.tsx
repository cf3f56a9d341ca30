import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { type Direction, VaspChoiceDocument, VaspChoicesDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { AttributionLine } from './attribution-line.tsx'
import type { TransferDraft } from './draft.ts'

interface OfflineFieldsProps {
  readonly draft: TransferDraft
  readonly onChange: (changes: Partial<TransferDraft>) => void
  readonly hasTried: boolean
}

const DIRECTIONS: readonly Direction[] = ['SENT', 'RECEIVED']
const ADDRESS_LENGTH_MAX = 1_024
const DELAY_MS = 300

/** What is known about a transfer that is not exchanged over TRP. */
export function OfflineFields({ draft, onChange, hasTried }: OfflineFieldsProps) {
  const { t } = useLanguage()
  const missing = useMissing(hasTried)
  const words = t.newTransfer
  return (
    <div className="stack">
      <SelectField
        label={t.inbox.direction}
        value={draft.direction}
        onChange={(direction) => direction !== '' && onChange({ direction })}
        options={DIRECTIONS.map((each) => [each, words.directions[each]])}
      />
      {draft.channel === 'OFFLINE' && <VaspField value={draft.vasp} onChange={(vasp) => onChange({ vasp })} />}
      <InputField
        label={t.transaction.address}
        hint={words.addressHint}
        isRequired
        isCode
        problem={missing(draft.address)}
        value={draft.address}
        onChange={(address) => onChange({ address })}
        lengthMax={ADDRESS_LENGTH_MAX}
      />
      {draft.direction === 'RECEIVED' && (
        <InputField
          label={words.originAddress}
          isCode
          value={draft.originAddress}
          onChange={(originAddress) => onChange({ originAddress })}
          lengthMax={ADDRESS_LENGTH_MAX}
        />
      )}
      <AttributionLine
        asset={draft.asset}
        address={draft.direction === 'RECEIVED' ? draft.originAddress : draft.address}
        isSelfHosted={draft.channel === 'SELF_HOSTED'}
      />
      <InputField
        label={t.transaction.txHash}
        hint={words.txHashHint}
        isCode
        value={draft.txHash}
        onChange={(txHash) => onChange({ txHash })}
        lengthMax={ADDRESS_LENGTH_MAX}
      />
    </div>
  )
}

interface VaspFieldProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The other VASP, if it is known: found by its name, LEI or host. */
function VaspField({ value, onChange }: VaspFieldProps) {
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
  // A search must not undo the choice.
  const choices = chosen && !found.some(({ id }) => id === value) ? [chosen, ...found] : found
  return (
    <div className="field-pair">
      <InputField label={t.vasps.search} type="search" value={typed} onChange={setTyped} lengthMax={200} />
      <SelectField
        label={t.transaction.vasp}
        hint={loading ? t.app.loading : undefined}
        value={value}
        onChange={onChange}
        none={t.newTransfer.vaspUnknown}
        options={choices.map(({ id, name, url }) => [id, url === null ? name : `${name} (${url})`])}
      />
    </div>
  )
}
