import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OffsetPages } from '../hooks/use-offset-pages.ts'
import { useLanguage } from '../language/language.tsx'
import { ProblemNotice } from './notice.tsx'

interface PagedListProps<Row> {
  readonly label: string
  readonly pages: OffsetPages<Row>
  readonly empty: string
  /** Height of a row, in rem. */
  readonly rowRem: number
  readonly children: (row: Row) => ReactNode
}

const OVERSCAN = 8
/** Number of remaining rows at which the next page is requested. */
const AHEAD = 30

/** A list of any length, of which only the visible rows are in the document. */
export function PagedList<Row extends { readonly id: string }>(props: PagedListProps<Row>) {
  const { label, pages, empty, rowRem, children } = props
  const { t } = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, hasMore, isLoading, problem, loadMore } = pages
  const rowHeight = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNearEnd = rows.length > 0 && last >= rows.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoading && problem === undefined) loadMore()
  }, [isNearEnd, hasMore, isLoading, problem, loadMore])
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} onRetry={loadMore} />}
      {isLoading && rows.length === 0 && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {!isLoading && problem === undefined && rows.length === 0 && <p className="empty">{empty}</p>}
      <div ref={scroller} className="rows" hidden={rows.length === 0}>
        <ul className="rows-inner" aria-label={label} style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <li
                  key={row.id}
                  className="row"
                  style={{ transform: `translateY(${start}px)`, blockSize: rowHeight }}
                  aria-setsize={hasMore ? -1 : rows.length}
                  aria-posinset={index + 1}
                >
                  {children(row)}
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}
