import { useId } from 'react'
import { useLanguage } from '../language/language.tsx'

/** The values that the API accepts in the header `x-purpose`. */
const PURPOSE = /^[A-Za-z0-9 ._:/#-]{0,100}$/

export function isPurpose(text: string): boolean {
  return PURPOSE.test(text.trim())
}

/** The context of an operation that reads personal data for this purpose; `undefined` without a purpose. */
export function purposeContext(text: string): { readonly headers: Readonly<Record<string, string>> } | undefined {
  return text.trim() === '' ? undefined : { headers: { 'x-purpose': text.trim() } }
}

interface PurposeFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The purpose for which personal data is read. */
export function PurposeField({ value, onChange }: PurposeFieldProps) {
  const { t } = useLanguage()
  const id = useId()
  const isValid = isPurpose(value)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t.evidence.purpose}
      </label>
      <input
        id={id}
        className="input"
        value={value}
        maxLength={200}
        aria-invalid={!isValid}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className={isValid ? 'soft field-note' : 'field-problem'}>
        {isValid ? t.evidence.purposeHint : t.evidence.purposeInvalid}
      </span>
    </div>
  )
}
