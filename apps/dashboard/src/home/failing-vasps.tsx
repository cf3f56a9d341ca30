import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { FailingVaspsDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'

const MONTHS = 3
const ROWS = 5

/** The VASPs that failed most often to provide data; absent while none did. */
export function FailingVasps() {
  const { t, formats } = useLanguage()
  const variables = { months: MONTHS, limit: ROWS }
  const { data } = useQuery(FailingVaspsDocument, { variables, fetchPolicy: 'cache-and-network' })
  const vasps = data?.trpd?.failingVasps ?? []
  const words = t.failingVasps
  if (vasps.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="failing">
      <h2 id="failing">{words.title(formats.count(MONTHS))}</h2>
      <p className="soft">{words.intro}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">VASP</th>
            <th scope="col">{words.gaps}</th>
            <th scope="col">{words.unanswered}</th>
          </tr>
        </thead>
        <tbody>
          {vasps.map(({ id, name, dataFailures: found }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={`/vasps/${encodeURIComponent(id)}`}>
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td data-label={words.gaps}>
                {words.of(formats.count(found.inquiriesWithGaps), formats.count(found.inquiriesReceived))}
              </td>
              <td data-label={words.unanswered}>
                {words.of(formats.count(found.inquiriesUnanswered), formats.count(found.inquiriesSent))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
