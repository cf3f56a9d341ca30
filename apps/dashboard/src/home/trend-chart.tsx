import { useIsPhone } from '../hooks/use-is-phone.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { csvOf } from '../ui/csv.ts'
import { saveFile } from '../ui/save-file.ts'
import { type Column, Table } from '../ui/table.tsx'

interface Series {
  readonly name: string
  /** A line with one value per day. */
  readonly values: readonly number[]
}

interface TrendChartProps {
  readonly title: string
  /** Days such as `2026-01-31`, oldest first. */
  readonly days: readonly string[]
  /** At most as many lines as there are line styles. */
  readonly series: readonly Series[]
}

const WIDTH = 720
/** Size on a phone, where the labels of the wide chart would be too small to read. */
const WIDTH_NARROW = 320
const HEIGHT = 220
const LEFT = 44
const BOTTOM = 26
const TOP = 10
const LINES = 4

/** Values by day as lines, and as a table. */
export function TrendChart({ title, days, series }: TrendChartProps) {
  const { t, formats } = useLanguage()
  const isNarrow = useIsPhone()
  const width = isNarrow ? WIDTH_NARROW : WIDTH
  const top = axisTop(Math.max(1, ...series.flatMap(({ values }) => values)))
  const x = (index: number) => LEFT + (index / Math.max(1, days.length - 1)) * (width - LEFT - 8)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const dayName = (day: string) =>
    new Intl.DateTimeFormat(formats.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
  const labelled = [0, Math.floor((days.length - 1) / 2), days.length - 1]
  return (
    <figure className={isNarrow ? 'chart chart-narrow' : 'chart'}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" className="chart-picture">
        {Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line).map((value) => (
          <g key={value}>
            <line className="chart-grid" x1={LEFT} x2={width - 8} y1={y(value)} y2={y(value)} />
            <text className="chart-label" x={LEFT - 6} y={y(value) + 4} textAnchor="end">
              {formats.count(value)}
            </text>
          </g>
        ))}
        {series.map(({ name, values }, index) => (
          <polyline
            key={name}
            className={`chart-line chart-line-${index}`}
            points={values.map((value, day) => `${x(day)},${y(value)}`).join(' ')}
          />
        ))}
        {[...new Set(labelled)].map((index) => (
          <text
            key={index}
            className="chart-label"
            x={x(index)}
            y={HEIGHT - 6}
            textAnchor={anchorOf(index, days.length)}
          >
            {dayName(days[index] ?? '')}
          </text>
        ))}
      </svg>
      <figcaption className="chain-legend">
        {series.map(({ name, values }, index) => (
          <span key={name} className="chart-key">
            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
              <line className={`chart-line chart-line-${index}`} x1="0" x2="28" y1="4" y2="4" />
            </svg>
            {t.home.total(name, formats.count(values.reduce((sum, value) => sum + value, 0)))}
          </span>
        ))}
      </figcaption>
      <ChartTable
        name={title}
        head={[t.home.day, ...series.map(({ name }) => name)]}
        rows={days.map((day, index) => ({
          id: day,
          label: formats.day(day),
          cells: [day, ...series.map(({ values }) => values[index] ?? 0)],
        }))}
      />
    </figure>
  )
}

/** The first round number at or above `value` that the grid lines divide into integers. */
export function axisTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value / LINES)))
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each * LINES >= value) ?? size * 10
  return step * LINES
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}

interface ChartTableProps {
  readonly name: string
  readonly head: readonly [first: string, ...values: string[]]
  readonly rows: readonly ChartRow[]
}

interface ChartRow {
  readonly id: string
  /** The first cell as shown in the table, if its form in the file is different. */
  readonly label?: string
  readonly cells: readonly (string | number)[]
}

/** The values of a chart as a table that can be opened, and as a CSV file. */
export function ChartTable({ name, head, rows }: ChartTableProps) {
  const { t, formats } = useLanguage()
  const [first, ...values] = head
  return (
    <details className="raw">
      <summary>
        {t.home.asTable}
        <span className="hidden">: {name}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="chart-table" tabIndex={0} aria-label={name}>
        <Table
          className="table-plain"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            [first, ({ label, cells: [cell] }) => <bdi>{label ?? cell}</bdi>],
            ...values.map(
              (column, index): Column<ChartRow> => [
                column,
                ({ cells }) => formats.count(Number(cells[index + 1])),
                'NUMBER',
              ],
            ),
          ]}
        />
      </section>
      <Button
        look="small"
        onClick={() => saveFile(`${fileName(name)}.csv`, 'text/csv', csvOf([head, ...rows.map(({ cells }) => cells)]))}
      >
        {t.home.csv}
        <span className="hidden">: {name}</span>
      </Button>
    </details>
  )
}

function fileName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
}
