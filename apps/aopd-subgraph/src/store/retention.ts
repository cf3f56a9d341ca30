import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The latest time of last change at which the retention period of a proof has ended; `undefined` if unknown. */
export interface RetentionLimits {
  /** For proofs that were not requested for a transaction and never verified. */
  readonly unused: Date | undefined
  /** For proofs that were requested for a transaction, and for revoked ones. */
  readonly transaction: Date | undefined
}

/** A proof that may be erased, and its position by age. */
export interface DueProof {
  readonly id: string
  /** As formatted by PostgreSQL, with microseconds. */
  readonly updatedAt: string
}

/** Maximum number of proofs that are counted. */
const COUNT_MAX = 10_000

const IS_HELD = sql`exists (select from legal_holds where proof_id = proof.id and ended_at is null)`

/** The condition of the index `proof_ended`. */
const IS_ENDED = sql`erased_at is null and status not in ('REQUESTED', 'VERIFIED')`

const IS_USED = sql`(transaction_id is not null or status in ('REVOKED', 'VERIFIED'))`

/** The proofs that may be erased because their period has ended, oldest first, starting after `after`. */
export async function listDue(
  db: Kysely<Tables>,
  limits: RetentionLimits,
  { max, after }: { readonly max: number; readonly after?: DueProof | undefined },
): Promise<readonly DueProof[]> {
  const isAfter =
    after === undefined ? sql`true` : sql`(updated_at, id) > (${after.updatedAt}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<DueProof>`
    select id, updated_at::text as "updatedAt" from proof
    where ${isDue(limits)} and ${isAfter}
    order by updated_at, id limit ${max}`.execute(db)
  return rows
}

/** Those of `proofs` that may be erased because their period has ended. */
export async function listStillDue<Proof extends { readonly id: string }>(
  tx: Transaction<Tables>,
  limits: RetentionLimits,
  proofs: readonly Proof[],
): Promise<readonly Proof[]> {
  const { rows } = await sql<{ id: string }>`
    select id from proof where id = any(${proofs.map(({ id }) => id)}::uuid[]) and ${isDue(limits)}`.execute(tx)
  const due = new Set(rows.map(({ id }) => id))
  return proofs.filter(({ id }) => due.has(id))
}

/**
 * The numbers of proofs that are due, of those kept although their period has ended, and of those kept by a
 * legal hold.
 */
export async function countDue(
  db: Kysely<Tables>,
  limits: RetentionLimits,
): Promise<{ readonly due: number; readonly kept: number; readonly held: number }> {
  const count = (condition: RawBuilder<unknown>) => sql`(
    select count(*) from (select from proof where ${condition} limit ${COUNT_MAX}) as counted)`
  const kept = sql`${isOld(limits)} and not (${isDue(limits)})`
  const { rows } = await sql<{ due: bigint; kept: bigint; held: bigint }>`
    select ${count(isDue(limits))} as due, ${count(kept)} as kept,
      ${count(sql`${isOld(limits)} and ${IS_HELD}`)} as held`.execute(db)
  return { due: Number(rows[0]?.due ?? 0), kept: Number(rows[0]?.kept ?? 0), held: Number(rows[0]?.held ?? 0) }
}

/** Past the period of its kind or, if that is unknown, past that of the other kind. */
function isOld({ unused, transaction }: RetentionLimits): RawBuilder<unknown> {
  const before = (limit: Date | undefined) => (limit === undefined ? sql`false` : sql`updated_at < ${limit}`)
  return sql`(erased_at is null and case when ${IS_USED} then ${before(transaction ?? unused)}
    else ${before(unused ?? transaction)} end)`
}

function isDue({ unused, transaction }: RetentionLimits): RawBuilder<unknown> {
  const isPast = (limit: Date | undefined) => (limit === undefined ? sql`false` : sql`updated_at < ${limit}`)
  return sql`(${IS_ENDED} and details_sealed is not null
    and ((${IS_USED} and ${isPast(transaction)}) or (not ${IS_USED} and ${isPast(unused)}))
    and not ${IS_HELD})`
}
