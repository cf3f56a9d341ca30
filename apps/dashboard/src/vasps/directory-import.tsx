import { useApolloClient } from '@apollo/client/react'
import { useEffect, useId, useRef, useState } from 'react'
import { type ImportPartsFragment, ImportVaspsDocument } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import {
  type DirectoryFile,
  type FileProblem,
  IMPORT_BYTES_MAX,
  IMPORT_VASPS_MAX,
  readDirectoryFile,
} from './directory-file.ts'
import { ImportProblems, ImportRows } from './import-tables.tsx'

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
  const client = useApolloClient()
  const id = useId()
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
    const variables = { format, content, dryRun }
    const { data } = await client.mutate({ mutation: ImportVaspsDocument, variables, fetchPolicy: 'no-cache' })
    const found = data?.trpd?.importVasps
    if (!found) throw new Error('the response has no import')
    return found
  }

  return (
    <section className="card panel" aria-labelledby="import">
      <h2 id="import">{words.import}</h2>
      <p className="soft">{words.importText(formats.count(IMPORT_VASPS_MAX), formats.count(IMPORT_BYTES_MAX))}</p>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {words.file}
        </label>
        <input
          id={id}
          type="file"
          className="input"
          accept=".csv,.json,text/csv,application/json"
          disabled={work === 'IMPORTING'}
          aria-describedby={`${id}-note`}
          aria-invalid={fileProblem !== undefined}
          // Allows selecting the same file again once it is corrected.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <p id={`${id}-note`} className={fileProblem ? 'field-note field-problem' : 'field-note soft'}>
          {fileProblem ? words.fileProblems[fileProblem] : words.fileHint}
        </p>
      </div>
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
    </section>
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
