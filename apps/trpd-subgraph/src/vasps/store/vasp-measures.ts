import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, VaspMeasureTable } from '../../foundation/store/tables.ts'
import type { VaspMeasure } from '../domain/vasp-measure.ts'

/** Stores a measure. */
export async function insertMeasure(tx: Transaction<Tables>, sealer: Sealer, measure: VaspMeasure): Promise<void> {
  const { id, vaspId, kind, takenAt, deadline, note, recordedBy, recordedAt } = measure
  await tx
    .insertInto('vaspMeasures')
    .values({
      id,
      vaspId,
      kind,
      takenAt,
      deadline: deadline ?? null,
      noteSealed: note === undefined ? null : sealer.seal(note, measureContext(id)),
      recordedBy,
      recordedAt,
    })
    .execute()
}

/** The number of measures taken towards a VASP. */
export async function countMeasures(db: Kysely<Tables>, vaspId: string): Promise<number> {
  const { count } = await db
    .selectFrom('vaspMeasures')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('vaspId', '=', vaspId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of the measures taken towards a VASP. */
export interface MeasuresPage {
  readonly vaspId: string
  readonly limit: number
  readonly offset: number
}

/** Pages of measures, latest first. */
export async function listMeasures(
  db: Kysely<Tables>,
  sealer: Sealer,
  pages: readonly MeasuresPage[],
): Promise<VaspMeasure[][]> {
  const { rows } = await sql<Selectable<VaspMeasureTable> & { page: bigint }>`
    select page.ordinality as page, measures.*
    from rows from (jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as (
      "vaspId" uuid, "limit" integer, "offset" integer)) with ordinality as page
    cross join lateral (
      select * from vasp_measures where vasp_id = page."vaspId"
      order by taken_at desc, recorded_at desc, id limit page."limit" offset page."offset") as measures
    order by page.ordinality, measures.taken_at desc, measures.recorded_at desc, measures.id`.execute(db)
  const found = Map.groupBy(rows, ({ page }) => Number(page))
  return pages.map((_page, index) => (found.get(index + 1) ?? []).map((row) => measureOfRow(row, sealer)))
}

function measureOfRow(row: Selectable<VaspMeasureTable>, sealer: Sealer): VaspMeasure {
  return {
    id: row.id,
    vaspId: row.vaspId,
    kind: row.kind,
    takenAt: row.takenAt,
    ...(row.deadline === null ? {} : { deadline: row.deadline }),
    ...(row.noteSealed === null ? {} : { note: sealer.open(row.noteSealed, measureContext(row.id)).toString() }),
    recordedBy: row.recordedBy,
    recordedAt: row.recordedAt,
  }
}

export function measureContext(id: string): string {
  return `vasp-measure:${id}:note`
}
