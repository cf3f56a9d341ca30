import { Link } from 'wouter'
import type { DeskQuery } from '../api/operations.generated.ts'
import { durationText } from '../language/duration.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { csvOf } from '../ui/csv.ts'
import { saveFile } from '../ui/save-file.ts'

type Times = NonNullable<NonNullable<DeskQuery['trpd']>['deskSummary']>['responseTimes'][number]

/** How long each VASP takes to decide our inquiries, and how long we take to decide theirs. */
export function ResponseTimes({ times }: { readonly times: readonly Times[] }) {
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
    <section className="card panel" aria-labelledby="times">
      <div className="card-head">
        <h2 id="times">{words.title}</h2>
        {times.length > 0 && (
          <Button look="small" onClick={() => saveFile('response-times.csv', 'text/csv', timesCsv(times))}>
            {t.home.csv}
            <span className="hidden">: {words.title}</span>
          </Button>
        )}
      </div>
      <p className="soft">{words.intro}</p>
      {times.length === 0 && <p className="soft">{words.empty}</p>}
      {times.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">VASP</th>
              <th scope="col">{words.theirs}</th>
              <th scope="col">{words.ours}</th>
            </tr>
          </thead>
          <tbody>
            {times.map(({ vasp, ours, theirs }) => (
              <tr key={vasp.id}>
                <th scope="row" data-label="VASP">
                  <Link href={`/vasps/${encodeURIComponent(vasp.id)}`}>
                    <bdi>{vasp.name}</bdi>
                  </Link>
                </th>
                <td data-label={words.theirs}>{text(theirs)}</td>
                <td data-label={words.ours}>{text(ours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const HEAD = ['vasp', 'theirCount', 'theirP50Seconds', 'theirP95Seconds', 'ourCount', 'ourP50Seconds', 'ourP95Seconds']

function timesCsv(times: readonly Times[]): string {
  const seconds = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(3)))
  const cells = (one: Times['ours']) => [one?.count ?? null, seconds(one?.p50Seconds), seconds(one?.p95Seconds)]
  return csvOf([HEAD, ...times.map(({ vasp, ours, theirs }) => [vasp.name, ...cells(theirs), ...cells(ours)])])
}
