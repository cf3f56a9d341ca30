import { useEffect, useId, useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const SEARCH_LENGTH_MAX = 200

/** A search that is applied with Enter or on leaving its field. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
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
          type="search"
          className="input"
          value={text}
          maxLength={SEARCH_LENGTH_MAX}
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
