import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type ImportPartsFragment, ImportVaspsDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FileField } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Table } from '../ui/table.tsx'
import {
  type DirectoryFile,
  type FileProblem,
  IMPORT_BYTES_MAX,
  IMPORT_VASPS_MAX,
  readDirectoryFile,
} from './directory-file.ts'

interface ImportState {
  readonly file?: DirectoryFile
  /** What an import of the file would do. */
  readonly preview?: ImportPartsFragment
  /** The result of the last import. */
  readonly done?: ImportPartsFragment
  readonly fileProblem?: FileProblem
  /** The reason why the preview failed. */
  readonly problem?: ApiProblem
  /** The reason why the import before the preview failed. */
  readonly failure?: ApiProblem
  readonly work?: 'CHECKING' | 'IMPORTING'
}

/** Imports VASPs from a file, after a preview of the changes. */
export function DirectoryImport() {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [state, setState] = useState<ImportState>({})
  const latest = useRef(0)
  const result = useRef<HTMLDivElement>(null)
  const { file, preview, done, fileProblem, problem, failure, work } = state
  const words = t.vasps.files
  // The pressed button has been removed.
  useEffect(() => {
    if (done) result.current?.focus()
  }, [done])

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    latest.current += 1
    const turn = latest.current
    setState({ work: 'CHECKING' })
    const read = await readDirectoryFile(chosen)
    if (turn !== latest.current) return
    if (typeof read === 'string') setState({ fileProblem: read })
    else await check(read)
  }

  async function check(chosen: DirectoryFile, failed?: ApiProblem): Promise<void> {
    const turn = latest.current
    const kept = { file: chosen, ...(failed && { failure: failed }) }
    setState({ ...kept, work: 'CHECKING' })
    const next = await run(chosen, true).then(
      (found): ImportState => ({ preview: found }),
      (error): ImportState => ({ problem: apiProblem(error) }),
    )
    if (turn === latest.current) setState({ ...kept, ...next })
  }

  async function store(chosen: DirectoryFile): Promise<void> {
    if (work !== undefined) return
    setState({ ...state, work: 'IMPORTING' })
    try {
      setState({ done: await run(chosen, false) })
    } catch (error) {
      await check(chosen, apiProblem(error))
    }
  }

  async function run({ format, content }: DirectoryFile, dryRun: boolean): Promise<ImportPartsFragment> {
    const data = await api.send(ImportVaspsDocument, { format, content, dryRun })
    const found = data?.trpd?.importVasps
    if (!found) throw new Error('the response has no import')
    return found
  }

  return (
    <Card id="import" title={words.import}>
      <p className="soft">{words.importText(formats.count(IMPORT_VASPS_MAX), formats.count(IMPORT_BYTES_MAX))}</p>
      <FileField
        label={words.file}
        hint={words.fileHint}
        problem={fileProblem && words.fileProblems[fileProblem]}
        accept=".csv,.json,text/csv,application/json"
        isDisabled={work === 'IMPORTING'}
        onChange={(chosen) => void choose(chosen)}
      />
      <p role="status" className="soft">
        {work && words.working[work]}
      </p>
      {failure && <ImportFailure failure={failure} />}
      {problem && file && (
        <ProblemNotice
          problem={problem}
          title={words.previewFailed(isolated(file.name))}
          onRetry={() => void check(file, failure)}
        />
      )}
      {preview && file && (
        <>
          <h3>{words.preview(isolated(file.name))}</h3>
          <Summary result={preview} />
          {preview.problems.length > 0 && <ImportProblems problems={preview.problems} />}
          <ImportRows rows={preview.rows} isStored={false} />
          {preview.problems.length === 0 && preview.added + preview.changed > 0 && (
            <div className="action-buttons">
              <Button look="main" aria-disabled={work !== undefined} onClick={() => void store(file)}>
                {work === undefined ? words.store : t.actions.working}
              </Button>
            </div>
          )}
        </>
      )}
      {done && (
        <div ref={result} tabIndex={-1}>
          <Notice tone="good">{words.done(...counts(done, formats))}</Notice>
          <ImportRows rows={done.rows} isStored />
        </div>
      )}
    </Card>
  )
}

function Summary({ result }: { readonly result: ImportPartsFragment }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.files
  const { problems, added, changed } = result
  if (problems.length > 0) {
    return <Notice tone="problem">{words.refused(problems.length, formats.count(problems.length))}</Notice>
  }
  if (added + changed === 0) return <Notice tone="news">{words.nothing(formats.count(result.unchanged))}</Notice>
  return <p role="status">{words.would(...counts(result, formats))}</p>
}

/** The reason why an import failed, and its effect on the stored data. */
function ImportFailure({ failure }: { readonly failure: ApiProblem }) {
  const { t } = useLanguage()
  const words = t.vasps.files
  const isRefused = failure.code?.startsWith('VASP_IMPORT_') || failure.code === 'FORBIDDEN'
  return <ProblemNotice problem={failure} title={isRefused ? words.notStored : words.uncertain} />
}

function counts(
  { added, changed, unchanged }: ImportPartsFragment,
  formats: { readonly count: (value: number) => string },
): [added: string, changed: string, unchanged: string] {
  return [formats.count(added), formats.count(changed), formats.count(unchanged)]
}

/** The reasons why rows of a file are refused. */
function ImportProblems({ problems }: { readonly problems: ImportPartsFragment['problems'] }) {
  const { t } = useLanguage()
  const placeText = usePlaceText()
  const words = t.vasps.files
  return (
    <Table
      caption={words.problems}
      rows={problems}
      keyOf={({ row, field, code }) => `${row} ${field} ${code}`}
      columns={[
        [words.place, ({ line, row }) => placeText(line, row)],
        [words.field, ({ field }) => field && <code>{field}</code>],
        [
          words.problem,
          ({ code, message }) => (
            <>
              <ServiceText text={message} /> <span className="soft">{t.problems.code(code)}</span>
            </>
          ),
        ],
      ]}
    />
  )
}

interface ImportRowsProps {
  readonly rows: ImportPartsFragment['rows']
  /** True if they are already stored. */
  readonly isStored: boolean
}

/** The VASPs that an import adds or changes. */
function ImportRows({ rows, isStored }: ImportRowsProps) {
  const { t } = useLanguage()
  const placeText = usePlaceText()
  const words = t.vasps.files
  const affected = rows.filter(({ outcome }) => outcome !== 'UNCHANGED')
  if (affected.length === 0) return null
  return (
    <Table
      caption={words.rows}
      rows={affected}
      keyOf={({ row }) => row}
      columns={[
        [words.place, ({ line, row }) => placeText(line, row)],
        [
          t.vasps.name,
          ({ vaspId, name }) =>
            vaspId === null ? (
              <bdi>{name}</bdi>
            ) : (
              <Link href={`/vasps/${encodeURIComponent(vaspId)}`}>
                <bdi>{name}</bdi>
              </Link>
            ),
          'HEADING',
        ],
        [words.outcome, ({ outcome }) => (isStored ? words.stored : words.outcomes)[outcome]],
        [
          words.changedFields,
          ({ changedFields }) =>
            changedFields.map((field, index) => (
              <span key={field}>
                {index > 0 && ', '}
                <code>{field}</code>
              </span>
            )),
        ],
      ]}
    />
  )
}

/** The position of a row in the file: its line in CSV, its number in JSON. */
function usePlaceText(): (line: number | null, row: number) => string {
  const { t, formats } = useLanguage()
  const words = t.vasps.files
  return (line, row) => (line === null ? words.item(formats.count(row)) : words.line(formats.count(line)))
}
