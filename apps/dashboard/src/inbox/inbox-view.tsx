import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { InboxCountDocument, type InboxRowFragment, type TransactionAction } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { useLanguage } from '../language/language.tsx'
import { useLive } from '../live/live-context.ts'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { ArrivalsButton } from '../ui/arrivals-button.tsx'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { BATCH_ACTIONS, type BatchAction } from './change-batch.ts'
import { FilterBar } from './filter-bar.tsx'
import { InboxRows, type InboxRowsHandle } from './inbox-rows.tsx'
import { apiFilter, FOLDERS, type InboxFilter, readFilter, writeFilter } from './list/inbox-filter.ts'
import { useInboxMemory } from './list/inbox-memory.ts'
import { type InboxStore, openInboxStore } from './list/inbox-store.ts'
import { batchTargets, NOTHING_SELECTED, SELECTED_MAX, withListed, withRange, withToggled } from './selection.ts'

const BatchDialog = lazyPart(() => import('./batch-dialog.tsx'), 'BatchDialog')
const ActionDialog = lazyPart(() => import('../transaction/action-dialog.tsx'), 'ActionDialog')

/** The transactions that need a decision by the person, or those of another filter. */
export function InboxView() {
  const { t, formats } = useLanguage()
  const query = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => readFilter(new URLSearchParams(query)), [query])
  const store = useInboxStore(filter)
  const state = useSyncExternalStore(store.subscribe, store.current)
  const searchField = useRef<HTMLInputElement>(null)
  const rows = useRef<InboxRowsHandle>(null)
  const mayWrite = useScope('trpd:write')
  const [action, setAction] = useState<{ readonly id: string; readonly action: TransactionAction }>()
  const [chosen, setSelection] = useState(NOTHING_SELECTED)
  const selection = withListed(chosen, state.places)
  // A row that returns is not selected again.
  if (selection !== chosen) setSelection(selection)
  const [batch, setBatch] = useState<{ readonly action: BatchAction; readonly rows: readonly InboxRowFragment[] }>()
  const select = useCallback(
    (index: number, isRange: boolean) =>
      setSelection((before) => (isRange ? withRange : withToggled)(before, store.current().rows, index)),
    [store],
  )
  // A different list has different rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on nothing but the list.
  useEffect(() => setSelection(NOTHING_SELECTED), [store])
  const begin = (wanted: BatchAction, focused?: InboxRowFragment) => {
    const targets = batchTargets(state.rows, selection, focused)
    if (mayWrite && targets.length > 0) setBatch({ action: wanted, rows: targets })
  }
  const show = useCallback((next: InboxFilter) => navigate(hrefOf(next)), [navigate])
  const showDefault = useCallback((next: InboxFilter) => navigate(hrefOf(next), { replace: true }), [navigate])
  const act = (wanted: TransactionAction) => {
    const row = rows.current?.focusedRow()
    if (mayWrite && row?.allowedActions.includes(wanted)) setAction({ id: row.id, action: wanted })
  }
  useShortcuts({
    j: () => rows.current?.move(1),
    k: () => rows.current?.move(-1),
    '/': () => searchField.current?.focus(),
    a: () => act('APPROVE'),
    d: () => (selection.ids.size > 0 ? begin('DECLINE') : act('DECLINE')),
    h: () => begin('HOLD', rows.current?.focusedRow()),
    x: () => mayWrite && select(rows.current?.focused() ?? -1, false),
    X: () => mayWrite && select(rows.current?.focused() ?? -1, true),
  })
  usePageTitle(t.inbox.title)
  const isEmpty = state.phase === 'LOADED' && state.rows.length === 0 && state.problem === undefined
  const isPlainInbox = writeFilter(filter) === ''
  return (
    <section className="inbox" aria-labelledby="inbox-title">
      <header className="view-head">
        <h1 id="inbox-title">{t.inbox.title}</h1>
        <LiveLine />
      </header>
      <nav className="folders" aria-label={t.inbox.title}>
        {[...FOLDERS, undefined].map((folder) => (
          <Link
            key={folder ?? 'ALL'}
            href={hrefOf({ ...filter, folder })}
            className="folder"
            aria-current={filter.folder === folder ? 'page' : undefined}
          >
            {t.inbox.folders[folder ?? 'ALL']}
            {folder === 'INBOX' && <FolderCount key={query} filter={filter} />}
          </Link>
        ))}
      </nav>
      <FilterBar filter={filter} searchField={searchField} onChange={show} onDefault={showDefault} />
      <ArrivalsButton
        count={state.arrivals.length}
        label={t.inbox.arrivals(state.arrivals.length, formats.count(state.arrivals.length))}
        onShow={() => {
          store.showArrivals()
          rows.current?.toTop()
        }}
      />
      {state.problem && (
        <ProblemNotice problem={state.problem} title={t.problems.load} onRetry={() => void store.loadMore()} />
      )}
      {isEmpty && state.arrivals.length === 0 && (
        <p className="empty">{isPlainInbox ? t.inbox.empty : t.inbox.emptyFiltered}</p>
      )}
      {state.phase === 'LOADING' && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      <InboxRows
        ref={rows}
        key={query}
        store={store}
        state={state}
        selected={selection.ids}
        onSelect={mayWrite ? select : undefined}
      />
      {/* Below the rows, so that it does not move them. */}
      <BatchBar
        count={selection.ids.size}
        onAction={(wanted) => begin(wanted)}
        onClear={() => setSelection(NOTHING_SELECTED)}
      />
      {batch && (
        <BatchDialog
          {...batch}
          onClose={(done) => {
            setBatch(undefined)
            setSelection(({ ids }) => ({ ids: ids.difference(new Set(done)), anchor: undefined }))
          }}
        />
      )}
      {action && <ActionDialog {...action} onClose={() => setAction(undefined)} />}
    </section>
  )
}

