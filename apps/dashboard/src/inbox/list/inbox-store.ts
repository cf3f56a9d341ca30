import type { ApolloClient } from '@apollo/client'
import { InboxPageDocument, type InboxRowFragment } from '../../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../../api/problem.ts'
import type { ChangeFeed } from '../../live/change-feed.ts'
import { apiFilter, type InboxFilter, isArrival, staysListed, writeFilter } from './inbox-filter.ts'
import { EMPTY_LIST, type InboxList, withArrivalsShown, withChanges, withPage } from './inbox-list.ts'
import { openUnreadCases } from './unread-cases.ts'

export interface InboxState extends InboxList<InboxRowFragment> {
  readonly phase: 'LOADING' | 'LOADED' | 'LOADING_MORE'
  readonly hasMore: boolean
  readonly problem: ApiProblem | undefined
  /** The ids of transactions with news for the person. */
  readonly unread: ReadonlySet<string>
}

/** The list of one filter, kept up to date by the feed. */
export interface InboxStore {
  /** True if a row still matches the filter. */
  readonly stays: (row: InboxRowFragment) => boolean
  /** The filter in the URL. */
  readonly query: string
  current(): InboxState
  subscribe(listener: () => void): () => void
  loadMore(): Promise<void>
  showArrivals(): void
  /** Call when the person has opened a transaction. */
  opened(id: string): void
  close(): void
}

const PAGE = 100
const RETRY_MS = 5_000

/** `me`: id of the person. */
export function openInboxStore(
  client: ApolloClient,
  feed: ChangeFeed,
  { filter, me }: { readonly filter: InboxFilter; readonly me: string },
): InboxStore {
  const listeners = new Set<() => void>()
  const reading = () => ({ me, at: new Date() })
  const arrives = (row: InboxRowFragment) => isArrival(filter, row, reading())
  const stays = (row: InboxRowFragment) => staysListed(filter, row, reading())
  let state: InboxState = { ...EMPTY_LIST, phase: 'LOADING', hasMore: false, problem: undefined, unread: new Set() }
  const unreadCases = openUnreadCases(client, () => change({ unread: unreadCases.current() }))
  let cursor: string | null = null
  let isClosed = false
  let isFetching = false
  let gaps = 0
  let gapsClosed = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let queued: InboxRowFragment[] = []

  function change(next: Partial<InboxState>): void {
    if (isClosed) return
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function fetchPage(after: string | null) {
    const { data } = await client.query({
      query: InboxPageDocument,
      variables: { filter: apiFilter(filter, reading()), first: PAGE, after },
      fetchPolicy: 'no-cache',
    })
    const page = data?.trpd?.transactions
    if (!page) throw new Error('the response has no page')
    return page
  }

  /** Loads the next page; after a gap, the first one, which replaces the list. */
  async function loadMore(): Promise<void> {
    if (isFetching || isClosed) return
    clearTimeout(retry)
    isFetching = true
    const known = gaps
    const after = gapsClosed < known ? null : cursor
    change({ phase: cursor === null ? 'LOADING' : 'LOADING_MORE' })
    try {
      const { nodes, pageInfo } = await fetchPage(after)
      cursor = pageInfo.endCursor
      gapsClosed = known
      const list = withPage(after === null ? EMPTY_LIST : state, nodes)
      unreadCases.note(nodes)
      change({ ...list, phase: 'LOADED', hasMore: pageInfo.hasNextPage, problem: undefined })
    } catch (error) {
      change({ phase: 'LOADED', problem: apiProblem(error) })
    }
    isFetching = false
    flush()
    if (gapsClosed === gaps || isClosed) return
    if (state.problem === undefined) return loadMore()
    retry = setTimeout(() => void loadMore(), RETRY_MS)
  }

  function flush(): void {
    // A page may be older than a change that arrives while it is being fetched.
    if (isFetching) return
    const changes = queued
    queued = []
    const list = withChanges(state, changes, arrives)
    // In an empty list, no row can move.
    change(state.rows.length === 0 && state.phase === 'LOADED' ? withArrivalsShown(list, stays) : list)
  }

  const stop = feed.listen({
    onChange(row) {
      unreadCases.changed(row.id)
      // A burst of changes is rendered once.
      if (queued.push(row) === 1) requestAnimationFrame(flush)
    },
    onGap() {
      gaps++
      void loadMore()
    },
  })
  void loadMore()
  return {
    stays,
    query: writeFilter(filter),
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    loadMore,
    opened: (id) => unreadCases.note([{ id, case: { isUnread: false } }]),
    showArrivals: () => change(withArrivalsShown(state, stays)),
    close() {
      isClosed = true
      unreadCases.close()
      clearTimeout(retry)
      stop()
    },
  }
}
