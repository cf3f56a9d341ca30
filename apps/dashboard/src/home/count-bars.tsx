import { Link } from 'wouter'
import { useLanguage } from '../language/language.tsx'
import { ChartTable } from './chart-table.tsx'

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
export function CountBars({ title, counts }: CountBarsProps) {
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
