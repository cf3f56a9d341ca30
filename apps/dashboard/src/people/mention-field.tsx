import { useId } from 'react'
import { useLanguage } from '../language/language.tsx'
import { useSignedIn } from '../session/use-session.ts'
import { usePeople } from './use-people.ts'

/** Maximum number of people that a comment can mention, as in the API. */
const MENTIONS_MAX = 50

interface MentionFieldProps {
  /** Ids of the people. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** The colleagues who see a comment on their home page. Opens on demand, since there may be many. */
export function MentionField({ value, onChange }: MentionFieldProps) {
  const { t, formats } = useLanguage()
  const id = useId()
  const me = useSignedIn().caller.subject
  const people = usePeople({ fresh: true }).assignees.filter((person) => person.id !== me)
  if (people.length === 0) return null
  const isFull = value.length >= MENTIONS_MAX
  return (
    <details className="raw">
      <summary>{value.length === 0 ? t.case.mention : t.case.mentioned(formats.count(value.length))}</summary>
      <fieldset className="field mention-people" aria-describedby={id}>
        <legend className="hidden">{t.case.mention}</legend>
        <p id={id} className="field-note soft">
          {t.case.mentionHint}
        </p>
        {people.map((person) => (
          <label key={person.id} className="choice">
            <input
              type="checkbox"
              checked={value.includes(person.id)}
              disabled={isFull && !value.includes(person.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, person.id] : value.filter((each) => each !== person.id))
              }
            />
            <bdi>{person.name}</bdi>
          </label>
        ))}
      </fieldset>
    </details>
  )
}
