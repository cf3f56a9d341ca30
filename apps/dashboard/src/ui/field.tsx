import { createContext, type ReactNode, useContext, useId } from 'react'
import { useLanguage } from '../language/language.tsx'

/** True once the person has tried to submit the form around a field. */
export const HasTried = createContext(false)

interface FieldProps {
  readonly label: string
  /** A law's requirement for the field. */
  readonly mark?: string | undefined
  readonly hint?: string | undefined
  /** The problem with the value, shown instead of the hint. */
  readonly problem?: ReactNode
  /** Why the form around it is not submitted; shown once the person has tried. */
  readonly fault?: string | undefined
  /** True if an empty value is a fault. */
  readonly isRequired?: boolean
}

/** Attributes for a field's control, so that a screen reader reads its hint or problem. */
interface FieldControl {
  readonly id: string
  readonly className: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  /** Present if the field has a fault, for the form around it. */
  readonly 'data-fault': '' | undefined
}

interface AnyFieldProps extends FieldProps {
  readonly value: string
  readonly children: (control: FieldControl) => ReactNode
}

/** A control with its label, and its hint or problem. */
function Field({ label, mark, hint, problem, fault, isRequired = false, value, children }: AnyFieldProps) {
  const { t } = useLanguage()
  const hasTried = useContext(HasTried)
  const id = useId()
  const found = fault ?? (isRequired && value.trim() === '' ? t.actions.required : undefined)
  const shown = (hasTried ? found : undefined) ?? problem
  const note = shown ?? hint
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
        'aria-invalid': shown !== undefined,
        'aria-required': isRequired,
        'data-fault': found === undefined ? undefined : '',
      })}
      {note !== undefined && (
        <p id={noteId} className={shown === undefined ? 'field-note soft' : 'field-note field-problem'}>
          {note}
        </p>
      )}
    </div>
  )
}

const TEXT_LENGTH_MAX = 4_000

interface InputFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'date' | 'datetime-local' | 'url' | 'search'
  /** True for an address, hash or number: left to right, without corrections. */
  readonly isCode?: boolean
  /** Number of visible lines of a multi-line field. */
  readonly lines?: number
  readonly lengthMax?: number | undefined
  /** Values that the browser offers while the person types. */
  readonly suggestions?: readonly string[] | undefined
}

/** A field for one typed value. */
export function InputField(props: InputFieldProps) {
  const { onChange, type = 'text', isCode = false, lines, lengthMax = TEXT_LENGTH_MAX, suggestions, ...field } = props
  const shared = {
    value: field.value,
    maxLength: lengthMax,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    ...(isCode ? { dir: 'ltr', spellCheck: false } : { dir: 'auto' }),
  }
  return (
    <Field {...field}>
      {(control) =>
        lines === undefined ? (
          <>
            <input
              {...control}
              {...shared}
              type={type}
              autoComplete="off"
              list={suggestions && `${control.id}-suggestions`}
            />
            {suggestions && (
              <datalist id={`${control.id}-suggestions`}>
                {suggestions.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          <textarea {...control} {...shared} rows={lines} />
        )
      }
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value | ''
  readonly onChange: (value: Value | '') => void
  readonly options: readonly (readonly [value: Value, label: string])[]
  /** The label of the empty option. Without it, an option is always selected. */
  readonly none?: string
}

/** A field for selecting one of a few values. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { onChange, options, none, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          value={field.value}
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

interface FileFieldProps extends FieldProps {
  /** Types of files that the person can select. */
  readonly accept?: string
  readonly isDisabled?: boolean
  /** The selected file, if the form sends it later. */
  readonly file?: File | undefined
  readonly onChange: (file: File | undefined) => void
}

/** A field for selecting a file. */
export function FileField({ accept, isDisabled = false, file, onChange, ...field }: FileFieldProps) {
  return (
    <Field {...field} value={file?.name ?? ''}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          disabled={isDisabled}
          // Allows selecting the same file again once it is corrected.
          onClick={({ currentTarget }) => {
            if (file === undefined) currentTarget.value = ''
          }}
          onChange={({ target }) => onChange(target.files?.[0])}
        />
      )}
    </Field>
  )
}

interface CheckFieldProps {
  readonly label: string
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

interface FieldGroupProps {
  readonly label: string
  readonly hint?: string
  /** Why the form around it is not submitted; shown once the person has tried. */
  readonly fault?: string | undefined
  readonly children: ReactNode
}

/** Fields that belong together, with a common label. */
export function FieldGroup({ label, hint, fault, children }: FieldGroupProps) {
  const hasTried = useContext(HasTried)
  const id = useId()
  const shown = hasTried ? fault : undefined
  return (
    <fieldset className="field" aria-describedby={shown && id} data-fault={fault && ''}>
      <legend className="field-label">{label}</legend>
      {children}
      {hint !== undefined && <p className="field-note soft">{hint}</p>}
      {shown && (
        <p id={id} className="field-note field-problem" role="alert">
          {shown}
        </p>
      )}
    </fieldset>
  )
}
