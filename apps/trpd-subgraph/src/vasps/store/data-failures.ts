import { type Kysely, sql } from 'kysely'
import { FAILURE_COUNTS } from '../../desk/store/desk-counts.ts'
import type { Tables } from '../../foundation/store/tables.ts'

/** Failures of a VASP to provide data. */
export interface DataFailures {
  readonly vaspId: string
  /** Number of inquiries received from it. */
  readonly inquiriesReceived: number
  /** Number of these whose data had gaps. */
  readonly inquiriesWithGaps: number
  /** Number of inquiries with each kind of gap, most frequent first. */
  readonly gaps: readonly { readonly kind: string; readonly count: number }[]
  /** Number of inquiries to it that were begun. */
  readonly inquiriesSent: number
  /** Number of these that expired without its decision. */
  readonly inquiriesUnanswered: number
}

/** The failures of these VASPs since a month, given as its first day in UTC. */
export async function loadDataFailures(
  db: Kysely<Tables>,
  vaspIds: readonly string[],
  since: string,
): Promise<Map<string, DataFailures>> {
  const { rows } = await sql<FailureRow>`
    select vasp_id, kind, sum(count)::bigint as count from ${FAILURE_COUNTS}
    where month >= ${since}::date and vasp_id = any(${vaspIds}::uuid[]) group by 1, 2`.execute(db)
  const byVasp = Map.groupBy(rows, ({ vaspId }) => vaspId)
  return new Map(vaspIds.map((id) => [id, failuresOf(id, byVasp.get(id) ?? [])]))
}

/**
 * The ids of the VASPs with the most failures since a month, adding up inquiries with gaps and unanswered
 * inquiries.
 */
export async function listFailingVasps(db: Kysely<Tables>, since: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ vaspId: string }>`
    select vasp_id from ${FAILURE_COUNTS}
    where month >= ${since}::date and kind in ('INQUIRY_WITH_GAPS', 'INQUIRY_UNANSWERED')
    group by vasp_id order by sum(count) desc, vasp_id limit ${limit}`.execute(db)
  return rows.map(({ vaspId }) => vaspId)
}

interface FailureRow {
  readonly vaspId: string
  readonly kind: string
  readonly count: bigint
}

const GAP = 'GAP '

function failuresOf(vaspId: string, rows: readonly FailureRow[]): DataFailures {
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.count ?? 0)
  const gaps = rows
    .filter(({ kind }) => kind.startsWith(GAP))
    .map(({ kind, count }) => ({ kind: kind.slice(GAP.length), count: Number(count) }))
  return {
    vaspId,
    inquiriesReceived: of('INQUIRY_RECEIVED'),
    inquiriesWithGaps: of('INQUIRY_WITH_GAPS'),
    gaps: gaps.toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
    inquiriesSent: of('INQUIRY_SENT'),
    inquiriesUnanswered: of('INQUIRY_UNANSWERED'),
  }
}
