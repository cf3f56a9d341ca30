import { type ReactNode, useId } from 'react'
import { useLanguage } from '../language/language.tsx'

/** Attributes for a field's control, so that a screen reader reads its hint or problem. */
export interface FieldControl {
  readonly id: string
  readonly className: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
}

interface FieldProps {
  readonly label: string
  /** A law's requirement for the field. */
  readonly mark?: string | undefined
  readonly hint?: string | undefined
  /** The problem with the value, shown instead of the hint. */
  readonly problem?: ReactNode
  readonly isRequired?: boolean
  readonly children: (control: FieldControl) => ReactNode
}

/** A control with its label, and its hint or problem. */
export function Field({ label, mark, hint, problem, isRequired = false, children }: FieldProps) {
  const id = useId()
  const note = problem ?? hint
  const noteId = `${id}-note`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {mark !== undefined && <span className="mark">{` (${mark})`}</span>}
        {isRequired && (
          <span className="required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        className: 'input',
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': problem !== undefined,
        'aria-required': isRequired,
      })}
      {note !== undefined && (
        <p id={noteId} className={problem === undefined ? 'field-note soft' : 'field-note field-problem'}>
          {note}
        </p>
      )}
    </div>
  )
}

const TEXT_LENGTH_MAX = 4_000

interface InputFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'date' | 'datetime-local' | 'url' | 'search'
  /** True for an address, hash or number: left to right, without corrections. */
  readonly isCode?: boolean
  /** Number of visible lines of a multi-line field. */
  readonly lines?: number
  readonly lengthMax?: number
}

/** A field for one typed value. */
export function InputField({
  value,
  onChange,
  type = 'text',
  isCode = false,
  lines,
  lengthMax,
  ...field
}: InputFieldProps) {
  const shared = {
    value,
    maxLength: lengthMax ?? TEXT_LENGTH_MAX,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    ...(isCode && { dir: 'ltr', spellCheck: false }),
  }
  return (
    <Field {...field}>
      {(control) =>
        lines === undefined ? (
          <input {...control} {...shared} type={type} autoComplete="off" />
        ) : (
          <textarea {...control} {...shared} rows={lines} />
        )
      }
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  readonly value: Value | ''
  readonly onChange: (value: Value | '') => void
  readonly options: readonly (readonly [value: Value, label: string])[]
  /** The label of the empty option. Without it, an option is always selected. */
  readonly none?: string
}

/** A field for selecting one of a few values. */
export function SelectField<Value extends string>({
  value,
  onChange,
  options,
  none,
  ...field
}: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(options.find(([each]) => each === target.value)?.[0] ?? '')}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckFieldProps {
  readonly label: string
  /** A law's requirement for the field. */
  readonly mark?: string | undefined
  readonly hint?: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** A field for yes or no. */
export function CheckField({ label, hint, value, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          checked={value}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className="field-note soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The message of a required field without a value. */
export function useMissing(hasTried: boolean): (value: string) => string | undefined {
  const { t } = useLanguage()
  return (value) => (hasTried && value.trim() === '' ? t.actions.required : undefined)
}
