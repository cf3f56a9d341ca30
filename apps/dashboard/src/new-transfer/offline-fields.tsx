import type { Direction } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import { VaspField } from '../vasps/vasp-field.tsx'
import { AttributionLine } from './attribution-line.tsx'
import type { TransferDraft } from './draft.ts'

interface OfflineFieldsProps {
  readonly draft: TransferDraft
  readonly onChange: (changes: Partial<TransferDraft>) => void
  readonly hasTried: boolean
}

const DIRECTIONS: readonly Direction[] = ['SENT', 'RECEIVED']
const ADDRESS_LENGTH_MAX = 1_024

/** Known facts about a transfer that is not exchanged over TRP. */
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
      {draft.channel === 'OFFLINE' && (
        <VaspField none={words.vaspUnknown} value={draft.vasp} onChange={(vasp) => onChange({ vasp })} />
      )}
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
