import { useQuery } from '@apollo/client/react'
import { type ReactNode, useEffect, useState } from 'react'
import { SavedViewsDocument } from '../api/operations.generated.ts'
import { type InboxFilter, readFilter, writeFilter } from '../inbox/list/inbox-filter.ts'
import { useInboxMemory } from '../inbox/list/inbox-memory.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { SavedView } from './change-views.ts'

interface SavedViewFieldProps {
  readonly filter: InboxFilter
  readonly onChange: (filter: InboxFilter) => void
  /** The default view, if it was applied automatically. */
  readonly onDefault: (filter: InboxFilter) => void
  /** An additional button beside those of the views. */
  readonly children: ReactNode
}

const SaveViewDialog = lazyPart(() => import('./saved-view-dialogs.tsx'), 'SaveViewDialog')
const SavedViewsDialog = lazyPart(() => import('./saved-view-dialogs.tsx'), 'SavedViewsDialog')

/** The person's saved views: selects one, and opens the dialogs that save and change them. */
export function SavedViewField({ filter, onChange, onDefault, children }: SavedViewFieldProps) {
  const { t } = useLanguage()
  const [dialog, setDialog] = useState<'SAVE' | 'MANAGE'>()
  const { data, error } = useQuery(SavedViewsDocument, { fetchPolicy: 'cache-and-network' })
  const views = data?.autod?.me?.savedViews ?? undefined
  const query = savedQuery(filter)
  useDefaultView(views, writeFilter(filter) === '', (view) => onDefault(filterOf(view.query)))
  const shown = views?.find((view) => savedQuery(filterOf(view.query)) === query)
  const close = () => setDialog(undefined)
  return (
    <>
      {views !== undefined && views.length > 0 && (
        <SelectField
          label={t.savedViews.label}
          value={shown?.id ?? ''}
          onChange={(chosen) => onChange(filterOf(views.find(({ id }) => id === chosen)?.query ?? ''))}
          none={t.savedViews.none}
          options={views.map(({ id, name, isDefault }) => [id, isDefault ? t.savedViews.defaultOption(name) : name])}
        />
      )}
      <div className="filter-actions">
        {views !== undefined && query !== '' && <Button onClick={() => setDialog('SAVE')}>{t.savedViews.save}</Button>}
        {views !== undefined && views.length > 0 && (
          <Button onClick={() => setDialog('MANAGE')}>{t.savedViews.manage}</Button>
        )}
        {children}
      </div>
      {error && views === undefined && (
        <p className="field-note soft" role="status">
          {t.savedViews.unavailable}
        </p>
      )}
      {dialog === 'SAVE' && (
        <SaveViewDialog query={query} hasSearch={filter.search !== ''} views={views ?? []} onClose={close} />
      )}
      {dialog === 'MANAGE' && <SavedViewsDialog views={views ?? []} onClose={close} />}
    </>
  )
}

/** The saved part of a filter: everything except the search, which may be an address. */
function savedQuery(filter: InboxFilter): string {
  return writeFilter({ ...filter, search: '' })
}

function filterOf(query: string): InboxFilter {
  return readFilter(new URLSearchParams(query))
}

/**
 * Calls `apply` with the default view when the inbox is opened for the first time and without filters. If the person
 * has begun to work before the views are loaded, the list is left unchanged.
 */
function useDefaultView(
  views: readonly SavedView[] | undefined,
  isPlain: boolean,
  apply: (view: SavedView) => void,
): void {
  const inbox = useInboxMemory()
  const [isAwaited, setAwaited] = useState(() => isPlain && inbox.wasOpened !== true)
  useEffect(() => {
    inbox.wasOpened = true
  }, [inbox])
  useEffect(() => {
    if (!isAwaited) return
    const stop = () => setAwaited(false)
    const began = ['keydown', 'pointerdown', 'wheel'] as const
    for (const type of began) addEventListener(type, stop, { capture: true, passive: true })
    return () => {
      for (const type of began) removeEventListener(type, stop, { capture: true })
    }
  }, [isAwaited])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `apply` is another function on each rendering.
  useEffect(() => {
    if (!isAwaited || views === undefined) return
    setAwaited(false)
    const chosen = views.find(({ isDefault }) => isDefault)
    if (isPlain && chosen !== undefined) apply(chosen)
  }, [views, isAwaited])
}
