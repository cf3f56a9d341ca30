import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { VaspDeliveriesDocument, type VaspDetailFragment } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { transferSentence } from '../language/transfer-words.ts'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'

/** The delivery of messages to a VASP, and undelivered ones. */
export function VaspDeliverySection({ vasp }: { readonly vasp: VaspDetailFragment }) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { data, error, refetch } = useQuery(VaspDeliveriesDocument, {
    variables: { vasps: [vasp.id] },
    fetchPolicy: 'cache-and-network',
  })
  const found = data?.trpd
  const words = t.vasps.deliveries
  return (
    <section className="card" aria-labelledby="deliveries">
      <h2 id="deliveries">{words.title}</h2>
      {vasp.deliveryPausedUntil !== null && (
        <p className="field-problem">{words.pausedUntil(formats.relative(vasp.deliveryPausedUntil, now))}</p>
      )}
      {vasp.unreleased.count > 0 && (
        <>
          <p className="field-problem">
            {words.unreleased(vasp.unreleased.count, formats.count(vasp.unreleased.count))}
          </p>
          <ul>
            {vasp.unreleased.ids.map((id) => (
              <li key={id}>
                <Link href={`/transactions/${encodeURIComponent(id)}`}>{words.blocked(id)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {error && !found && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {found && (
        <dl className="facts">
          <Fact label={words.all}>{formats.count(found.all)}</Fact>
          <Fact label={words.retrying}>{formats.count(found.retrying)}</Fact>
          <Fact label={words.failed}>{formats.count(found.failed)}</Fact>
        </dl>
      )}
      {found?.transactions && found.transactions.nodes.length > 0 && (
        <ul className="timeline">
          {found.transactions.nodes.map((row) => (
            <li key={row.id} className="timeline-item">
              <Link href={`/transactions/${encodeURIComponent(row.id)}`}>{transferSentence(row, t, formats)}</Link>
              <span className="soft">{t.transaction.deliveryStates[row.delivery.state]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
