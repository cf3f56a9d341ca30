import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { FailingVaspListDocument } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { FailingTable } from '../vasps/failing-table.tsx'

const MONTHS = 3
const ROWS = 5

/** The VASPs that most often failed to provide data; absent if none did. */
export function FailingVasps() {
  const { t, formats } = useLanguage()
  const variables = { months: MONTHS, limit: ROWS }
  const { data } = useQuery(FailingVaspListDocument, { variables, fetchPolicy: 'cache-and-network' })
  const vasps = data?.trpd?.failingVasps ?? []
  const words = t.failingVasps
  if (vasps.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="failing">
      <div className="card-head">
        <h2 id="failing">{words.title(formats.count(MONTHS))}</h2>
        <Link href={`/vasps/failing?months=${MONTHS}`}>{words.all}</Link>
      </div>
      <p className="soft">{words.intro}</p>
      <FailingTable vasps={vasps} />
    </section>
  )
}
