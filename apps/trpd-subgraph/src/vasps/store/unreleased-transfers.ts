import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { type LiftedHolds, liftedHolds } from '../../transfers/domain/lifted-holds.ts'
import type { Vasp } from '../domain/vasp.ts'

/** A BLOCKED transfer whose holds no longer apply, and its position by arrival. */
export interface UnreleasedTransfer {
  readonly id: string
  readonly sequence: string
}

interface UnreleasedQuery {
  readonly vaspId: string
  readonly lifted: LiftedHolds
  /** Starts after this `sequence`. */
  readonly after: string | undefined
  readonly limit: number
}

/** Locks the BLOCKED transfers with a VASP that can be released, oldest first, except those whose case is ON_HOLD. */
export async function lockUnreleased(
  tx: Transaction<Tables>,
  { vaspId, lifted, after = '0', limit }: UnreleasedQuery,
): Promise<readonly UnreleasedTransfer[]> {
  const { rows } = await sql<UnreleasedTransfer>`
    select id, sequence::text from transfers
    where vasp_id = ${vaspId} and ${isUnreleased(lifted)} and sequence > ${after}::bigint
    order by sequence limit ${limit} for update`.execute(tx)
  return rows
}

/** Transfers that were not released: their number, and the ids of the oldest. */
export interface Unreleased {
  readonly count: number
  readonly ids: readonly string[]
}

/** Maximum number of ids that are listed. */
const IDS_MAX = 20

/** The BLOCKED transfers that could be released, by VASP; VASPs without any are absent. */
export async function loadUnreleased(db: Kysely<Tables>, vasps: readonly Vasp[]): Promise<Map<string, Unreleased>> {
  const found = new Map<string, Unreleased>()
  for (const group of Map.groupBy(vasps, (vasp) => JSON.stringify(liftedHolds(vasp))).values()) {
    const lifted = group[0] && liftedHolds(group[0])
    if (lifted === undefined) continue
    const ids = group.map(({ id }) => id)
    const { rows } = await sql<Unreleased & { vaspId: string }>`
      select vasp_id, count(*)::int as count, (array_agg(id order by sequence))[1:${sql.lit(IDS_MAX)}] as ids
      from transfers where vasp_id = any(${ids}::uuid[]) and ${isUnreleased(lifted)} group by vasp_id`.execute(db)
    for (const { vaspId, count, ids } of rows) found.set(vaspId, { count, ids })
  }
  return found
}

function isUnreleased({ holds, match }: LiftedHolds): RawBuilder<SqlBool> {
  return sql`(status = 'BLOCKED' and holds ${sql.raw(match === 'ANY' ? '?|' : '?&')} ${[...holds]}::text[]
    and not exists (select from cases where transfer_id = transfers.id and cases.status = 'ON_HOLD'))`
}
