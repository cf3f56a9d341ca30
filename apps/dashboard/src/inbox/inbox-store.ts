import type { ApolloClient } from '@apollo/client'
import { InboxPageDocument, type InboxRowFragment } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import { apiFilter, type InboxFilter, matchesFilter, writeFilter } from './inbox-filter.ts'
import { EMPTY_LIST, type InboxList, withArrivalsShown, withChanges, withPage } from './inbox-list.ts'

export interface InboxState extends InboxList<InboxRowFragment> {
  readonly phase: 'LOADING' | 'LOADED' | 'LOADING_MORE'
  readonly hasMore: boolean
  readonly problem: ApiProblem | undefined
}

/** The list of one filter, kept up to date by the feed. */
export interface InboxStore {
  readonly filter: InboxFilter
  /** The filter in the URL. */
  readonly query: string
  current(): InboxState
  subscribe(listener: () => void): () => void
  loadMore(): Promise<void>
  showArrivals(): void
  close(): void
}

const PAGE = 100

export function openInboxStore(client: ApolloClient, feed: ChangeFeed, filter: InboxFilter): InboxStore {
  const listeners = new Set<() => void>()
  const matches = (row: InboxRowFragment) => matchesFilter(filter, row)
  let state: InboxState = { ...EMPTY_LIST, phase: 'LOADING', hasMore: false, problem: undefined }
  let cursor: string | null = null
  let isClosed = false
  let hasGap = false
  let queued: InboxRowFragment[] = []

  function change(next: Partial<InboxState>): void {
    if (isClosed) return
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function fetchPage(after: string | null) {
    const { data } = await client.query({
      query: InboxPageDocument,
      variables: { filter: apiFilter(filter), first: PAGE, after },
      fetchPolicy: 'no-cache',
    })
    const page = data?.trpd?.transactions
    if (!page) throw new Error('the response has no page')
    return page
  }

  async function loadMore(): Promise<void> {
    if (state.phase === 'LOADING_MORE') return
    const isFirst = cursor === null
    change({ phase: isFirst ? 'LOADING' : 'LOADING_MORE' })
    try {
      const { nodes, pageInfo } = await fetchPage(cursor)
      cursor = pageInfo.endCursor
      change({ ...withPage(state, nodes), phase: 'LOADED', hasMore: pageInfo.hasNextPage, problem: undefined })
    } catch (error) {
      change({ phase: 'LOADED', hasMore: !isFirst, problem: apiProblem(error) })
    }
    if (hasGap) await catchUp()
  }

  /** Fetches the newest page again, because changes may have been missed. */
  async function catchUp(): Promise<void> {
    hasGap = state.phase === 'LOADING'
    if (hasGap) return
    const page = await fetchPage(null).catch(() => undefined)
    if (page === undefined) return
    const known = new Set(state.rows.map(({ id }) => id))
    if (page.nodes.some(({ id }) => known.has(id)) || !page.pageInfo.hasNextPage) {
      return change(withChanges(state, page.nodes.toReversed(), matches))
    }
    // More than a page was missed.
    cursor = page.pageInfo.endCursor
    change({ rows: page.nodes, arrivals: [], hasMore: page.pageInfo.hasNextPage })
  }

  function flush(): void {
    const changes = queued
    queued = []
    const list = withChanges(state, changes, matches)
    // An empty list has nothing that would move.
    change(state.rows.length === 0 && state.phase === 'LOADED' ? withArrivalsShown(list, matches) : list)
  }

  const stop = feed.listen({
    onChange(row) {
      // A burst of changes is drawn once.
      if (queued.push(row) === 1) requestAnimationFrame(flush)
    },
    onGap: () => void catchUp(),
  })
  void loadMore()
  return {
    filter,
    query: writeFilter(filter),
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    loadMore,
    showArrivals: () => change(withArrivalsShown(state, matches)),
    close() {
      isClosed = true
      stop()
    },
  }
}
