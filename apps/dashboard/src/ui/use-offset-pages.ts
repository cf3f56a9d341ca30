import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'

/** A list that the API returns in pages by offset. */
export interface OffsetPages<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly problem: ApiProblem | undefined
  /** Loads the next page, or the one that failed. */
  loadMore(): void
  /** Loads the list from its start. */
  reload(): void
}

interface State<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly problem?: ApiProblem
}

const PAGE_ROWS = 100
const EMPTY = { rows: [], hasMore: true, isLoading: true } as const

/** `key` names the list: another one begins at its start. `load` returns at most `limit` rows. */
export function useOffsetPages<Row extends { readonly id: string }>(
  key: string,
  load: (offset: number, limit: number) => Promise<readonly Row[]>,
): OffsetPages<Row> {
  const [state, setState] = useState<State<Row>>(EMPTY)
  const current = useRef<State<Row>>(EMPTY)
  const request = useRef<object>(undefined)
  const loader = useRef(load)
  loader.current = load

  const change = useCallback((next: State<Row>) => {
    current.current = next
    setState(next)
  }, [])
  const loadAfter = useCallback(
    async (before: readonly Row[]) => {
      const own = {}
      request.current = own
      change({ rows: before, hasMore: true, isLoading: true })
      const next = await loader.current(before.length, PAGE_ROWS).then(
        (page): State<Row> => ({ rows: withPage(before, page), hasMore: page.length === PAGE_ROWS, isLoading: false }),
        (error): State<Row> => ({ rows: before, hasMore: true, isLoading: false, problem: apiProblem(error) }),
      )
      // Another list, or the start of this one, was requested meanwhile.
      if (request.current === own) change(next)
    },
    [change],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    void loadAfter([])
    return () => {
      request.current = undefined
    }
  }, [key, loadAfter])
  const loadMore = useCallback(() => {
    const { rows, hasMore, isLoading } = current.current
    if (hasMore && !isLoading) void loadAfter(rows)
  }, [loadAfter])
  const reload = useCallback(() => void loadAfter([]), [loadAfter])
  return { ...state, problem: state.problem, loadMore, reload }
}

/** A row that was added or renamed meanwhile may move others into the next page. */
function withPage<Row extends { readonly id: string }>(before: readonly Row[], page: readonly Row[]): readonly Row[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...page.filter(({ id }) => !known.has(id))]
}
