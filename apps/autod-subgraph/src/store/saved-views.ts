import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SavedView } from '../domain/saved-view.ts'
import type { SavedViewTable, Tables } from './tables.ts'

/** The person's saved views, by name. */
export async function listSavedViews(db: Kysely<Tables>, person: string): Promise<SavedView[]> {
  const query = db.selectFrom('saved_view').selectAll().where('person', '=', person)
  return (await query.orderBy(sql`lower(name)`).orderBy('name').execute()).map(fromRow)
}

/** Lets no other change of this person's views happen before the end of the transaction. */
export async function lockSavedViews(tx: Transaction<Tables>, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('autod.saved_view'), hashtext(${person}))`.execute(tx)
}

export async function insertSavedView(
  tx: Transaction<Tables>,
  person: string,
  { id, name, query, isDefault, updatedAt }: SavedView,
): Promise<void> {
  const row = { id, person, name, query, is_default: isDefault, updated_at: updatedAt }
  await tx.insertInto('saved_view').values(row).execute()
}

/** Changes a view of the person, if there is one with this id. */
export async function updateSavedView(
  tx: Transaction<Tables>,
  key: { readonly person: string; readonly id: string },
  { name, query, at }: { readonly name?: string; readonly query?: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set({ ...(name !== undefined && { name }), ...(query !== undefined && { query }), updated_at: at })
    .where('person', '=', key.person)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteSavedView(
  tx: Transaction<Tables>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<void> {
  await tx.deleteFrom('saved_view').where('person', '=', person).where('id', '=', id).execute()
}

/** Makes the view with this id the default instead of any other; without an id, none is. */
export async function setDefaultView(
  tx: Transaction<Tables>,
  { person, id }: { readonly person: string; readonly id: string | undefined },
): Promise<void> {
  // Two statements, because the index that allows one default is checked row by row.
  const views = tx.updateTable('saved_view').where('person', '=', person)
  await views.set({ is_default: false }).where('is_default', '=', true).execute()
  if (id !== undefined) await views.set({ is_default: true }).where('id', '=', id).execute()
}

function fromRow(row: Selectable<SavedViewTable>): SavedView {
  const { id, name, query, is_default: isDefault, updated_at: updatedAt } = row
  return { id, name, query, isDefault, updatedAt }
}
