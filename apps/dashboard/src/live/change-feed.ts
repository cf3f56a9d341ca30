import type { ApolloClient } from '@apollo/client'
import { print } from 'graphql/language/printer.js'
import { ChangesDocument, type InboxRowFragment, InboxRowFragmentDoc } from '../api/operations.generated.ts'
import type { Session } from '../session/session.ts'
import { followChanges, type LivePhase } from './live-changes.ts'

export interface ChangeListener {
  onChange(row: InboxRowFragment): void
  /** Changes may have been missed. */
  onGap(): void
}

/** All changes of transactions, for all views of the page, through one subscription. */
export interface ChangeFeed {
  phase(): LivePhase
  /** True if no change was missed when the connection became live. */
  hasResumed(): boolean
  /** Called when the phase changes. */
  watch(listener: () => void): () => void
  listen(listener: ChangeListener): () => void
  close(): void
}

/** Also keeps the transactions in the client's cache up to date. */
export function openChangeFeed(client: ApolloClient, session: Session, baseUrl: string): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  const watchers = new Set<() => void>()
  let phase: LivePhase = 'CONNECTING'
  let hasResumed = false
  const live = followChanges<InboxRowFragment>({
    url: `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
    query: print(ChangesDocument),
    token: session.token,
    onChange(row) {
      updateCache(client, row)
      for (const listener of listeners) listener.onChange(row)
    },
    onPhase(next) {
      phase = next
      if (next !== 'LIVE') hasResumed = true
      for (const watcher of watchers) watcher()
    },
    onGap() {
      hasResumed = false
      for (const listener of listeners) listener.onGap()
    },
  })
  const stop = session.subscribe(() => {
    const state = session.current()
    if (state.kind === 'SIGNED_IN' && !state.isExpired) void live.renew()
  })
  return {
    phase: () => phase,
    hasResumed: () => hasResumed,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      stop()
      live.close()
    },
  }
}

/**
 * Writes a change of a transaction that a view has loaded to the cache, unless the cached version is newer. A change of
 * its case has the same version.
 */
function updateCache({ cache }: ApolloClient, row: InboxRowFragment): void {
  const target = { id: `Transaction:${row.id}`, fragment: InboxRowFragmentDoc, fragmentName: 'InboxRow' }
  const known = cache.readFragment<InboxRowFragment>(target)
  if (known !== null && known.version <= row.version) cache.writeFragment({ ...target, data: row })
}
