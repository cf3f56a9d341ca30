import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Destroys the digests of due-diligence documents that were erased. */
export const erasedDigestsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`update due_diligence_documents set sha256 = '' where content_sealed = '' and sha256 <> ''`.execute(db)
  },
}
