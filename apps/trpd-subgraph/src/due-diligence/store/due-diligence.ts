import { destroyDataKeys, insertDataKey } from '@travel-rule/database/record-keys'
import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { DueDiligence, DueDiligenceAnswer, DueDiligenceRecord } from '../domain/due-diligence.ts'

/** A page of the records about a VASP. */
export interface DueDiligencePage {
  readonly vaspId: string
  readonly limit: number
  readonly offset: number
}

/** Stores the answers of a record that this transaction has stored with its VASP. */
export async function saveAnswers(
  tx: Transaction<Tables>,
  sealer: Sealer,
  recordId: string,
  answers: readonly DueDiligenceAnswer[],
): Promise<void> {
  const key = await sealer.records.create('DUE_DILIGENCE', recordId)
  await tx
    .with('keyed', () => insertDataKey(key))
    .updateTable('dueDiligenceRecords')
    .set({ answersSealed: key.seal(JSON.stringify(answers), answersContext(recordId)) })
    .where('id', '=', recordId)
    .execute()
}

/** The record with this id. */
export async function findRecord(db: Kysely<Tables>, id: string): Promise<DueDiligenceRecord | undefined> {
  const row = await db.selectFrom('dueDiligenceRecords').select(RECORD_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && recordOfRow(row)
}

/** The records with these ids, in any order. */
export async function loadRecords(db: Kysely<Tables>, ids: readonly string[]): Promise<DueDiligenceRecord[]> {
  const rows = await db.selectFrom('dueDiligenceRecords').select(RECORD_COLUMNS).where('id', 'in', ids).execute()
  return rows.map(recordOfRow)
}

/** Pages of records, latest first. */
export async function listRecords(
  db: Kysely<Tables>,
  pages: readonly DueDiligencePage[],
): Promise<DueDiligenceRecord[][]> {
  const { rows } = await sql<RecordRow & { page: bigint }>`
    select page.ordinality as page, found.*
    from rows from (jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as (
      "vaspId" uuid, "limit" integer, "offset" integer)) with ordinality as page
    cross join lateral (
      select id, vasp_id, findings, recorded_at, erased_at from due_diligence_records where vasp_id = page."vaspId"
      order by recorded_at desc, id limit page."limit" offset page."offset") as found
    order by page.ordinality, found.recorded_at desc, found.id`.execute(db)
  const found = Map.groupBy(rows, ({ page }) => Number(page))
  return pages.map((_page, index) => (found.get(index + 1) ?? []).map(recordOfRow))
}

/** Maximum size of answers that are loaded together, sealed. */
export const ANSWERS_BYTES_MAX = 2_000_000

/**
 * The answers of these records, by record id. Records without answers, or whose answers were erased, are
 * absent. Undefined if the answers exceed `ANSWERS_BYTES_MAX`.
 */
export async function loadAnswers(
  db: Kysely<Tables>,
  sealer: Sealer,
  recordIds: readonly string[],
): Promise<Map<string, DueDiligenceAnswer[]> | undefined> {
  // Answers beyond the limit are not even read.
  const { rows } = await sql<{ id: string; answersSealed: Buffer | null }>`
    select id, case when bytes <= ${ANSWERS_BYTES_MAX} then answers_sealed end as answers_sealed from (
      select id, answers_sealed, sum(octet_length(answers_sealed)) over () as bytes from due_diligence_records
      where id = any(${recordIds}::uuid[]) and answers_sealed is not null) as found`.execute(db)
  if (rows.some(({ answersSealed }) => answersSealed === null)) return undefined
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.flatMap(({ id, answersSealed: sealed }) =>
      sealed === null ? [] : [[id, JSON.parse(keyOf(id).open(sealed, answersContext(id)).toString())]],
    ),
  )
}

/** Destroys the answers and documents of a record, and their keys; the findings remain. */
export async function eraseRecord(tx: Transaction<Tables>, id: string, at: Date): Promise<void> {
  await sql`update due_diligence_records set answers_sealed = null, erased_at = ${at} where id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update due_diligence_documents set name_sealed = '', content_sealed = '', sha256 = ''
    where record_id = ${id} returning id`.execute(tx)
  await destroyDataKeys(tx, { kind: 'DUE_DILIGENCE', ids: [id], at })
  await destroyDataKeys(tx, { kind: 'DUE_DILIGENCE_DOCUMENT', ids: rows.map((row) => row.id), at })
}

const RECORD_COLUMNS = ['id', 'vaspId', 'findings', 'recordedAt', 'erasedAt'] as const

interface RecordRow {
  readonly vaspId: string
  readonly findings: DueDiligence
  readonly erasedAt: Date | null
}

function recordOfRow({ vaspId, findings, erasedAt }: RecordRow): DueDiligenceRecord {
  return { ...findings, vaspId, ...(erasedAt === null ? {} : { erasedAt }) }
}

export function answersContext(recordId: string): string {
  return `due-diligence:${recordId}:answers`
}
