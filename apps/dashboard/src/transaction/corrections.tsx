import type { TransactionDetailFragment, TransactionPersonsQuery } from '../api/operations.generated.ts'
import { compareParties } from '../data-requests/compare-parties.ts'
import { valueLabel } from '../data-requests/value-label.tsx'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { usePeople } from '../people/use-people.ts'
import { Table } from '../ui/table.tsx'

type Persons = NonNullable<NonNullable<TransactionPersonsQuery['trpd']>['transaction']>

interface CorrectionsProps {
  readonly corrections: TransactionDetailFragment['corrections']
  /** True while personal data is shown. */
  readonly persons: Persons | undefined
}

/** Who corrected the data and when; if personal data is shown, also what each correction changed. */
export function Corrections({ corrections, persons }: CorrectionsProps) {
  const { t, formats } = useLanguage()
  const { names } = usePeople()
  if (corrections.length === 0) return null
  const words = t.record
  return (
    <>
      <h3>{words.corrections}</h3>
      <ol className="timeline">
        {corrections.map(({ version, at, by }, index) => (
          <li key={version} className="timeline-item">
            <span>{words.corrected(isolated(names.get(by.id) ?? by.id))}</span>
            <span className="soft">{formats.dateTime(at)}</span>
            {persons && (
              <Changes
                when={formats.dateTime(at)}
                former={formerOf(persons, version)}
                next={index === 0 ? persons.ivms101 : formerOf(persons, corrections[index - 1]?.version)}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function formerOf({ corrections }: Persons, version: number | undefined): string | null {
  return corrections.find((each) => each.version === version)?.former ?? null
}

const PARTIES = ['originator', 'beneficiary'] as const

interface ChangesProps {
  readonly when: string
  /** IVMS101 in JSON. */
  readonly former: string | null
  readonly next: string | null
}

/** The values that differ between the data before and after a correction. */
function Changes({ when, former, next }: ChangesProps) {
  const { t } = useLanguage()
  const words = t.record
  // It was erased, or the correction is newer than the loaded data.
  if (former === null || next === null) return null
  const rows = PARTIES.flatMap((party) =>
    compareParties(former, next, party)
      .filter((value) => value.former !== value.received)
      .map((value) => ({ ...value, party })),
  )
  return (
    <details className="raw changes-of-data">
      <summary>{words.changes(when)}</summary>
      <Table
        empty={words.noChange}
        rows={rows}
        keyOf={({ party, path }) => `${party} ${path}`}
        columns={[
          [
            words.field,
            (row) => (
              <>
                {t.transaction[row.party]}: {valueLabel(row, t)}
              </>
            ),
          ],
          [words.before, (row) => <bdi>{row.former}</bdi>],
          [words.after, (row) => <bdi>{row.received}</bdi>],
        ]}
      />
    </details>
  )
}
