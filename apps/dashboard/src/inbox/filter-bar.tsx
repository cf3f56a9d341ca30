import { useQuery } from '@apollo/client/react'
import { memo, type RefObject, useMemo } from 'react'
import { InboxFilterCountsDocument } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { type People, usePeople } from '../people/use-people.ts'
import { SavedViewField } from '../saved-views/saved-view-field.tsx'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
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
  const ofStatus = { NEW: undefined, IN_REVIEW: undefined, WAITING_FOR_DATA: awaiting, ON_HOLD: held }
  const ofPriority = { URGENT: urgent, HIGH: high, NORMAL: undefined, LOW: undefined }
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
      <SelectField
        label={t.inbox.direction}
        value={filter.direction ?? ''}
        onChange={(direction) => onChange({ ...filter, direction: direction || undefined })}
        none={t.inbox.anyDirection}
        options={DIRECTIONS.map((each) => [each, t.transaction.directions[each]])}
      />
      <SelectField
        label={t.inbox.status}
        value={filter.status ?? ''}
        onChange={(status) => onChange({ ...filter, status: status || undefined })}
        none={t.inbox.anyStatus}
        options={STATUSES.map((each) => [each, t.transaction.statuses[each]])}
      />
      <SelectField
        label={t.case.title}
        value={filter.caseStatus ?? ''}
        onChange={(caseStatus) => onChange({ ...filter, caseStatus: caseStatus || undefined })}
        none={t.inbox.anyCase}
        options={[
          [OPEN, t.inbox.openCase],
          ...CASE_STATUSES.map((each) => [each, counted(t.case.statuses[each], ofStatus[each])] as const),
        ]}
      />
      <SelectField
        label={t.inbox.assignee}
        value={filter.assignee ?? ''}
        onChange={(assignee) => onChange({ ...filter, assignee: assignee || undefined })}
        none={t.inbox.anyAssignee}
        options={[
          [ME, counted(t.inbox.me, mine)],
          [NOBODY, counted(t.inbox.nobody, unassigned)],
          ...assignees(filter, people),
        ]}
      />
      <SelectField
        label={t.inbox.priority}
        value={filter.priority ?? ''}
        onChange={(priority) => onChange({ ...filter, priority: priority || undefined })}
        none={t.inbox.anyPriority}
        options={PRIORITIES.map((each) => [each, counted(t.case.priorities[each], ofPriority[each])])}
      />
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
