import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

/** Every change of the transaction, newest first. */
export function TimelineSection({ history }: Pick<TransactionDetailFragment, 'history'>) {
  const { t, formats } = useLanguage()
  const events: Readonly<Record<string, string>> = t.transaction.events
  return (
    <section className="card" aria-labelledby="timeline">
      <h2 id="timeline">{t.transaction.timeline}</h2>
      <ol className="timeline">
        {history.toReversed().map(({ version, event, actorType, at }) => (
          <li key={version} className="timeline-item">
            <span>{Object.hasOwn(events, event) ? events[event] : event}</span>
            <span className="soft">
              {formats.dateTime(at)} · {t.transaction.actors[actorType]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
