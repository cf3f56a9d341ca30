import { Link } from 'wouter'
import type { DeskQuery } from '../api/operations.generated.ts'
import { durationText } from '../language/duration.ts'
import { useLanguage } from '../language/language.tsx'
import { ruleName } from '../language/rule-name.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { csvOf } from '../ui/csv.ts'
import { saveFile } from '../ui/save-file.ts'
import { Table } from '../ui/table.tsx'
import { ChartTable, TrendChart } from './trend-chart.tsx'

const PEOPLE = 10
const RULES = 10

type Summary = NonNullable<NonNullable<DeskQuery['trpd']>['deskSummary']>

interface DeskChartsProps {
  readonly summary: Summary
  /** The number of days in the summary. */
  readonly days: number
}

/** The open cases, the decisions of the last days, and response times. */
export function DeskCharts({ summary: { openCases, decisions, trend, responseTimes }, days }: DeskChartsProps) {
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
      <Card id="open" title={words.open(openCases.total, formats.count(openCases.total))}>
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
      </Card>
      <Card id="trend" title={words.trend(formats.count(days))}>
        <TrendChart
          title={words.trend(formats.count(days))}
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
      </Card>
      <ResponseTimes times={responseTimes} />
    </>
  )
}

interface CountBarsProps {
  readonly title: string
  readonly counts: readonly {
    readonly id: string
    readonly name: string
    readonly count: number
    /** The URL of the counted transactions in the inbox. */
    readonly href?: string
  }[]
}

/** Counts as bars with their numbers. */
function CountBars({ title, counts }: CountBarsProps) {
  const { t, formats } = useLanguage()
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <section className="bars">
      <h3>{title}</h3>
      <ul>
        {counts.map(({ id, name, count, href }) => (
          <li key={id} className="bar">
            <bdi>{name}</bdi>
            <span className="bar-track" aria-hidden="true">
              <span className="bar-fill" style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <span className="number">
              {href === undefined ? (
                formats.count(count)
              ) : (
                <Link href={href}>
                  {formats.count(count)}
                  <span className="hidden">: {name}</span>
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ChartTable
        name={title}
        head={[title, t.home.number]}
        rows={counts.map(({ id, name, count }) => ({ id, cells: [name, count] }))}
      />
    </section>
  )
}

type Times = Summary['responseTimes'][number]

/** How long each VASP takes to decide our inquiries, and how long we take to decide theirs. */
function ResponseTimes({ times }: { readonly times: readonly Times[] }) {
  const { t, formats } = useLanguage()
  const words = t.home.times
  const text = (one: Times['ours']) =>
    one === null
      ? '–'
      : words.each(
          durationText(one.p50Seconds, formats.locale),
          durationText(one.p95Seconds, formats.locale),
          formats.count(one.count),
        )
  return (
    <Card
      id="times"
      title={words.title}
      buttons={
        times.length > 0 && (
          <Button look="small" onClick={() => saveFile('response-times.csv', 'text/csv', timesCsv(times))}>
            {t.home.csv}
            <span className="hidden">: {words.title}</span>
          </Button>
        )
      }
    >
      <p className="soft">{words.intro}</p>
      <Table
        empty={words.empty}
        rows={times}
        keyOf={({ vasp }) => vasp.id}
        columns={[
          [
            'VASP',
            ({ vasp }) => (
              <Link href={`/vasps/${encodeURIComponent(vasp.id)}`}>
                <bdi>{vasp.name}</bdi>
              </Link>
            ),
          ],
          [words.theirs, ({ theirs }) => text(theirs)],
          [words.ours, ({ ours }) => text(ours)],
        ]}
      />
    </Card>
  )
}

const HEAD = ['vasp', 'theirCount', 'theirP50Seconds', 'theirP95Seconds', 'ourCount', 'ourP50Seconds', 'ourP95Seconds']

function timesCsv(times: readonly Times[]): string {
  const seconds = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(3)))
  const cells = (one: Times['ours']) => [one?.count ?? null, seconds(one?.p50Seconds), seconds(one?.p95Seconds)]
  return csvOf([HEAD, ...times.map(({ vasp, ours, theirs }) => [vasp.name, ...cells(theirs), ...cells(ours)])])
}
