import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { csvOf } from '../ui/csv.ts'
import { saveFile } from '../ui/save-file.ts'

interface ChartTableProps {
  readonly name: string
  readonly head: readonly string[]
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
  return (
    <details className="raw">
      <summary>
        {t.home.asTable}
        <span className="hidden">: {name}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="chart-table" tabIndex={0} aria-label={name}>
        <table className="table table-plain">
          <thead>
            <tr>
              {head.map((column, index) => (
                <th key={column} scope="col" className={index === 0 ? undefined : 'number'}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, label, cells: [first, ...values] }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{label ?? first}</bdi>
                </th>
                {values.map((value, index) => (
                  <td key={head[index + 1]} className="number" data-label={head[index + 1]}>
                    {typeof value === 'number' ? formats.count(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
