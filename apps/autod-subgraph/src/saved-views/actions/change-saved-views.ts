import { randomUUID } from 'node:crypto'
import type { Sealer } from '@travel-rule/database/seal'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Kysely, Transaction } from 'kysely'
import { appendOwnAudit } from '../../store/audit-log.ts'
import {
  deleteAnyViews,
  deleteSavedView,
  listAllSavedViews,
  listSavedViews,
  lockSavedViews,
  setDefaultView,
  storeSavedView,
} from '../../store/saved-views.ts'
import type { Tables } from '../../store/tables.ts'
import {
  isAbout,
  MIN_LETTERS,
  parseViewName,
  parseViewQuery,
  SAVED_VIEWS_MAX,
  type SavedView,
  wordsOf,
} from '../domain/saved-view.ts'

/** The storage of saved views. */
export interface ViewStore {
  readonly db: Kysely<Tables>
  readonly sealer: Sealer
}

/** The person whose views change, and the time. */
export interface ViewChange {
  readonly person: string
  readonly at: Date
}

/**
 * Stores a view under a name, replacing an existing view with that name. Refused with `SAVED_VIEW_INVALID` or
 * `SAVED_VIEWS_TOO_MANY`.
 */
export async function saveView(
  store: ViewStore,
  { person, at }: ViewChange,
  input: { readonly name: string; readonly query: string },
): Promise<Result<unknown>> {
  const name = parseViewName(input.name)
  if (!name.ok) return name
  const query = parseViewQuery(input.query)
  if (!query.ok) return query
  return await change(store, person, async (tx, views) => {
    const replaced = views.find((view) => view.name === name.value)
    if (replaced !== undefined) {
      await storeSavedView(tx, store.sealer, person, { ...replaced, query: query.value, updatedAt: at })
      return ok(true)
    }
    if (views.length >= SAVED_VIEWS_MAX) {
      return refuse('SAVED_VIEWS_TOO_MANY', `A person can save ${SAVED_VIEWS_MAX} views: delete one first.`)
    }
    const view = { id: randomUUID(), name: name.value, query: query.value, isDefault: false, updatedAt: at }
    await storeSavedView(tx, store.sealer, person, view)
    return ok(true)
  })
}

/** Refused with `SAVED_VIEW_INVALID`, `SAVED_VIEW_NOT_FOUND` or `SAVED_VIEW_EXISTS`. */
export async function renameView(
  store: ViewStore,
  { person, at }: ViewChange,
  input: { readonly id: string; readonly name: string },
): Promise<Result<unknown>> {
  const name = parseViewName(input.name)
  if (!name.ok) return name
  return await change(store, person, async (tx, views) => {
    const view = viewOf(views, input.id)
    if (!view.ok) return view
    const { id } = view.value
    if (views.some((other) => other.name === name.value && other.id !== id)) {
      return refuse('SAVED_VIEW_EXISTS', 'Another saved view has this name.', { field: 'name' })
    }
    await storeSavedView(tx, store.sealer, person, { ...view.value, name: name.value, updatedAt: at })
    return ok(true)
  })
}

/** Refused with `SAVED_VIEW_NOT_FOUND`. */
export async function deleteView(store: ViewStore, person: string, id: string): Promise<Result<unknown>> {
  return await change(store, person, async (tx, views) => {
    const view = viewOf(views, id)
    if (view.ok) await deleteSavedView(tx, { person, id: view.value.id })
    return view
  })
}

/** Makes a view the default; none without an id. Refused with `SAVED_VIEW_NOT_FOUND`. */
export async function chooseDefaultView(
  store: ViewStore,
  person: string,
  id: string | undefined,
): Promise<Result<unknown>> {
  return await change(store, person, async (tx, views) => {
    const view = id === undefined ? ok(undefined) : viewOf(views, id)
    if (view.ok) await setDefaultView(tx, { person, id: view.value?.id })
    return view
  })
}

/** Changes the views of a person; concurrent changes wait for each other. */
async function change(
  { db, sealer }: ViewStore,
  person: string,
  apply: (tx: Transaction<Tables>, views: readonly SavedView[]) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  return await db.transaction().execute(async (tx) => {
    await lockSavedViews(tx, person)
    return await apply(tx, await listSavedViews(tx, sealer, person))
  })
}

function viewOf(views: readonly SavedView[], id: string): Result<SavedView> {
  const view = views.find((candidate) => candidate.id === id.toLowerCase())
  return view === undefined ? refuse('SAVED_VIEW_NOT_FOUND', 'You have no saved view with this id.') : ok(view)
}

/** The person who erases, and the time. */
interface Eraser {
  readonly by: string
  readonly byName: string
  readonly at: Date
}

/** Maximum number of views that one statement reads. */
const PAGE_MAX = 500

/**
 * Deletes the saved views of all people that contain every word of `text`, and returns their number. The
 * audit log records the number, not the words. Refused with `SAVED_VIEW_INVALID`.
 */
export async function eraseViews(store: ViewStore, text: string, { by, byName, at }: Eraser): Promise<Result<number>> {
  const words = wordsOf(text)
  if (words.join('').length < MIN_LETTERS) {
    return refuse('SAVED_VIEW_INVALID', `text must have at least ${MIN_LETTERS} letters or digits.`, {
      field: 'text',
    })
  }
  return await store.db.transaction().execute(async (tx) => {
    const views = await deleteAnyViews(tx, await idsAbout({ ...store, db: tx }, words))
    await appendOwnAudit(tx, {
      type: 'saved-views.erased',
      subject: { type: 'saved-views', id: 'organisation' },
      actor: { type: 'USER', id: by, name: byName },
      at,
      detail: { views },
    })
    return ok(views)
  })
}

async function idsAbout({ db, sealer }: ViewStore & { readonly db: Kysely<Tables> }, words: readonly string[]) {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await listAllSavedViews(db, sealer, { after, limit: PAGE_MAX })
    ids.push(...page.filter((view) => isAbout(view, words)).map(({ id }) => id))
    after = page.at(-1)?.id
    if (page.length < PAGE_MAX) return ids
  }
}