/** The store for the filter: the last shown one, or a new one. */
function useInboxStore(filter: InboxFilter): InboxStore {
  const client = useApolloClient()
  const { feed } = useLive()
  const inbox = useInboxMemory()
  const me = useSignedIn().caller.subject
  return useMemo(() => {
    if (inbox.store?.query === writeFilter(filter)) return inbox.store
    inbox.store?.close()
    delete inbox.scrollOffset
    delete inbox.focusedId
    inbox.store = openInboxStore(client, feed, { filter, me })
    return inbox.store
  }, [client, feed, inbox, filter, me])
}

const COUNT_DELAY_MS = 1_000
const MINUTE_MS = 60_000

/**
 * The number of transactions in the inbox without a filter; counted again while changes arrive, at most once a second.
 */
function FolderCount({ filter }: { readonly filter: InboxFilter }) {
  const { formats } = useLanguage()
  const { feed } = useLive()
  const me = useSignedIn().caller.subject
  const minute = Math.floor(useNow() / MINUTE_MS)
  const variables = useMemo(
    () => ({ filter: apiFilter({ ...filter, folder: 'INBOX' }, { me, at: new Date(minute * MINUTE_MS) }) }),
    [filter, me, minute],
  )
  // A count from an earlier visit is outdated.
  const { data, previousData, refetch } = useQuery(InboxCountDocument, { variables, fetchPolicy: 'network-only' })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refetch().catch(() => {})
      }, COUNT_DELAY_MS)
    }
    const stop = feed.listen({ onChange: later, onGap: later })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [feed, refetch])
  const count = (data ?? previousData)?.trpd?.transactionsCount
  return count === undefined ? null : <span className="folder-count">{formats.count(count)}</span>
}

function hrefOf(filter: InboxFilter): string {
  const query = writeFilter(filter)
  return query === '' ? '/' : `/?${query}`
}

interface BatchBarProps {
  readonly count: number
  readonly onAction: (action: BatchAction) => void
  readonly onClear: () => void
}

/** Actions for the selected rows; empty while none is selected. */
function BatchBar({ count, onAction, onClear }: BatchBarProps) {
  const { t, formats } = useLanguage()
  return (
    <div className="batch" hidden={count === 0}>
      <span role="status">
        {count > 0 && t.batch.selected(count, formats.count(count))}
        {count === SELECTED_MAX && ` ${t.batch.full(formats.count(SELECTED_MAX))}`}
      </span>
      {BATCH_ACTIONS.map((action) => (
        <Button key={action} onClick={() => onAction(action)}>
          {t.batch[action].button}
        </Button>
      ))}
      <Button look="plain" onClick={onClear}>
        {t.batch.clear}
      </Button>
    </div>
  )
}

const CAUGHT_UP_MS = 8_000

/** The state of live updates, in one unobtrusive line. */
function LiveLine() {
  const { t } = useLanguage()
  const { feed } = useLive()
  const phase = useSyncExternalStore(feed.watch, feed.phase)
  const [before, setBefore] = useState(phase)
  const [hasCaughtUp, setCaughtUp] = useState(false)
  if (before !== phase) {
    setBefore(phase)
    setCaughtUp(before === 'RECONNECTING' && phase === 'LIVE' && feed.hasResumed())
  }
  useEffect(() => {
    if (!hasCaughtUp) return
    const timer = setTimeout(() => setCaughtUp(false), CAUGHT_UP_MS)
    return () => clearTimeout(timer)
  }, [hasCaughtUp])
  return (
    <p className={`live live-${phase.toLowerCase()}`} role="status">
      <span className="live-dot" aria-hidden="true" />
      {hasCaughtUp ? t.live.caughtUp : t.live[phase]}
    </p>
  )
}
