import type { WorkedPage } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import { DIRECT_FORMAT, SealError } from '@travel-rule/database/sealed-bytes'
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { SavedView } from '../saved-views/domain/saved-view.ts'
import type { SavedViewTable, Tables } from './tables.ts'

const byName = new Intl.Collator('en')

/** The person's saved views, by name. */
export async function listSavedViews(db: Kysely<Tables>, sealer: Sealer, person: string): Promise<SavedView[]> {
  const rows = await db.selectFrom('savedView').selectAll().where('person', '=', person).execute()
  return rows.map((row) => viewOfRow(row, sealer)).sort((one, other) => byName.compare(one.name, other.name))
}

/** Blocks other changes of this person's views until the transaction ends. */
export async function lockSavedViews(tx: Transaction<Tables>, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('autod.saved_view'), hashtext(${person}))`.execute(tx)
}

/** Stores a new or changed view. */
export async function storeSavedView(
  tx: Transaction<Tables>,
  sealer: Sealer,
  person: string,
  { id, name, query, isDefault, updatedAt }: SavedView,
): Promise<void> {
  const columns = { ...sealedColumns(sealer, { id, name, query }), isDefault, updatedAt }
  await tx
    .insertInto('savedView')
    .values({ id, person, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

export async function deleteSavedView(
  tx: Transaction<Tables>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<void> {
  await tx.deleteFrom('savedView').where('person', '=', person).where('id', '=', id).execute()
}

/** Makes the view with this id the default in place of any other; without an id, there is none. */
export async function setDefaultView(
  tx: Transaction<Tables>,
  { person, id }: { readonly person: string; readonly id: string | undefined },
): Promise<void> {
  // Two statements, because the index that permits only one default is checked row by row.
  const views = tx.updateTable('savedView').where('person', '=', person)
  await views.set({ isDefault: false }).where('isDefault', '=', true).execute()
  if (id !== undefined) await views.set({ isDefault: true }).where('id', '=', id).execute()
}

/** The saved views of all people after the id `after`, ordered by id. */
export async function listAllSavedViews(
  db: Kysely<Tables>,
  sealer: Sealer,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<SavedView[]> {
  const query = db.selectFrom('savedView').selectAll().orderBy('id').limit(limit)
  const rows = await (after === undefined ? query : query.where('id', '>', after)).execute()
  return rows.map((row) => viewOfRow(row, sealer))
}

/** Deletes these views, whoever owns them, and returns the number deleted. */
export async function deleteAnyViews(db: Kysely<Tables>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db.deleteFrom('savedView').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Seals views of older versions, and reseals those sealed with an older key. Takes two statements. */
export async function sealOutdatedViews(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { max, after, onBroken }: SealPage,
): Promise<WorkedPage<string>> {
  const query = tx.selectFrom('savedView').selectAll().where(isOutdated(sealer)).orderBy('id').limit(max)
  const rows = await (after === undefined ? query : query.where('id', '>', after)).forUpdate().skipLocked().execute()
  const sealed = rows.flatMap((row) => {
    try {
      const { id, person, isDefault, updatedAt } = row
      return [{ id, person, isDefault, updatedAt, ...sealedColumns(sealer, viewOfRow(row, sealer)) }]
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      onBroken(`saved_view.view_sealed ${row.id}`, error)
      return []
    }
  })
  if (sealed.length > 0) {
    await tx
      .insertInto('savedView')
      .values(sealed)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          query: eb.ref('excluded.query'),
          viewSealed: eb.ref('excluded.viewSealed'),
        })),
      )
      .execute()
  }
  return { done: sealed.length, next: rows.length < max ? undefined : rows.at(-1)?.id }
}

interface SealPage {
  readonly max: number
  /** Id of the last view of the previous page. */
  readonly after: string | undefined
  /** Receives rows that cannot be opened; they stay unchanged. */
  readonly onBroken: (row: string, error: unknown) => void
}

/** The number of views in plain text or sealed with an older key. */
export async function countOutdatedViews(db: Kysely<Tables>, sealer: Sealer): Promise<number> {
  const query = db.selectFrom('savedView').where(isOutdated(sealer))
  const { count } = await query.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

function isOutdated({ wrapper: { keyId } }: Sealer): RawBuilder<SqlBool> {
  const header = Buffer.concat([Buffer.from([DIRECT_FORMAT, keyId.length]), Buffer.from(keyId)])
  return sql`(view_sealed is null or substring(view_sealed from 1 for ${header.length}::integer) <> ${header}::bytea)`
}

function sealedColumns(sealer: Sealer, { id, name, query }: Pick<SavedView, 'id' | 'name' | 'query'>) {
  return { name: id, query: '', viewSealed: sealer.seal(JSON.stringify({ name, query }), contextOf(id)) }
}

function viewOfRow(row: Selectable<SavedViewTable>, sealer: Sealer): SavedView {
  const { id, name, query, viewSealed: sealed, isDefault, updatedAt } = row
  const view = sealed === null ? { name, query } : JSON.parse(sealer.open(sealed, contextOf(id)).toString())
  return { id, ...(view as Pick<SavedView, 'name' | 'query'>), isDefault, updatedAt }
}

function contextOf(id: string): string {
  return `saved-view:${id}`
}
