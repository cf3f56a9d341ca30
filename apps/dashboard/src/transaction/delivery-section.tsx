import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { useNow } from '../shell/use-now.ts'

/** Whether the latest message reached the counterparty, and each attempt. */
export function DeliverySection({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { delivery, deliveryAttempts } = transaction
  const words = t.transaction
  return (
    <section className="card" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      <p>
        {delivery.kind && <>{words.kinds[delivery.kind]}: </>}
        {words.deliveryStates[delivery.state]}
        {delivery.nextAttemptAt && (
          <span className="soft"> · {words.nextAttempt(formats.relative(delivery.nextAttemptAt, now))}</span>
        )}
      </p>
      {delivery.lastProblem && (
        <p className="field-problem">
          <bdi>{delivery.lastProblem}</bdi>
        </p>
      )}
      {deliveryAttempts.length > 0 && (
        <>
          <h3>{words.attempts}</h3>
          <ol className="timeline">
            {deliveryAttempts.map((attempt) => (
              <li key={`${attempt.startedAt} ${attempt.kind}`} className="timeline-item">
                <span>
                  {words.kinds[attempt.kind]}: {words.outcomes[attempt.outcome]}
                  {attempt.httpStatus !== null && ` (HTTP ${attempt.httpStatus})`}
                  {attempt.failure && ` (${words.failures[attempt.failure]})`}
                </span>
                <span className="soft">
                  {formats.dateTime(attempt.startedAt)} · {formats.count(attempt.durationMs)} ms
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
