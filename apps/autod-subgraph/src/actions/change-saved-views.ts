import { randomUUID } from 'node:crypto'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Kysely, Transaction } from 'kysely'
import { parseViewName, parseViewQuery, SAVED_VIEWS_MAX, type SavedView } from '../domain/saved-view.ts'
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  lockSavedViews,
  setDefaultView,
  updateSavedView,
} from '../store/saved-views.ts'
import type { Tables } from '../store/tables.ts'

/** The person whose views are changed, and when. */
export interface ViewChange {
  readonly person: string
  readonly at: Date
}

/**
 * Stores a view under a name, in the place of the one with that name. Refused with
 * `SAVED_VIEW_INVALID` or `SAVED_VIEWS_TOO_MANY`.
 */
export async function saveView(
  db: Kysely<Tables>,
  { person, at }: ViewChange,
  input: { readonly name: string; readonly query: string },
): Promise<Result<unknown>> {
  const name = parseViewName(input.name)
  if (!name.ok) return name
  const query = parseViewQuery(input.query)
  if (!query.ok) return query
  return await change(db, person, async (tx, views) => {
    const replaced = views.find((view) => view.name === name.value)
    if (replaced !== undefined) {
      await updateSavedView(tx, { person, id: replaced.id }, { query: query.value, at })
      return ok(true)
    }
    if (views.length >= SAVED_VIEWS_MAX) {
      return refuse('SAVED_VIEWS_TOO_MANY', `A person can save ${SAVED_VIEWS_MAX} views: delete one first.`)
    }
    const view = { id: randomUUID(), name: name.value, query: query.value, isDefault: false, updatedAt: at }
    await insertSavedView(tx, person, view)
    return ok(true)
  })
}

/** Refused with `SAVED_VIEW_INVALID`, `SAVED_VIEW_NOT_FOUND` or `SAVED_VIEW_EXISTS`. */
export async function renameView(
  db: Kysely<Tables>,
  { person, at }: ViewChange,
  input: { readonly id: string; readonly name: string },
): Promise<Result<unknown>> {
  const name = parseViewName(input.name)
  if (!name.ok) return name
  return await change(db, person, async (tx, views) => {
    const view = viewOf(views, input.id)
    if (!view.ok) return view
    const { id } = view.value
    if (views.some((other) => other.name === name.value && other.id !== id)) {
      return refuse('SAVED_VIEW_EXISTS', 'Another saved view has this name.', { field: 'name' })
    }
    await updateSavedView(tx, { person, id }, { name: name.value, at })
    return ok(true)
  })
}

/** Refused with `SAVED_VIEW_NOT_FOUND`. */
export async function deleteView(db: Kysely<Tables>, person: string, id: string): Promise<Result<unknown>> {
  return await change(db, person, async (tx, views) => {
    const view = viewOf(views, id)
    if (view.ok) await deleteSavedView(tx, { person, id: view.value.id })
    return view
  })
}

/** Makes a view the default; none without an id. Refused with `SAVED_VIEW_NOT_FOUND`. */
export async function chooseDefaultView(
  db: Kysely<Tables>,
  person: string,
  id: string | undefined,
): Promise<Result<unknown>> {
  return await change(db, person, async (tx, views) => {
    const view = id === undefined ? ok(undefined) : viewOf(views, id)
    if (view.ok) await setDefaultView(tx, { person, id: view.value?.id })
    return view
  })
}

/** Changes the views of a person, one change after the other. */
async function change(
  db: Kysely<Tables>,
  person: string,
  apply: (tx: Transaction<Tables>, views: readonly SavedView[]) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  return await db.transaction().execute(async (tx) => {
    await lockSavedViews(tx, person)
    return await apply(tx, await listSavedViews(tx, person))
  })
}

function viewOf(views: readonly SavedView[], id: string): Result<SavedView> {
  const view = views.find((candidate) => candidate.id === id.toLowerCase())
  return view === undefined ? refuse('SAVED_VIEW_NOT_FOUND', 'You have no saved view with this id.') : ok(view)
}
