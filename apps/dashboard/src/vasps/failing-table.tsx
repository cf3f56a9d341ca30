import { Link } from 'wouter'
import type { FailingVaspListQuery } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { TrustBadge } from './trust-badge.tsx'

type FailingVasp = NonNullable<FailingVaspListQuery['trpd']>['failingVasps'][number]

/** How often each VASP failed to provide data, and the latest measure. */
export function FailingTable({ vasps }: { readonly vasps: readonly FailingVasp[] }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.failures
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t.vasps.name}</th>
          <th scope="col">{t.vasps.trust}</th>
          <th scope="col">{words.gaps}</th>
          <th scope="col">{words.unanswered}</th>
          <th scope="col">{words.lastMeasure}</th>
        </tr>
      </thead>
      <tbody>
        {vasps.map(({ id, name, trust, dataFailures: counts, measures: [last] }) => (
          <tr key={id}>
            <th scope="row">
              <Link href={`/vasps/${encodeURIComponent(id)}`}>
                <bdi>{name}</bdi>
              </Link>
            </th>
            <td data-label={t.vasps.trust}>
              <TrustBadge trust={trust} />
            </td>
            <td data-label={words.gaps}>
              {words.of(formats.count(counts.inquiriesWithGaps), formats.count(counts.inquiriesReceived))}
            </td>
            <td data-label={words.unanswered}>
              {words.of(formats.count(counts.inquiriesUnanswered), formats.count(counts.inquiriesSent))}
            </td>
            <td data-label={words.lastMeasure}>
              {last ? `${words.measureKinds[last.kind]}, ${formats.dateTime(last.takenAt)}` : words.none}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
