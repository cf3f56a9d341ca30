import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The number of decisions of each VASP by month, which finds the most active ones without their histograms. */
export const responseTotalsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table response_totals (
        month date not null,
        vasp_id uuid not null,
        count bigint not null,
        primary key (month, vasp_id)
      )`.execute(db)
    await sql`
      insert into response_totals (month, vasp_id, count)
      select month, vasp_id, sum(count) from response_counts group by month, vasp_id`.execute(db)
  },
}
