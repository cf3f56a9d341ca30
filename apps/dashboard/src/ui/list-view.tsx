import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { OffsetPages } from '../hooks/use-offset-pages.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { ProblemNotice } from './notice.tsx'

interface ListViewProps {
  /** Name of the list, unique within the page. */
  readonly id: string
  readonly title: string
  /** Shown beside the title. */
  readonly buttons?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}

/** A view with a list and its filters. */
export function ListView({ id, title, buttons, filters, children }: ListViewProps) {
  const { t } = useLanguage()
  usePageTitle(title)
  return (
    <section className="listing" aria-labelledby={`${id}-title`}>
      <header className="view-head">
        <h1 id={`${id}-title`}>{title}</h1>
        {buttons}
      </header>
      {filters && (
        <search className="filters" aria-label={t.inbox.filters}>
          {filters}
        </search>
      )}
      {children}
    </section>
  )
}

interface PagedListProps<Row> {
  readonly label: string
  readonly pages: OffsetPages<Row>
  readonly empty: string
  readonly children: (row: Row) => ReactNode
}

/** Height of a row. */
const ROW_REM = 4.25
const OVERSCAN = 8
/** Number of remaining rows at which the next page is requested. */
const AHEAD = 30

/** A list of any length, of which only the visible rows are in the document. */
export function PagedList<Row extends { readonly id: string }>(props: PagedListProps<Row>) {
  const { label, pages, empty, children } = props
  const { t } = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, hasMore, isLoading, problem, loadMore } = pages
  const rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
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

interface ListRowProps {
  /** The page of the row, or what opens it. */
  readonly opens: string | (() => void) | undefined
  readonly name: ReactNode
  readonly words: ReactNode
  /** True if `words` are an address: left to right. */
  readonly isCode?: boolean
  readonly status: ReactNode
  /** The time of the row, or other content in its place. */
  readonly end: ReactNode
}

/** A row of a list. The complete row is its link or button. */
export function ListRow({ opens, name, words, isCode = false, status, end }: ListRowProps) {
  const content = (
    <>
      <span className="row-what">
        <span className="row-name">{name}</span>
        <span className="row-words soft" dir={isCode ? 'ltr' : undefined}>
          {words}
        </span>
      </span>
      <span className="row-status">{status}</span>
      <span className="row-age">{end}</span>
    </>
  )
  if (opens === undefined) return <div className="row-link listing-link">{content}</div>
  if (typeof opens === 'string') {
    return (
      <Link href={opens} className="row-link listing-link">
        {content}
      </Link>
    )
  }
  return (
    <button type="button" className="row-link listing-link row-button" onClick={opens}>
      {content}
    </button>
  )
}

/** The time of a row; on a phone, only the day. */
export function RowTime({ iso }: { readonly iso: string }) {
  const { formats } = useLanguage()
  return (
    <>
      <span className="row-clock">{formats.dateTime(iso)}</span>
      <span className="row-day">{formats.date(iso)}</span>
    </>
  )
}
