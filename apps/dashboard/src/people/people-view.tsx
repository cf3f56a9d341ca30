import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { Link, useSearch } from 'wouter'
import { PeopleDocument, type PeopleQuery } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { NO_FILTER, writeAuditFilter } from '../audit/audit-filter.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { roleNames } from './role-names.ts'

const PAGE = 50
const PAGES_MAX = 10_000

/** The people and API clients that have used this service. The identity provider manages accounts and roles. */
export function PeopleView() {
  const { t, formats } = useLanguage()
  const page = readPageNumber(new URLSearchParams(useSearch()).get('page'))
  const { data, error, loading, refetch } = useQuery(PeopleDocument, {
    variables: { limit: PAGE, offset: (page - 1) * PAGE },
    fetchPolicy: 'cache-and-network',
  })
  const people = data?.autod?.users
  const count = data?.autod?.usersCount ?? 0
  useEffect(() => {
    document.title = `${t.people.title} · ${t.app.name}`
  }, [t])
  return (
    <div className="page">
      <header className="view-head">
        <h1>{t.people.title}</h1>
        {people && <span className="soft">{t.people.count(count, formats.count(count))}</span>}
      </header>
      <p className="soft">{t.people.intro}</p>
      {error && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !people && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
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
  const time = (at: string | null) => (at === null ? t.people.never : formats.relative(at, now))
  return (
    <div className="card">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.roles}</th>
            <th scope="col">{words.lastSeen}</th>
            <th scope="col">{words.firstSeen}</th>
            <th scope="col">{words.history}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, roles, lastSeenAt, firstSeenAt }) => (
            <tr key={id}>
              <th scope="row" data-label={words.name}>
                <bdi>{name === null || name === '' ? t.people.nameless : name}</bdi>
                <code className="soft" dir="ltr">
                  {id}
                </code>
              </th>
              <td data-label={words.roles}>{roleNames(roles ?? [], t) || '–'}</td>
              <td className="short" data-label={words.lastSeen}>
                {time(lastSeenAt)}
              </td>
              <td className="short" data-label={words.firstSeen}>
                {firstSeenAt === null ? '–' : formats.dateTime(firstSeenAt)}
              </td>
              <td className="short" data-label={words.history}>
                <Link href={`/audit?${writeAuditFilter({ ...NO_FILTER, actorId: id })}`}>
                  {t.people.history}
                  <span className="hidden"> {name ?? id}</span>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function readPageNumber(value: string | null): number {
  const page = Number(value ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGES_MAX ? page : 1
}
