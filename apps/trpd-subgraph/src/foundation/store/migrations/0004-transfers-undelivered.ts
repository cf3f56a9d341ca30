import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** An index of the few transfers whose delivery failed, for metrics. */
export const transfersUndeliveredMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create index transfers_undelivered on transfers (delivery_state)
      where delivery_state in ('RETRYING', 'FAILED')`.execute(db)
  },
}
