import { type Kysely, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'

export interface FeedCursorTable {
  source: string
  position: bigint
  updated_at: Date
}

/** The tables that a feed consumer needs. */
export interface FeedCursorTables {
  feed_cursor: FeedCursorTable
}

/** Creates the table `feed_cursor`, with the last applied position of each source. */
export const feedCursorMigration: Migration = {
  async up(db) {
    await sql`
      create table feed_cursor (
        source text primary key,
        position bigint not null default 0,
        updated_at timestamptz not null default now()
      )`.execute(db)
  },
}

/** The position up to which `source` has been applied, `0n` for a new one. */
export async function loadFeedCursor<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  source: string,
): Promise<bigint> {
  const cursors = db as unknown as Kysely<FeedCursorTables>
  await cursors
    .insertInto('feed_cursor')
    .values({ source, position: 0n, updated_at: new Date() })
    .onConflict((on) => on.doNothing())
    .execute()
  const { position } = await cursors
    .selectFrom('feed_cursor')
    .select('position')
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return position
}

/**
 * Moves the cursor of `source` in the caller's transaction; concurrent moves wait until that ends.
 *
 * Returns false and moves nothing when the cursor is no longer at `from`: another consumer moved
 * it, and the caller must roll back.
 */
export async function moveFeedCursor<Tables extends FeedCursorTables>(
  tx: Transaction<Tables>,
  { source, from, to }: { source: string; from: bigint; to: bigint },
): Promise<boolean> {
  const cursors = tx as unknown as Kysely<FeedCursorTables>
  const { numUpdatedRows } = await cursors
    .updateTable('feed_cursor')
    .set({ position: to, updated_at: sql<Date>`now()` })
    .where('source', '=', source)
    .where('position', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
