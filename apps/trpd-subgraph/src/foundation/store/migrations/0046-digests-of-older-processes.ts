import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Destroys the digests that processes of an older version leave behind when they erase documents. */
export const digestsOfOlderProcessesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create function destroy_erased_digest() returns trigger language plpgsql as $$
      begin
        new.sha256 := '';
        return new;
      end $$`.execute(db)
    await sql`
      create trigger due_diligence_documents_erased before update of content_sealed on due_diligence_documents
        for each row when (new.content_sealed = '') execute function destroy_erased_digest()`.execute(db)
    await sql`update due_diligence_documents set sha256 = '' where content_sealed = '' and sha256 <> ''`.execute(db)
  },
}
