import { useQuery } from '@apollo/client/react'
import { type ReviewedReasonFragment, ReviewedReasonsDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import type { CounterpartyReason } from './counterparty-reason.ts'

interface CounterpartyReasonFieldProps {
  readonly label: string
  readonly hint: string
  readonly reasons: readonly ReviewedReasonFragment[]
  readonly value: CounterpartyReason
  readonly onChange: (value: CounterpartyReason) => void
}

/** The text that the counterparty receives: a reviewed reason, if there are any, or free text. */
export function CounterpartyReasonField({ label, hint, reasons, value, onChange }: CounterpartyReasonFieldProps) {
  const { t } = useLanguage()
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
          isRequired
          value={value.reason}
          onChange={(reason) => onChange({ ...value, reason })}
          lines={3}
        />
      )}
    </>
  )
}

/**
 * The reviewed reasons that can be chosen. Render the form once they are loaded, since a field that appears later would
 * move the one in which the person is typing. If loading fails, the list is empty.
 *
 * @returns `undefined` while they are loading.
 */
export function useReviewedReasons(isNeeded: boolean): readonly ReviewedReasonFragment[] | undefined {
  const { data, loading } = useQuery(ReviewedReasonsDocument, { skip: !isNeeded, fetchPolicy: 'network-only' })
  if (isNeeded && loading && data === undefined) return undefined
  return (data?.trpd?.counterpartyReasons ?? []).filter(({ retired }) => !retired)
}
