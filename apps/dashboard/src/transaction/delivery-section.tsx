import type { TransactionDetailFragment } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Deviations } from './deviations.tsx'

interface DeliverySectionProps {
  readonly transaction: TransactionDetailFragment
  readonly lastProblem: string | null
}

/** The delivery status of the latest message, and deviations of received messages from the protocol. */
export function DeliverySection({ transaction, lastProblem }: DeliverySectionProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { delivery } = transaction
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
      {lastProblem && (
        <p className="field-problem">
          <ServiceText text={lastProblem} />
        </p>
      )}
      <Deviations transaction={transaction} />
    </section>
  )
}
