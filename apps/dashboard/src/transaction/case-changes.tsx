import type { CasePartsFragment } from '../api/operations.generated.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { changedBy } from '../language/transfer-words.ts'
import { usePeople } from '../people/use-people.ts'
import { ServiceText } from '../ui/service-text.tsx'

type Change = NonNullable<CasePartsFragment['case']['changes']>[number]

interface CaseChangesProps {
  readonly changes: readonly Change[]
  /** Their texts by version, if known. */
  readonly texts: ReadonlyMap<number, string> | undefined
}

/** The history of a case, newest first, with the actors. */
export function CaseChanges({ changes, texts }: CaseChangesProps) {
  const { t, formats } = useLanguage()
  const { names } = usePeople()
  const words = t.case
  const nameOf = ({ id }: { readonly id: string }) => isolated(names.get(id) ?? id)
  return (
    <ol className="timeline">
      {changes.map((change) => (
        <li key={change.version} className="timeline-item">
          <span>
            <ChangeWords change={change} nameOf={nameOf} />
            <ChangeText text={texts?.get(change.version)} />
            {change.mentions.length > 0 && (
              <span className="soft"> · {words.mentions(change.mentions.map(nameOf).join(', '))}</span>
            )}
          </span>
          <span className="soft">
            {formats.dateTime(change.at)} · {changedBy({ ...change, rule: null }, names, t)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function ChangeText({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <>
      {': '}
      <ServiceText text={text} mayBePersons />
    </>
  )
}

interface ChangeWordsProps {
  readonly change: Change
  readonly nameOf: (person: { readonly id: string }) => string
}

/** A change, with its assignee, priority or deadline. */
function ChangeWords({ change: { event, assignee, priority, dueAt }, nameOf }: ChangeWordsProps) {
  const { t, formats } = useLanguage()
  const events: Readonly<Record<string, string>> = t.case.events
  const what = Object.hasOwn(events, event) ? events[event] : event
  switch (event) {
    case 'case.assigned':
      return assignee === null ? what : `${what}: ${nameOf(assignee)}`
    case 'case.prioritized':
      return `${what}: ${t.case.priorities[priority]}`
    case 'case.scheduled':
      return dueAt === null ? what : `${what}: ${formats.dateTime(dueAt)}`
    default:
      return what
  }
}
