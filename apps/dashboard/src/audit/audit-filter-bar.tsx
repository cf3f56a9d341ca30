import { type FormEvent, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { type AuditFilter, FIELD_LENGTH_MAX, NO_FILTER, writeAuditFilter } from './audit-filter.ts'
import { eventNames } from './event-name.ts'

interface AuditFilterBarProps {
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

/** Filters by event, subject, actor and days. Applied with the button or Enter. */
export function AuditFilterBar({ filter, onChange }: AuditFilterBarProps) {
  const { t, formats } = useLanguage()
  const [draft, setDraft] = useState(filter)
  const words = t.audit.filter
  const events = Object.entries(eventNames(t)).toSorted(([, one], [, other]) =>
    one.localeCompare(other, formats.locale),
  )
  const set = (field: keyof AuditFilter) => (value: string) => setDraft({ ...draft, [field]: value })
  function submit(event: FormEvent): void {
    event.preventDefault()
    onChange(draft)
  }
  return (
    <search aria-label={t.inbox.filters}>
      <form className="filters" onSubmit={submit}>
        <Choice label={words.type} any={words.anyType} value={draft.type} options={events} onChange={set('type')} />
        <Choice
          label={words.subjectType}
          any={words.anySubject}
          value={draft.subjectType}
          options={Object.entries(t.audit.subjects)}
          onChange={set('subjectType')}
        />
        <Field label={words.subjectId} value={draft.subjectId} onChange={set('subjectId')} />
        <Field label={words.actorId} value={draft.actorId} onChange={set('actorId')} />
        <Field label={words.from} type="date" value={draft.from} onChange={set('from')} />
        <Field label={words.to} type="date" value={draft.to} onChange={set('to')} />
        <Button type="submit" look="main">
          {words.apply}
        </Button>
        {writeAuditFilter(filter) !== '' && <Button onClick={() => onChange(NO_FILTER)}>{t.inbox.clear}</Button>}
      </form>
    </search>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly type?: 'date'
  readonly onChange: (value: string) => void
}

function Field({ label, value, type, onChange }: FieldProps) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        type={type ?? 'search'}
        className="input"
        value={value}
        maxLength={FIELD_LENGTH_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly any: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  const isUnknown = value !== '' && !options.some(([each]) => each === value)
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{any}</option>
        {isUnknown && <option value={value}>{value}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
