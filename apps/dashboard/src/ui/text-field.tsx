import { useId } from 'react'
import { useLanguage } from '../language/language.tsx'

const TEXT_LENGTH_MAX = 4_000

interface TextFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** True for an address or hash: left to right, without corrections. */
  readonly isCode: boolean
  readonly isMissing: boolean
}

/** A field for a sentence or two, or for an address or hash, with its hint or problem. */
export function TextField({ label, hint, value, onChange, isCode, isMissing }: TextFieldProps) {
  const { t } = useLanguage()
  const id = useId()
  const shared = {
    id,
    className: 'input',
    value,
    maxLength: TEXT_LENGTH_MAX,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': isMissing,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {isCode ? (
        <input type="text" {...shared} dir="ltr" autoComplete="off" spellCheck={false} />
      ) : (
        <textarea {...shared} rows={3} />
      )}
      <p id={`${id}-hint`} className={isMissing ? 'field-problem' : 'soft'}>
        {isMissing ? t.actions.required : hint}
      </p>
    </div>
  )
}
