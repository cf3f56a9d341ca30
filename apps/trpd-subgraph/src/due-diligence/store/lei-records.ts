import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { KnownLeiRecord, LeiRecord } from '../domain/lei-record.ts'

/** The known records of these LEIs, in any order; absent for LEIs that were never requested. */
export async function loadLeiRecords(db: Kysely<Tables>, leis: readonly string[]): Promise<KnownLeiRecord[]> {
  const rows = await db.selectFrom('leiRecords').selectAll().where('lei', 'in', leis).execute()
  return rows.map(({ lei, record, retrievedAt, askedAt, problem }) => ({
    lei,
    ...(record === null || retrievedAt === null ? {} : { latest: { record, retrievedAt } }),
    askedAt,
    ...(problem === null ? {} : { problem }),
  }))
}

/** A record is due if it was requested before `freshSince` or, if that request failed, before `failedSince`. */
export interface LeiRecordsDue {
  readonly freshSince: Date
  readonly failedSince: Date
  readonly limit: number
}

/** The LEIs in the directory that are due: first those of trusted VASPs, then those that have waited longest. */
export async function listDueLeis(
  db: Kysely<Tables>,
  { freshSince, failedSince, limit }: LeiRecordsDue,
): Promise<string[]> {
  const { rows } = await sql<{ lei: string }>`
    select used.lei from (
      select lei, bool_or(trust = 'TRUSTED') as is_trusted from vasps where lei is not null group by lei) as used
    left join lei_records as known using (lei)
    where known.lei is null
      or known.asked_at < case when known.problem is null then ${freshSince}::timestamptz else ${failedSince} end
    order by used.is_trusted desc, known.asked_at nulls first, used.lei limit ${limit}`.execute(db)
  return rows.map(({ lei }) => lei)
}

/** Stores the response to a request; a failed request keeps the record retrieved before. */
export async function saveLeiRecord(
  db: Kysely<Tables>,
  lei: string,
  response: { readonly record: LeiRecord } | { readonly problem: string },
  at: Date,
): Promise<void> {
  const columns =
    'record' in response
      ? { record: JSON.stringify(response.record), retrievedAt: at, askedAt: at, problem: null }
      : { askedAt: at, problem: response.problem }
  await db
    .insertInto('leiRecords')
    .values({ lei, record: null, retrievedAt: null, ...columns })
    .onConflict((conflict) => conflict.column('lei').doUpdateSet(columns))
    .execute()
}

/** Deletes the records of LEIs that no VASP in the directory has. */
export async function deleteUnusedLeiRecords(db: Kysely<Tables>): Promise<void> {
  await sql`delete from lei_records where not exists (select from vasps where vasps.lei = lei_records.lei)`.execute(db)
}
