import { useQuery } from '@apollo/client/react'
import { memo, type RefObject, useMemo } from 'react'
import { InboxFilterCountsDocument } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { type People, usePeople } from '../people/use-people.ts'
import { SavedViewField } from '../saved-views/saved-view-field.tsx'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import {
  apiFilter,
  CASE_STATUSES,
  DIRECTIONS,
  type InboxFilter,
  ME,
  NO_FILTER,
  NOBODY,
  OPEN,
  PRIORITIES,
  SEARCH_LENGTH_MAX,
  STATUSES,
  writeFilter,
} from './list/inbox-filter.ts'

interface FilterBarProps {
  readonly filter: InboxFilter
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: InboxFilter) => void
  /** The default view, if it was applied automatically. */
  readonly onDefault: (filter: InboxFilter) => void
}

/**
 * Search, direction, status and properties of the case. A search is applied with Enter or when its field loses the
 * focus. Rendered again only for a different filter or counts, not for each live change of the list.
 */
export const FilterBar = memo(function FilterBar({ filter, searchField, onChange, onDefault }: FilterBarProps) {
  const { t } = useLanguage()
  const people = usePeople()
  const maySave = useScope('autod:read')
  const { awaiting, held, mine, unassigned, overdue, urgent, high } = useFilterCounts(filter.folder)
  const counted = useCounted()
  const { folder } = filter
  const isFiltered = writeFilter({ ...filter, folder: 'INBOX' }) !== ''
  const clear = isFiltered && <Button onClick={() => onChange({ ...NO_FILTER, folder })}>{t.inbox.clear}</Button>
  return (
    <search className="filters" aria-label={t.inbox.filters}>
      <SearchField
        label={t.inbox.search}
        hint={t.inbox.searchHint}
        value={filter.search}
        lengthMax={SEARCH_LENGTH_MAX}
        inputRef={searchField}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <label className="field">
        <span className="field-label">{t.inbox.direction}</span>
        <select
          className="input"
          value={filter.direction ?? ''}
          onChange={({ target }) => onChange({ ...filter, direction: DIRECTIONS.find((one) => one === target.value) })}
        >
          <option value="">{t.inbox.anyDirection}</option>
          {DIRECTIONS.map((direction) => (
            <option key={direction} value={direction}>
              {t.transaction.directions[direction]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{t.inbox.status}</span>
        <select
          className="input"
          value={filter.status ?? ''}
          onChange={({ target }) => onChange({ ...filter, status: STATUSES.find((one) => one === target.value) })}
        >
          <option value="">{t.inbox.anyStatus}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t.transaction.statuses[status]}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{t.case.title}</span>
        <select
          className="input"
          value={filter.caseStatus ?? ''}
          onChange={({ target }) =>
            onChange({ ...filter, caseStatus: ([...CASE_STATUSES, OPEN] as const).find((one) => one === target.value) })
          }
        >
          <option value="">{t.inbox.anyCase}</option>
          <option value={OPEN}>{t.inbox.openCase}</option>
          {CASE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {counted(
                t.case.statuses[status],
                { NEW: undefined, IN_REVIEW: undefined, WAITING_FOR_DATA: awaiting, ON_HOLD: held }[status],
              )}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{t.inbox.assignee}</span>
        <select
          className="input"
          value={filter.assignee ?? ''}
          onChange={({ target }) => onChange({ ...filter, assignee: target.value || undefined })}
        >
          <option value="">{t.inbox.anyAssignee}</option>
          <option value={ME}>{counted(t.inbox.me, mine)}</option>
          <option value={NOBODY}>{counted(t.inbox.nobody, unassigned)}</option>
          {assignees(filter, people).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">{t.inbox.priority}</span>
        <select
          className="input"
          value={filter.priority ?? ''}
          onChange={({ target }) => onChange({ ...filter, priority: PRIORITIES.find((one) => one === target.value) })}
        >
          <option value="">{t.inbox.anyPriority}</option>
          {PRIORITIES.map((priority) => (
            <option key={priority} value={priority}>
              {counted(
                t.case.priorities[priority],
                { URGENT: urgent, HIGH: high, NORMAL: undefined, LOW: undefined }[priority],
              )}
            </option>
          ))}
        </select>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={filter.isOverdue}
          onChange={({ target }) => onChange({ ...filter, isOverdue: target.checked })}
        />
        {counted(t.inbox.onlyOverdue, overdue)}
      </label>
      {maySave ? (
        <SavedViewField filter={filter} onChange={onChange} onDefault={onDefault}>
          {clear}
        </SavedViewField>
      ) : (
        clear
      )}
    </search>
  )
})

/** The people whose cases can be listed, including one whom only the link names. */
function assignees(
  { assignee }: InboxFilter,
  { names, assignees: officers }: People,
): (readonly [id: string, name: string])[] {
  const people = officers.map(({ id, name }) => [id, name] as const)
  const isListed = assignee === undefined || assignee === ME || assignee === NOBODY
  if (isListed || people.some(([id]) => id === assignee)) return people
  return [...people, [assignee, names.get(assignee) ?? assignee]]
}

/** An option with its number of transactions, if known. */
function useCounted(): (label: string, count: number | undefined) => string {
  const { formats } = useLanguage()
  return (label, count) => (count === undefined ? label : `${label} (${formats.count(count)})`)
}

const EVERY_MS = 60_000

/** The number of a folder's transactions for each option of a filter. */
interface FilterCounts {
  readonly awaiting?: number
  readonly held?: number
  readonly mine?: number
  readonly unassigned?: number
  readonly overdue?: number
  readonly urgent?: number
  readonly high?: number
}

/** Counted once a minute, in the folders that contain open transactions. */
function useFilterCounts(folder: InboxFilter['folder']): FilterCounts {
  const me = useSignedIn().caller.subject
  const minute = Math.floor(useNow() / EVERY_MS)
  const variables = useMemo(() => {
    const reading = { me, at: new Date(minute * EVERY_MS) }
    const of = (choice: Partial<InboxFilter>) => apiFilter({ ...NO_FILTER, folder, ...choice }, reading)
    return {
      awaiting: of({ caseStatus: 'WAITING_FOR_DATA' }),
      held: of({ caseStatus: 'ON_HOLD' }),
      mine: of({ assignee: ME }),
      unassigned: of({ assignee: NOBODY }),
      overdue: of({ isOverdue: true }),
      urgent: of({ priority: 'URGENT' }),
      high: of({ priority: 'HIGH' }),
    }
  }, [folder, me, minute])
  const skip = folder === undefined || folder === 'ARCHIVE'
  const { data, previousData } = useQuery(InboxFilterCountsDocument, { variables, skip, fetchPolicy: 'network-only' })
  return skip ? {} : ((data ?? previousData)?.trpd ?? {})
}
