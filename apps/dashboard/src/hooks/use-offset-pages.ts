import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'

/** A list that the API returns in pages by offset. */
export interface OffsetPages<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly problem: ApiProblem | undefined
  /** Loads the next page, or repeats the one that failed. */
  loadMore(): void
  /** Loads the list from its start. The rows stay until it has arrived. */
  reload(): void
}

interface LoadedPages<Row> {
  readonly rows: readonly Row[]
  /** The offset of the next page; greater than the number of rows if a page repeated some. */
  readonly offset: number
  readonly hasMore: boolean
}

interface State<Row> extends LoadedPages<Row> {
  readonly isLoading: boolean
  readonly problem?: ApiProblem
}

const PAGE_ROWS = 100
const EMPTY = { rows: [], offset: 0, hasMore: true, isLoading: true } as const

/** `key` identifies the list: with a new key, loading begins at the start. `load` returns at most `limit` rows. */
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
    async ({ rows, offset }: LoadedPages<Row>) => {
      const own = {}
      request.current = own
      const before = { rows, offset, hasMore: true }
      change({ ...before, isLoading: true })
      const next = await loader.current(offset, PAGE_ROWS).then(
        (page): State<Row> => ({ ...withPage(before, page), isLoading: false }),
        (error): State<Row> => ({ ...before, isLoading: false, problem: apiProblem(error) }),
      )
      // Another list, or the start of this one, was requested meanwhile.
      if (request.current === own) change(next)
    },
    [change],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    void loadAfter(EMPTY)
    return () => {
      request.current = undefined
    }
  }, [key, loadAfter])
  const loadMore = useCallback(() => {
    const { hasMore, isLoading } = current.current
    if (hasMore && !isLoading) void loadAfter(current.current)
  }, [loadAfter])
  const reload = useCallback(() => void loadAfter({ ...current.current, offset: 0 }), [loadAfter])
  return { ...state, problem: state.problem, loadMore, reload }
}

/**
 * Appends a page; the first one replaces the rows. A row that was added or renamed meanwhile may move known rows into
 * the page. They count towards the offset, since otherwise the same page would be loaded again and again.
 */
export function withPage<Row extends { readonly id: string }>(
  { rows, offset }: LoadedPages<Row>,
  page: readonly Row[],
): LoadedPages<Row> {
  const before = offset === 0 ? [] : rows
  const known = new Set(before.map(({ id }) => id))
  return {
    rows: [...before, ...page.filter(({ id }) => !known.has(id))],
    offset: offset + page.length,
    hasMore: page.length === PAGE_ROWS,
  }
}
