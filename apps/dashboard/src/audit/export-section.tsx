import { useEffect, useRef, useState } from 'react'
import { type AuditLogFilter, AuditPageDocument, type AuditRowFragment } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { type Api, useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { csvOf } from '../ui/csv.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'

const PAGE = 500
const ENTRIES_MAX = 20_000

type Format = 'CSV' | 'JSON'

/** Saves the entries that match as a file, newest first. */
export function ExportSection({ filter }: { readonly filter: AuditLogFilter }) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [loaded, setLoaded] = useState<number>()
  const [done, setDone] = useState('')
  const [problem, setProblem] = useState<ApiProblem>()
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const words = t.audit.export

  async function save(format: Format): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    run.current = controller
    setProblem(undefined)
    setDone('')
    setLoaded(0)
    const entries: AuditRowFragment[] = []
    let after: string | null = null
    let hasMore = true
    try {
      while (hasMore && entries.length < ENTRIES_MAX && !signal.aborted) {
        const page = await loadPage(api, filter, after)
        entries.push(...page.nodes)
        after = page.pageInfo.endCursor
        hasMore = page.pageInfo.hasNextPage
        setLoaded(entries.length)
      }
      if (!signal.aborted) {
        write(entries, format)
        setDone((hasMore ? words.cut : words.saved)(formats.count(entries.length)))
      }
    } catch (error) {
      if (!signal.aborted) setProblem(apiProblem(error))
    }
    setLoaded(undefined)
  }

  return (
    <Card
      id="export"
      title={words.title}
      buttons={
        <div className="action-buttons">
          {loaded === undefined ? (
            (['CSV', 'JSON'] as const).map((format) => (
              <Button key={format} onClick={() => void save(format)}>
                {words.save(format)}
              </Button>
            ))
          ) : (
            <Button onClick={() => run.current?.abort()}>{words.stop}</Button>
          )}
        </div>
      }
    >
      <p className="soft">{words.intro(formats.count(ENTRIES_MAX))}</p>
      <p role="status" className="soft">
        {loaded === undefined ? done : words.progress(formats.count(loaded))}
      </p>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
    </Card>
  )
}

async function loadPage(api: Api, filter: AuditLogFilter, after: string | null) {
  const data = await api.load(AuditPageDocument, { filter, first: PAGE, after })
  const page = data?.autod?.auditLogs
  if (!page) throw new Error('the response has no page')
  return page
}

function write(entries: readonly AuditRowFragment[], format: Format): void {
  if (format === 'CSV') saveFile('audit-log.csv', 'text/csv', auditCsv(entries))
  else saveFile('audit-log.json', 'application/json', JSON.stringify(entries, undefined, 2))
}

const COLUMNS = [
  'sequence',
  'at',
  'source',
  'type',
  'subjectType',
  'subjectId',
  'actorType',
  'actorId',
  'actorName',
  'detail',
  'previousHash',
  'hash',
] as const

/** Entries of the audit log as a CSV file; `detail` is JSON. */
function auditCsv(entries: readonly AuditRowFragment[]): string {
  return csvOf([
    COLUMNS,
    ...entries.map((entry) => {
      const { actor } = entry
      const detail = JSON.stringify(Object.fromEntries(entry.detail.map(({ name, value }) => [name, value])))
      const { sequence, at, source, type, subjectType, subjectId, previousHash, hash } = entry
      return [
        sequence,
        at,
        source,
        type,
        subjectType,
        subjectId,
        actor.type,
        actor.id,
        actor.name,
        entry.isDetailWithheld ? null : detail,
        previousHash,
        hash,
      ]
    }),
  ])
}
