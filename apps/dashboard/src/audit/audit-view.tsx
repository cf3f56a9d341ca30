import { useQuery } from '@apollo/client/react'
import { useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import {
  AuditCountDocument,
  type AuditLogFilter,
  AuditPageDocument,
  type AuditRowFragment,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { type AuditFilter, apiAuditFilter, readAuditFilter, writeAuditFilter } from './audit-filter.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { eventName } from './event-name.ts'
import { ExportSection } from './export-section.tsx'
import { VerificationSection } from './verification-section.tsx'

const PAGE = 50

/** The audit log: events, actors, and the integrity of the record. */
export function AuditView() {
  const { t, formats } = useLanguage()
  const query = useSearch()
  const [, navigate] = useLocation()
  const { filter, after } = useMemo(() => {
    const parameters = new URLSearchParams(query)
    return { filter: readAuditFilter(parameters), after: parameters.get('after') }
  }, [query])
  const written = writeAuditFilter(filter)
  // The same object for the same filter, so that a query is not repeated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` says everything of `filter`.
  const asked = useMemo(() => apiAuditFilter(filter, formats.timeZone), [written, formats.timeZone])
  const show = (next: AuditFilter) => navigate(pathOf(writeAuditFilter(next), null))
  useEffect(() => {
    document.title = `${t.audit.title} · ${t.app.name}`
  }, [t])
  return (
    <div className="page">
      <header className="view-head">
        <h1>{t.audit.title}</h1>
        <MatchCount filter={asked} />
      </header>
      <AuditFilterBar key={written} filter={filter} onChange={show} />
      <Entries filter={asked} after={after} query={written} />
      <VerificationSection />
      <ExportSection key={written} filter={asked} />
    </div>
  )
}

function MatchCount({ filter }: { readonly filter: AuditLogFilter }) {
  const { t, formats } = useLanguage()
  const { data } = useQuery(AuditCountDocument, { variables: { filter }, fetchPolicy: 'no-cache' })
  const count = data?.autod?.auditLogsCount
  return count === undefined ? null : <span className="soft">{t.audit.count(count, formats.count(count))}</span>
}

interface EntriesProps {
  readonly filter: AuditLogFilter
  /** The cursor after which the page begins. */
  readonly after: string | null
  /** The filter in the URL. */
  readonly query: string
}

function Entries({ filter, after, query }: EntriesProps) {
  const { t } = useLanguage()
  const [opened, setOpened] = useState<AuditRowFragment>()
  const { data, error, loading, refetch } = useQuery(AuditPageDocument, {
    variables: { filter, first: PAGE, after },
    fetchPolicy: 'no-cache',
  })
  const page = data?.autod?.auditLogs
  return (
    <section className="card panel" aria-labelledby="entries">
      <div className="card-head">
        <h2 id="entries">{after === null ? t.audit.newest : t.audit.older}</h2>
        <Button look="small" onClick={() => void refetch().catch(() => {})}>
          {t.audit.refresh}
        </Button>
      </div>
      {error && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !page && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {page?.nodes.length === 0 && <p className="empty">{query === '' ? t.audit.empty : t.audit.noMatch}</p>}
      {page && page.nodes.length > 0 && (
        <ol className="entries">
          {page.nodes.map((entry) => (
            <EntryRow key={entry.sequence} entry={entry} onOpen={() => setOpened(entry)} />
          ))}
        </ol>
      )}
      {page && <Pages query={query} after={after} next={page.pageInfo} />}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

interface PagesProps {
  readonly query: string
  readonly after: string | null
  readonly next: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

function Pages({ query, after, next }: PagesProps) {
  const { t } = useLanguage()
  if (after === null && !next.hasNextPage) return null
  return (
    <nav className="pages" aria-label={t.audit.pages}>
      {after !== null && (
        <Link className="button" href={pathOf(query, null)}>
          {t.audit.toNewest}
        </Link>
      )}
      {next.hasNextPage && (
        <Link className="button" href={pathOf(query, next.endCursor)}>
          {t.audit.toOlder}
        </Link>
      )}
    </nav>
  )
}

function EntryRow({ entry, onOpen }: { readonly entry: AuditRowFragment; readonly onOpen: () => void }) {
  const { t, formats } = useLanguage()
  const { actor } = entry
  const subjects: Readonly<Record<string, string>> = t.audit.subjects
  const subject = Object.hasOwn(subjects, entry.subjectType) ? subjects[entry.subjectType] : entry.subjectType
  return (
    <li>
      <button type="button" className="entry" aria-haspopup="dialog" onClick={onOpen}>
        <span className="entry-what">
          <strong>{eventName(entry.type, t)}</strong>
          <span className="soft">
            {subject} <bdi>{entry.subjectId}</bdi>
          </span>
        </span>
        <span className="entry-who">
          <bdi>{actor.name ?? actor.id}</bdi>
          <span className="soft">{t.transaction.actors[actor.type]}</span>
        </span>
        <span className="entry-when">
          {formats.dateTime(entry.at)}
          <span className="soft" dir="ltr">
            #{entry.sequence}
          </span>
        </span>
      </button>
    </li>
  )
}

function pathOf(query: string, after: string | null): string {
  const parameters = new URLSearchParams(query)
  if (after !== null) parameters.set('after', after)
  const written = parameters.toString()
  return written === '' ? '/audit' : `/audit?${written}`
}
