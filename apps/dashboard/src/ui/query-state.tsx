import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { ProblemNotice } from './notice.tsx'

interface QueryStateProps {
  readonly query: {
    readonly error?: unknown
    readonly loading: boolean
    readonly refetch: () => Promise<unknown>
  }
  /** What the query has loaded, if anything. */
  readonly data: unknown
  /** How to show that it is loading; by default, nothing is shown. */
  readonly loading?: 'LINE' | 'PAGE'
  /** True if the page has no other content. */
  readonly isPage?: boolean
  /** True to also report a failed update of what is shown. */
  readonly reportsUpdates?: boolean
}

/** Why a query failed, with a button that repeats it, or that it is loading; nothing once there is data. */
export function QueryState({ query, data, loading, isPage = false, reportsUpdates = false }: QueryStateProps) {
  const { t } = useLanguage()
  const { error, refetch } = query
  const isEmpty = data === undefined || data === null
  return (
    <>
      {error !== undefined && (isEmpty || reportsUpdates) && (
        <ProblemNotice
          isPage={isPage && isEmpty}
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {query.loading && isEmpty && loading && (
        <p className={loading === 'PAGE' ? 'empty' : undefined} role="status">
          {t.app.loading}
        </p>
      )}
    </>
  )
}
