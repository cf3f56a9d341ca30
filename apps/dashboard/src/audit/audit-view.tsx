import { useQuery } from '@apollo/client/react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import {
  AuditCountDocument,
  type AuditLogFilter,
  AuditPageDocument,
  type AuditRowFragment,
} from '../api/operations.generated.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import {
  type AuditFilter,
  apiAuditFilter,
  FIELD_LENGTH_MAX,
  NO_FILTER,
  readAuditFilter,
  writeAuditFilter,
} from './audit-filter.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { eventName, eventNames } from './event-name.ts'
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
  usePageTitle(t.audit.title)
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

function Entries({ filter, after, query: written }: EntriesProps) {
  const { t } = useLanguage()
  const [opened, setOpened] = useState<AuditRowFragment>()
  const query = useQuery(AuditPageDocument, {
    variables: { filter, first: PAGE, after },
    fetchPolicy: 'no-cache',
  })
  const { data, refetch } = query
  const page = data?.autod?.auditLogs
  return (
    <Card
      id="entries"
      title={after === null ? t.audit.newest : t.audit.older}
      buttons={
        <Button look="small" onClick={() => void refetch().catch(() => {})}>
          {t.audit.refresh}
        </Button>
      }
    >
      <QueryState query={query} data={page} loading="PAGE" reportsUpdates />
      {page?.nodes.length === 0 && <p className="empty">{written === '' ? t.audit.empty : t.audit.noMatch}</p>}
      {page && page.nodes.length > 0 && (
        <ol className="entries">
          {page.nodes.map((entry) => (
            <EntryRow key={entry.sequence} entry={entry} onOpen={() => setOpened(entry)} />
          ))}
        </ol>
      )}
      {page && <Pages query={written} after={after} next={page.pageInfo} />}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Card>
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

interface AuditFilterBarProps {
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

/** Filters by event, subject, actor and days. Applied with the button or Enter. */
function AuditFilterBar({ filter, onChange }: AuditFilterBarProps) {
  const { t, formats } = useLanguage()
  const [draft, setDraft] = useState(filter)
  const words = t.audit.filter
  const events = Object.entries(eventNames(t)).toSorted(([, one], [, other]) =>
    one.localeCompare(other, formats.locale),
  )
  const field = (name: keyof AuditFilter) => ({
    label: words[name],
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const text = { type: 'search', isCode: true, lengthMax: FIELD_LENGTH_MAX } as const
  return (
    <search aria-label={t.inbox.filters}>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          onChange(draft)
        }}
      >
        <SelectField {...field('type')} none={words.anyType} options={withValue(events, draft.type)} />
        <SelectField
          {...field('subjectType')}
          none={words.anySubject}
          options={withValue(Object.entries(t.audit.subjects), draft.subjectType)}
        />
        <InputField {...field('subjectId')} {...text} />
        <InputField {...field('actorId')} {...text} />
        <InputField {...field('from')} type="date" />
        <InputField {...field('to')} type="date" />
        <Button type="submit" look="main">
          {words.apply}
        </Button>
        {writeAuditFilter(filter) !== '' && <Button onClick={() => onChange(NO_FILTER)}>{t.inbox.clear}</Button>}
      </form>
    </search>
  )
}

/** The options, and the value from the page's URL if it is not one of them. */
function withValue(options: readonly (readonly [string, string])[], value: string) {
  return value === '' || options.some(([each]) => each === value) ? options : [[value, value] as const, ...options]
}
