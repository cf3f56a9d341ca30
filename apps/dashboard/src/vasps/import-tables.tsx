import { Link } from 'wouter'
import type { ImportPartsFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { ServiceText } from '../ui/service-text.tsx'

interface ImportProblemsProps {
  readonly problems: ImportPartsFragment['problems']
}

/** The reasons why rows of a file are refused. */
export function ImportProblems({ problems }: ImportProblemsProps) {
  const { t } = useLanguage()
  const placeText = usePlaceText()
  const words = t.vasps.files
  return (
    <table className="table">
      <caption className="hidden">{words.problems}</caption>
      <thead>
        <tr>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.problem}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ row, line, field, code, message }) => (
          <tr key={`${row} ${field} ${code}`}>
            <th scope="row">{placeText(line, row)}</th>
            <td data-label={words.field}>{field && <code>{field}</code>}</td>
            <td data-label={words.problem}>
              <ServiceText text={message} /> <span className="soft">{t.problems.code(code)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ImportRowsProps {
  readonly rows: ImportPartsFragment['rows']
  /** True if they are already stored. */
  readonly isStored: boolean
}

/** The VASPs that an import adds or changes. */
export function ImportRows({ rows, isStored }: ImportRowsProps) {
  const { t } = useLanguage()
  const placeText = usePlaceText()
  const words = t.vasps.files
  const affected = rows.filter(({ outcome }) => outcome !== 'UNCHANGED')
  if (affected.length === 0) return null
  return (
    <table className="table">
      <caption className="hidden">{words.rows}</caption>
      <thead>
        <tr>
          <th scope="col">{words.place}</th>
          <th scope="col">{t.vasps.name}</th>
          <th scope="col">{words.outcome}</th>
          <th scope="col">{words.changedFields}</th>
        </tr>
      </thead>
      <tbody>
        {affected.map(({ row, line, outcome, vaspId, name, changedFields }) => (
          <tr key={row}>
            <td data-label={words.place}>{placeText(line, row)}</td>
            <th scope="row">
              {vaspId === null ? (
                <bdi>{name}</bdi>
              ) : (
                <Link href={`/vasps/${encodeURIComponent(vaspId)}`}>
                  <bdi>{name}</bdi>
                </Link>
              )}
            </th>
            <td data-label={words.outcome}>{(isStored ? words.stored : words.outcomes)[outcome]}</td>
            <td data-label={words.changedFields}>
              {changedFields.map((field, index) => (
                <span key={field}>
                  {index > 0 && ', '}
                  <code>{field}</code>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The position of a row in the file: its line in CSV, its number in JSON. */
function usePlaceText(): (line: number | null, row: number) => string {
  const { t, formats } = useLanguage()
  const words = t.vasps.files
  return (line, row) => (line === null ? words.item(formats.count(row)) : words.line(formats.count(line)))
}
