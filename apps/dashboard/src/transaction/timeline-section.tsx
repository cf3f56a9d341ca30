import { Link } from 'wouter'
import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { changedBy } from '../language/transfer-words.ts'
import { usePeople } from '../people/use-people.ts'
import { useScope } from '../session/use-session.ts'

/** Every change of the transaction, newest first, with who made it. */
export function TimelineSection({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t, formats } = useLanguage()
  const { names } = usePeople()
  const mayAudit = useScope('autod:read')
  const events: Readonly<Record<string, string>> = t.transaction.events
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t.transaction.timeline}</h2>
      <ol className="timeline">
        {transaction.history.toReversed().map((change) => (
          <li key={change.version} className="timeline-item">
            <span>{Object.hasOwn(events, change.event) ? events[change.event] : change.event}</span>
            <span className="soft">
              {formats.dateTime(change.at)} · {changedBy(change, names, t)}
            </span>
          </li>
        ))}
      </ol>
      {mayAudit && (
        <p>
          <Link href={`/audit?${new URLSearchParams({ id: transaction.id })}`}>{t.transaction.auditEntries}</Link>
        </p>
      )}
    </section>
  )
}
