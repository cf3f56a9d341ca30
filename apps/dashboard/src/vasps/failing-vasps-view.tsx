import { useQuery } from '@apollo/client/react'
import { Link, useLocation, useSearch } from 'wouter'
import { FailingVaspListDocument, type FailingVaspListQuery } from '../api/operations.generated.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { SelectField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { TrustBadge } from './trust-badge.tsx'

const MONTHS = ['12', '6', '3', '1'] as const
/** Maximum number of listed VASPs. */
const LISTED_MAX = 100

/** The VASPs that most often fail to provide data. The period is in the URL. */
export function FailingVaspsView() {
  const { t, formats } = useLanguage()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('months')
  const months = MONTHS.find((each) => each === wanted) ?? '12'
  const query = useQuery(FailingVaspListDocument, {
    variables: { months: Number(months), limit: LISTED_MAX },
    fetchPolicy: 'no-cache',
  })
  const vasps = query.data?.trpd?.failingVasps
  const words = t.vasps.failures
  usePageTitle(words.list)
  return (
    <div className="page">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      <h1>{words.list}</h1>
      <p className="soft">{words.listText}</p>
      <search className="filters" aria-label={t.inbox.filters}>
        <SelectField
          label={words.period}
          value={months}
          onChange={(chosen) => navigate(`/vasps/failing?months=${chosen}`)}
          options={MONTHS.map((each) => [each, words.months(Number(each), formats.count(Number(each)))])}
        />
      </search>
      <QueryState query={query} data={vasps} loading="LINE" />
      {vasps?.length === 0 && <p className="empty">{words.empty}</p>}
      {vasps && vasps.length > 0 && (
        <section className="card panel" aria-label={words.list}>
          <FailingTable vasps={vasps} />
        </section>
      )}
      {vasps?.length === LISTED_MAX && <p className="soft">{words.most(formats.count(LISTED_MAX))}</p>}
    </div>
  )
}

type FailingVasp = NonNullable<FailingVaspListQuery['trpd']>['failingVasps'][number]

/** How often each VASP failed to provide data, and the latest measure. */
export function FailingTable({ vasps }: { readonly vasps: readonly FailingVasp[] }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.failures
  const share = (part: number, whole: number) => words.of(formats.count(part), formats.count(whole))
  return (
    <Table
      rows={vasps}
      keyOf={({ id }) => id}
      columns={[
        [
          t.vasps.name,
          ({ id, name }) => (
            <Link href={`/vasps/${encodeURIComponent(id)}`}>
              <bdi>{name}</bdi>
            </Link>
          ),
        ],
        [t.vasps.trust, ({ trust }) => <TrustBadge trust={trust} />],
        [
          words.gaps,
          ({ dataFailures: { inquiriesWithGaps, inquiriesReceived } }) => share(inquiriesWithGaps, inquiriesReceived),
        ],
        [
          words.unanswered,
          ({ dataFailures: { inquiriesUnanswered, inquiriesSent } }) => share(inquiriesUnanswered, inquiriesSent),
        ],
        [
          words.lastMeasure,
          ({ measures: [last] }) =>
            last ? `${words.measureKinds[last.kind]}, ${formats.dateTime(last.takenAt)}` : words.none,
        ],
      ]}
    />
  )
}
