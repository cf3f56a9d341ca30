import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type ErasableTable, isHeld } from './legal-holds.ts'
import { runInBatches } from './run-in-batches.ts'

/** Maximum number of records listed in a plan. */
const LISTED_MAX = 500
/** Maximum number of records that are counted. */
const COUNT_MAX = 10_000

/** The records of a table whose retention period has ended, as SQL conditions. */
export interface RetentionRule extends ErasableTable {
  /** The column by which the oldest record is erased first. */
  readonly ageColumn: string
  /** The period has ended, but the record may have to be kept. */
  readonly isOld: RawBuilder<unknown>
  /** The record may be erased. */
  readonly isDue: RawBuilder<unknown>
}

/** What would be erased now. */
export interface ErasurePlan {
  readonly dueCount: number
  readonly due: string[]
  readonly keptCount: number
  /** Number of kept records that are under a legal hold. */
  readonly heldCount: number
}

/** Returns what would be erased now, without erasing it; nothing without a rule. */
export async function planErasure(db: QueryExecutorProvider, rule: RetentionRule | undefined): Promise<ErasurePlan> {
  if (rule === undefined) return { dueCount: 0, due: [], keptCount: 0, heldCount: 0 }
  const { table, isOld, isDue } = rule
  const count = (condition: RawBuilder<unknown>) => sql<number>`(
    select count(*)::int from (select from ${sql.table(table)} where ${condition} limit ${COUNT_MAX}) as counted)`
  const { rows } = await sql<Omit<ErasurePlan, 'due'>>`
    select ${count(isDue)} as due_count, ${count(sql`(${isOld}) and not (${isDue})`)} as kept_count,
      ${count(sql`(${isOld}) and ${isHeld(rule)}`)} as held_count`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('PostgreSQL returned no counts')
  const listed = await listDue(db, rule, { max: LISTED_MAX, after: undefined })
  return { ...counts, due: listed.map(({ id }) => id) }
}

interface ErasureOptions {
  /** The error message for failed records, such as `proofs could not be erased`. */
  readonly failure: string
  /**
   * Erases these records in one transaction, except those that `listStillDue` does not return under their lock: a legal
   * hold may have been set, for example.
   */
  readonly erase: (ids: readonly string[]) => Promise<unknown>
}

/** Erases the records whose period has ended, oldest first. Throws as `runInBatches` does. */
export function eraseDueRecords(
  db: QueryExecutorProvider,
  rule: RetentionRule,
  { failure, erase }: ErasureOptions,
): Promise<void> {
  return runInBatches<DueRecord>(db, {
    name: 'retention',
    failure,
    list: (page) => listDue(db, rule, page),
    run: async (records) => void (await erase(records.map(({ id }) => id))),
  })
}

/** Those of these locked records that may still be erased. */
export async function listStillDue<Item extends { readonly id: string }>(
  tx: QueryExecutorProvider,
  { table, isDue }: RetentionRule,
  records: readonly Item[],
): Promise<readonly Item[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where id = any(${records.map(({ id }) => id)}::uuid[]) and (${isDue})`.execute(tx)
  const due = new Set(rows.map(({ id }) => id))
  return records.filter(({ id }) => due.has(id))
}

/** Returns the time that is this many years before `at`. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

interface DueRecord {
  readonly id: string
  /** The age column as formatted by PostgreSQL, with microseconds. */
  readonly age: string
}

async function listDue(
  db: QueryExecutorProvider,
  { table, ageColumn, isDue }: RetentionRule,
  { max, after }: { readonly max: number; readonly after: DueRecord | undefined },
): Promise<readonly DueRecord[]> {
  const age = sql.ref(ageColumn)
  const isAfter = after === undefined ? sql`true` : sql`(${age}, id) > (${after.age}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<DueRecord>`
    select id, ${age}::text as age from ${sql.table(table)}
    where (${isDue}) and ${isAfter} order by ${age}, id limit ${max}`.execute(db)
  return rows
}
