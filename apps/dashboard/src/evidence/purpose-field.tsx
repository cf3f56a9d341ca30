import { useLanguage } from '../language/language.tsx'
import { InputField } from '../ui/field.tsx'

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
  return (
    <InputField
      label={t.evidence.purpose}
      hint={t.evidence.purposeHint}
      problem={isPurpose(value) ? undefined : t.evidence.purposeInvalid}
      lengthMax={200}
      value={value}
      onChange={onChange}
    />
  )
}
