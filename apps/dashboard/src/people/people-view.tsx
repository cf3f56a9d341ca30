import { useQuery } from '@apollo/client/react'
import { Link, useSearch } from 'wouter'
import { PeopleDocument, type PeopleQuery } from '../api/operations.generated.ts'
import { NO_FILTER, writeAuditFilter } from '../audit/audit-filter.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { roleNames } from './role-names.ts'

const PAGE = 50
const PAGES_MAX = 10_000

/** The people and API clients that have used this service. The identity provider manages accounts and roles. */
export function PeopleView() {
  const { t, formats } = useLanguage()
  const page = readPageNumber(new URLSearchParams(useSearch()).get('page'))
  const query = useQuery(PeopleDocument, {
    variables: { limit: PAGE, offset: (page - 1) * PAGE },
    fetchPolicy: 'cache-and-network',
  })
  const { data } = query
  const people = data?.autod?.users
  const count = data?.autod?.usersCount ?? 0
  usePageTitle(t.people.title)
  return (
    <div className="page">
      <header className="view-head">
        <h1>{t.people.title}</h1>
        {people && <span className="soft">{t.people.count(count, formats.count(count))}</span>}
      </header>
      <p className="soft">{t.people.intro}</p>
      <QueryState query={query} data={people} loading="PAGE" reportsUpdates />
      {people?.length === 0 && <p className="empty">{t.people.empty}</p>}
      {people && people.length > 0 && <PeopleTable people={people} />}
      <Pages page={page} count={count} />
    </div>
  )
}

function Pages({ page, count }: { readonly page: number; readonly count: number }) {
  const { t } = useLanguage()
  const hasNext = page * PAGE < count
  if (page === 1 && !hasNext) return null
  return (
    <nav className="pages" aria-label={t.people.pages}>
      {page > 1 && (
        <Link className="button" href={page === 2 ? '/people' : `/people?page=${page - 1}`}>
          {t.people.previous}
        </Link>
      )}
      {hasNext && (
        <Link className="button" href={`/people?page=${page + 1}`}>
          {t.people.next}
        </Link>
      )}
    </nav>
  )
}

type Person = NonNullable<PeopleQuery['autod']>['users'][number]

function PeopleTable({ people }: { readonly people: readonly Person[] }) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const words = t.people.columns
  return (
    <div className="card">
      <Table
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          [
            words.name,
            ({ id, name }) => (
              <>
                <bdi>{name === null || name === '' ? t.people.nameless : name}</bdi>
                <code className="soft" dir="ltr">
                  {id}
                </code>
              </>
            ),
          ],
          [words.roles, ({ roles }) => roleNames(roles ?? [], t) || '–'],
          [words.lastSeen, ({ lastSeenAt: at }) => (at === null ? t.people.never : formats.relative(at, now)), 'SHORT'],
          [words.firstSeen, ({ firstSeenAt: at }) => (at === null ? '–' : formats.dateTime(at)), 'SHORT'],
          [
            words.history,
            ({ id, name }) => (
              <Link href={`/audit?${writeAuditFilter({ ...NO_FILTER, actorId: id })}`}>
                {t.people.history}
                <span className="hidden"> {name ?? id}</span>
              </Link>
            ),
            'SHORT',
          ],
        ]}
      />
    </div>
  )
}

function readPageNumber(value: string | null): number {
  const page = Number(value ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1
}
