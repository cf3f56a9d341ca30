import type { RefObject } from 'react'
import { useLanguage } from '../language/language.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { DIRECTIONS, type InboxFilter, SEARCH_LENGTH_MAX, STATUSES } from './inbox-filter.ts'

interface FilterBarProps {
  readonly filter: InboxFilter
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: InboxFilter) => void
}

/** Search, direction and status. A search is applied with Enter or on leaving its field. */
export function FilterBar({ filter, searchField, onChange }: FilterBarProps) {
  const { t } = useLanguage()
  const isFiltered = filter.search !== '' || filter.direction !== undefined || filter.status !== undefined
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
      {isFiltered && (
        <button
          type="button"
          className="button"
          onClick={() => onChange({ ...filter, search: '', direction: undefined, status: undefined })}
        >
          {t.inbox.clear}
        </button>
      )}
    </search>
  )
}
