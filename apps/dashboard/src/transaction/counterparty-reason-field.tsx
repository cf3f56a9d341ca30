import type { ReviewedReasonFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField, useMissing } from '../ui/field.tsx'
import type { CounterpartyReason } from './counterparty-reason.ts'

interface CounterpartyReasonFieldProps {
  readonly label: string
  readonly hint: string
  readonly reasons: readonly ReviewedReasonFragment[]
  readonly value: CounterpartyReason
  readonly onChange: (value: CounterpartyReason) => void
  /** If true, a missing reason is reported. */
  readonly hasTried: boolean
}

/** The text that the counterparty receives: a reviewed reason, if there are any, or free text. */
export function CounterpartyReasonField(props: CounterpartyReasonFieldProps) {
  const { label, hint, reasons, value, onChange, hasTried } = props
  const { t } = useLanguage()
  const missing = useMissing(hasTried)
  return (
    <>
      {reasons.length > 0 && (
        <SelectField
          label={t.actions.reviewedReason}
          {...(value.reasonId !== '' && { hint })}
          none={t.actions.ownReason}
          value={value.reasonId}
          onChange={(reasonId) => onChange({ ...value, reasonId })}
          options={reasons.map(({ id, text }) => [id, text])}
        />
      )}
      {value.reasonId === '' && (
        <InputField
          label={label}
          hint={hint}
          problem={missing(value.reason)}
          isRequired
          value={value.reason}
          onChange={(reason) => onChange({ ...value, reason })}
          lines={3}
        />
      )}
    </>
  )
}
