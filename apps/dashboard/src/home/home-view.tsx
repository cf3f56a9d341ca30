import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import {
  type CasePriority,
  type CaseStatus,
  DeskDocument,
  DeskMentionsDocument,
  type DeskQuery,
  FailingVaspListDocument,
  MeDocument,
  type TransactionFilter,
  UrgentCasesDocument,
} from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { useScope } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { FailingTable } from '../vasps/failing-vasps-view.tsx'
import { DeskCharts } from './desk-charts.tsx'
import { UnverifiedSection } from './unverified-section.tsx'

const DAYS = 30
const VASPS = 20
const OPEN: CaseStatus[] = ['NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA']

type Summary = NonNullable<NonNullable<DeskQuery['trpd']>['deskSummary']>

/** Tasks for the person, and statistics of the office. */
export function HomeView() {
  const { t } = useLanguage()
  const query = useQuery(DeskDocument, {
    variables: { days: DAYS, vasps: VASPS },
    fetchPolicy: 'cache-and-network',
    pollInterval: 60_000,
  })
  const summary = query.data?.trpd?.deskSummary
  usePageTitle(t.home.title)
  return (
    <div className="page">
      <h1>{t.home.title}</h1>
      <QueryState query={query} data={summary} loading="PAGE" />
      {summary && <NeedsMe summary={summary} />}
      <Mentions />
      <UnverifiedSection />
      {summary && <DeskCharts summary={summary} days={DAYS} />}
      <FailingVasps />
    </div>
  )
}

const MINUTE_MS = 60_000

function NeedsMe({ summary }: { readonly summary: Summary }) {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const me = useQuery(MeDocument, { skip: !mayWrite }).data?.autod?.me.id
  const minute = Math.floor(useNow() / MINUTE_MS)
  const overdue = useMemo(() => ({ caseStatus: OPEN, dueTo: new Date(minute * MINUTE_MS).toISOString() }), [minute])
  const unassigned = useMemo(() => ({ caseStatus: OPEN, assignee: [null] }), [])
  const mine = useMemo(() => ({ caseStatus: OPEN, assignee: me === undefined ? [] : [me] }), [me])
  const { openCases, myCases, vaspReviewsDue: due } = summary
  return (
    <>
      {due > 0 && (
        <p>
          <Link href="/vasps?review=due">{t.home.reviewsDue(due, formats.count(due))}</Link>
        </p>
      )}
      <div className="columns">
        {me !== undefined && (
          <CaseList
            id="mine"
            title={t.home.mine}
            count={myCases.total}
            empty={t.home.noMine}
            filter={mine}
            href="/?folder=ALL&case=OPEN&assignee=me"
          />
        )}
        <CaseList
          id="overdue"
          title={t.home.overdue}
          count={openCases.overdue}
          empty={t.home.noOverdue}
          filter={overdue}
          href="/?folder=ALL&due=overdue"
        />
        <CaseList
          id="unassigned"
          title={t.home.unassigned}
          count={openCases.unassigned}
          empty={t.home.noUnassigned}
          filter={unassigned}
          href="/?folder=ALL&case=OPEN&assignee=nobody"
        />
      </div>
    </>
  )
}

interface CaseListProps {
  readonly id: string
  readonly title: string
  readonly count: number
  readonly empty: string
  readonly filter: TransactionFilter
  /** The URL of the same cases in the inbox. */
  readonly href: string
}

const ROWS = 5

/** Transactions with such a case: the number of them, and those of the highest priority, most overdue first. */
function CaseList({ id, title, count, empty, filter, href }: CaseListProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const variables = useMemo(() => {
    const of = (priority: CasePriority) => ({ ...filter, priority: [priority] })
    return { urgent: of('URGENT'), high: of('HIGH'), normal: of('NORMAL'), low: of('LOW'), rows: ROWS }
  }, [filter])
  const query = useQuery(UrgentCasesDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  })
  const { data, previousData } = query
  const pages = (data ?? previousData)?.trpd
  const rows =
    pages && [pages.urgent, pages.high, pages.normal, pages.low].flatMap((page) => page?.nodes ?? []).slice(0, ROWS)
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id} className="case-count">
        {title}{' '}
        <Link href={href} className="folder-count">
          {formats.count(count)}
          <span className="hidden">: {title}</span>
        </Link>
      </h2>
      <QueryState query={query} data={rows} />
      {rows?.length === 0 && <p className="soft">{empty}</p>}
      <ul className="items">
        {rows?.map((row) => (
          <li key={row.id} className="item item-wide">
            <Link href={`/transactions/${encodeURIComponent(row.id)}`} className="case-link">
              <bdi>{partyName(row, t)}</bdi>
              <span>{transferAmount(row, t, formats)}</span>
            </Link>
            <p className="soft">
              {t.case.statuses[row.case.status]}
              {row.case.priority !== 'NORMAL' && ` · ${t.case.priorities[row.case.priority]}`} ·{' '}
              {t.case.due(formats.relative(row.case.dueAt, now))}
            </p>
          </li>
        ))}
      </ul>
      {rows && count > rows.length && <p className="soft">{t.home.mostUrgent(formats.count(rows.length))}</p>}
    </section>
  )
}

const MENTIONS = 10
const EVERY_MS = 60_000

/** Comments that mention the person, until their transactions have been opened. */
function Mentions() {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { data } = useQuery(DeskMentionsDocument, {
    variables: { limit: MENTIONS },
    fetchPolicy: 'cache-and-network',
    pollInterval: EVERY_MS,
  })
  const mentions = data?.trpd?.deskSummary.mentions ?? []
  if (mentions.length === 0) return null
  return (
    <Card id="mentions" title={t.home.mentions}>
      <ul className="items">
        {mentions.map(({ transaction, by, at }) => (
          <li key={`${transaction.id} ${at}`} className="item item-wide">
            <Link href={`/transactions/${encodeURIComponent(transaction.id)}`} className="case-link">
              <bdi>{partyName(transaction, t)}</bdi>
              <span>{transferAmount(transaction, t, formats)}</span>
            </Link>
            <p className="soft">{t.home.mentionedBy(isolated(by.name ?? by.id), formats.relative(at, now))}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const MONTHS = 3
const FAILING = 5

/** The VASPs that most often failed to provide data; absent if none did. */
function FailingVasps() {
  const { t, formats } = useLanguage()
  const variables = { months: MONTHS, limit: FAILING }
  const { data } = useQuery(FailingVaspListDocument, { variables, fetchPolicy: 'cache-and-network' })
  const vasps = data?.trpd?.failingVasps ?? []
  const words = t.failingVasps
  if (vasps.length === 0) return null
  return (
    <Card
      id="failing"
      title={words.title(formats.count(MONTHS))}
      buttons={<Link href={`/vasps/failing?months=${MONTHS}`}>{words.all}</Link>}
    >
      <p className="soft">{words.intro}</p>
      <FailingTable vasps={vasps} />
    </Card>
  )
}
