import { type RefObject, useEffect, useId, useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  /** Maximum number of characters. */
  readonly lengthMax?: number
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly onChange: (value: string) => void
}

const LENGTH_MAX = 200

/** A search field that is applied with Enter or when it loses the focus. */
export function SearchField({ label, hint, value, lengthMax = LENGTH_MAX, inputRef, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const id = useId()
  useEffect(() => setText(value), [value])
  const apply = () => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <form
      className="filter-search"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label className="field">
        <span className="field-label">{label}</span>
        <input
          ref={inputRef}
          type="search"
          className="input"
          value={text}
          maxLength={lengthMax}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          onChange={({ target }) => setText(target.value)}
          onBlur={apply}
        />
      </label>
      <span id={id} className="hidden">
        {hint}
      </span>
    </form>
  )
}
