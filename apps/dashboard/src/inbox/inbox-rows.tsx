import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { useIsPhone } from '../hooks/use-is-phone.ts'
import { useLanguage } from '../language/language.tsx'
import { usePeople } from '../people/use-people.ts'
import { InboxRow } from './inbox-row.tsx'
import { useInboxMemory } from './list/inbox-memory.ts'
import type { InboxState, InboxStore } from './list/inbox-store.ts'

export interface InboxRowsHandle {
  /** Moves the focus by this many rows. */
  move(by: 1 | -1): void
  focusedRow(): InboxRowFragment | undefined
  /** Index of the focused row; -1 without one. */
  focused(): number
  toTop(): void
}

interface InboxRowsProps {
  readonly store: InboxStore
  readonly state: InboxState
  readonly selected: ReadonlySet<string>
  /** `undefined` for people who may not change anything. Must not change between renderings. */
  readonly onSelect: ((index: number, isRange: boolean) => void) | undefined
  readonly ref: Ref<InboxRowsHandle>
}

const ROW_REM = 4.25
/** Height on a phone, where a row has three lines. */
const PHONE_ROW_REM = 5.75
const OVERSCAN = 8
/** Number of remaining rows at which the next page is requested. */
const AHEAD = 30

/** The rows, of which only the visible ones are in the document. */
export function InboxRows({ store, state, selected, onSelect, ref }: InboxRowsProps) {
  const { t } = useLanguage()
  const inbox = useInboxMemory()
  const { names } = usePeople()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, places } = state
  const focused = useRef(places.get(inbox.focusedId ?? '') ?? -1)
  const isPhone = useIsPhone()
  const rowHeight =
    (isPhone ? PHONE_ROW_REM : ROW_REM) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: inbox.scrollOffset ?? 0,
  })
  useEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isLoaded = state.phase === 'LOADED' && state.problem === undefined
  useEffect(() => {
    if (isLoaded && state.hasMore && last >= rows.length - AHEAD) void store.loadMore()
  }, [isLoaded, state.hasMore, last, rows.length, store])

  const onFocus = useCallback(
    (index: number) => {
      focused.current = index
      const id = store.current().rows[index]?.id
      if (id !== undefined) inbox.focusedId = id
    },
    [store, inbox],
  )
  /** The rows may have changed since. */
  const focusedIndex = useCallback(() => {
    return focused.current < 0 ? -1 : (store.current().places.get(inbox.focusedId ?? '') ?? -1)
  }, [store, inbox])
  const focusRow = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index)
      const link = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
      if (link()) link()?.focus({ preventScroll: true })
      else requestAnimationFrame(() => link()?.focus({ preventScroll: true }))
    },
    [virtualizer],
  )
  // After returning from a transaction, the focus moves back to its row.
  useEffect(() => {
    if (focused.current >= 0) focusRow(focused.current)
  }, [focusRow])
  useImperativeHandle(
    ref,
    () => ({
      move(by) {
        const target = Math.min(Math.max(focusedIndex() + by, 0), store.current().rows.length - 1)
        if (target >= 0) focusRow(target)
      },
      focused: focusedIndex,
      focusedRow: () => store.current().rows[focusedIndex()],
      toTop() {
        virtualizer.scrollToOffset(0)
        focused.current = -1
      },
    }),
    [store, virtualizer, focusRow, focusedIndex],
  )
  return (
    <div
      ref={scroller}
      className="rows"
      hidden={rows.length === 0}
      onScroll={({ currentTarget }) => {
        inbox.scrollOffset = currentTarget.scrollTop
      }}
    >
      <ul className="rows-inner" aria-label={t.inbox.listLabel} style={{ blockSize: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <InboxRow
                key={row.id}
                row={row}
                index={index}
                count={rows.length}
                top={start}
                height={rowHeight}
                isMoved={!store.stays(row)}
                assignee={nameOf(row.case.assignee, names)}
                onFocus={onFocus}
                onSelect={onSelect}
                isSelected={selected.has(row.id)}
                isUnread={onSelect !== undefined && state.unread.has(row.id)}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

function nameOf(
  assignee: InboxRowFragment['case']['assignee'],
  names: ReadonlyMap<string, string>,
): string | undefined {
  return assignee === null ? undefined : (names.get(assignee.id) ?? assignee.id)
}
