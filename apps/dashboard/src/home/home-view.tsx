import { useQuery } from '@apollo/client/react'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { type CaseStatus, DeskDocument, type DeskQuery, MeDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useNow } from '../hooks/use-now.ts'
import { durationText } from '../language/duration.ts'
import { useLanguage } from '../language/language.tsx'
import { ruleName } from '../language/rule-name.ts'
import { useScope } from '../session/use-session.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { CaseList } from './case-list.tsx'
import { CountBars } from './count-bars.tsx'
import { FailingVasps } from './failing-vasps.tsx'
import { Mentions } from './mentions.tsx'
import { ResponseTimes } from './response-times.tsx'
import { TrendChart } from './trend-chart.tsx'
import { UnverifiedSection } from './unverified-section.tsx'

const DAYS = 30
const VASPS = 20
const PEOPLE = 10
const RULES = 10
const OPEN: CaseStatus[] = ['NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA']

type Summary = NonNullable<NonNullable<DeskQuery['trpd']>['deskSummary']>

/** Tasks for the person, and statistics of the office. */
export function HomeView() {
  const { t } = useLanguage()
  const { data, error, loading, refetch } = useQuery(DeskDocument, {
    variables: { days: DAYS, vasps: VASPS },
    fetchPolicy: 'cache-and-network',
    pollInterval: 60_000,
  })
  const summary = data?.trpd?.deskSummary
  useEffect(() => {
    document.title = `${t.home.title} · ${t.app.name}`
  }, [t])
  return (
    <div className="page">
      <h1>{t.home.title}</h1>
      {error && !summary && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !summary && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {summary && <NeedsMe summary={summary} />}
      <Mentions />
      <UnverifiedSection />
      {summary && <Charts summary={summary} />}
      {summary && <ResponseTimes times={summary.responseTimes} />}
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

function Charts({ summary: { openCases, decisions, trend } }: { readonly summary: Summary }) {
  const { t, formats } = useLanguage()
  const words = t.home
  const hours = (count: number) => durationText(count * 3_600, formats.locale)
  const ageName = (from: number, to: number | null) => {
    if (to === null) return words.age(hours(from), null)
    return from === 0 ? words.younger(hours(to)) : words.age(hours(from), hours(to))
  }
  const people = decisions.people.slice(0, PEOPLE)
  const rules = decisions.rules.slice(0, RULES)
  return (
    <>
      <section className="card panel" aria-labelledby="open">
        <h2 id="open">{words.open(openCases.total, formats.count(openCases.total))}</h2>
        <div className="columns">
          <CountBars
            title={words.byStatus}
            counts={openCases.byStatus.map(({ status, count }) => ({
              id: status,
              name: t.case.statuses[status],
              count,
              href: `/?folder=ALL&case=${status}`,
            }))}
          />
          <CountBars
            title={words.byAge}
            counts={openCases.byAge.map(({ fromHours, toHours, count }) => ({
              id: String(fromHours),
              name: ageName(fromHours, toHours),
              count,
            }))}
          />
          <CountBars
            title={words.byPriority}
            counts={openCases.byPriority.map(({ priority, count }) => ({
              id: priority,
              name: t.case.priorities[priority],
              count,
              href: `/?folder=ALL&case=OPEN&priority=${priority}`,
            }))}
          />
          {openCases.byAssignee.length > 0 && (
            <CountBars
              title={words.byAssignee}
              counts={openCases.byAssignee.slice(0, PEOPLE).map(({ assignee, count }) => ({
                id: assignee.id,
                name: assignee.name ?? assignee.id,
                count,
                href: `/?folder=ALL&case=OPEN&assignee=${encodeURIComponent(assignee.id)}`,
              }))}
            />
          )}
        </div>
      </section>
      <section className="card panel" aria-labelledby="trend">
        <h2 id="trend">{words.trend(formats.count(DAYS))}</h2>
        <TrendChart
          title={words.trend(formats.count(DAYS))}
          days={trend.map(({ day }) => day)}
          series={(['received', 'sent', 'approved', 'declined'] as const).map((name) => ({
            name: words.series[name],
            values: trend.map((day) => day[name]),
          }))}
        />
        <CountBars
          title={words.decisions}
          counts={[
            {
              id: 'automatic',
              name: words.automatic,
              count: decisions.automatic.approved + decisions.automatic.declined,
            },
            ...people.map(({ person, approved, declined }) => ({
              id: person.id,
              name: person.name ?? person.id,
              count: approved + declined,
            })),
          ]}
        />
        {rules.length > 0 && (
          <CountBars
            title={words.byRule}
            counts={rules.map(({ rule, approved, declined }) => ({
              id: rule,
              name: ruleName(rule, t),
              count: approved + declined,
            }))}
          />
        )}
      </section>
    </>
  )
}
