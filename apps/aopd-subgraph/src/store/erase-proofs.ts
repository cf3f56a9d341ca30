import { type ErasableTable, isHeld } from '@travel-rule/database/legal-holds'
import { destroyDataKeys } from '@travel-rule/database/record-keys'
import type { RetentionRule } from '@travel-rule/database/retention'
import type { Sealer } from '@travel-rule/database/seal'
import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { ProofStatus } from '../proofs/domain/proof.ts'
import type { ProofFilter } from '../proofs/domain/proof-filter.ts'
import { matchesInSql } from './list-proofs.ts'
import { customerFingerprints } from './proof-fingerprints.ts'
import { PROOF_KIND, PROOF_SUBJECT } from './save-proof.ts'
import type { Tables } from './tables.ts'

export const PROOFS: ErasableTable = {
  table: 'proof',
  holdColumn: 'proof_id',
  subject: PROOF_SUBJECT,
  erased: 'proof.erased',
}

/** A proof that may be erased. */
export interface Erasable {
  readonly id: string
  readonly version: number
  readonly status: ProofStatus
  readonly isSealed: boolean
  readonly isHeld: boolean
}

/** The proofs with these ids, or the proofs of a customer that match a filter. */
export type ErasableQuery =
  | { readonly ids: readonly string[] }
  | { readonly filter: ProofFilter; readonly customerReference: string | undefined }

/** Locks these proofs, lowest id first, except those that were already erased. */
export async function lockErasable(
  { tx, sealer }: { readonly tx: Transaction<Tables>; readonly sealer: Sealer },
  query: ErasableQuery,
  limit: number,
): Promise<Erasable[]> {
  const rows = await tx
    .selectFrom('proof')
    .select(['id', 'version', 'status', sql<boolean>`details_sealed is not null`.as('isSealed')])
    .where((eb) => {
      if ('ids' in query) return eb('id', 'in', query.ids)
      const conditions: Expression<SqlBool>[] = [matchesInSql(eb, query.filter, sealer)]
      const { customerReference: reference } = query
      if (reference !== undefined) {
        conditions.push(eb('customerFingerprint', 'in', [...customerFingerprints(sealer, reference)]))
      }
      return eb.and(conditions)
    })
    .where('erasedAt', 'is', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  // A separate statement, which sees what was committed while waiting for the lock.
  const ids = rows.map(({ id }) => id)
  const held = await sql<{ id: string }>`
    select id from proof where id = any(${ids}::uuid[]) and ${isHeld(PROOFS)}`.execute(tx)
  const heldIds = new Set(held.rows.map(({ id }) => id))
  return rows.map((row) => ({ ...row, isHeld: heldIds.has(row.id) }))
}

/** True if a proof is not sealed, so that it cannot be found by its customer. */
export async function hasPlainProofs(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from proof where details_sealed is null) as exists`.execute(db)
  return rows[0]?.exists === true
}

/**
 * Destroys the data keys of locked proofs, what was sealed with them in every version, and everything that
 * leads to a person. Asset, transaction, statuses, outcomes and times remain, and so does the hash of the
 * token, so that the customer's link is still recognized.
 */
export async function eraseProofRows(tx: Transaction<Tables>, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await destroyDataKeys(tx, { kind: PROOF_KIND, ids, at })
  const erased = sql`
    details_sealed = '', token_sealed = '', customer_reference_sealed = null, revocation_reason_sealed = null,
    address_book_entry_id = null, erased_at = ${at}`
  await sql`
    update proof set ${erased}, address_fingerprint = null, customer_fingerprint = null
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update proof_version set ${erased} where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update legal_holds set reason_sealed = '', end_reason_sealed = null where proof_id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

/** The latest time of last change at which the retention period of a proof has ended; `undefined` if unknown. */
interface RetentionLimits {
  /** For proofs that were not requested for a transaction and never verified. */
  readonly unused: Date | undefined
  /** For proofs that were requested for a transaction, and for revoked ones. */
  readonly transaction: Date | undefined
}

/** The condition of the index `proof_ended`. */
const IS_ENDED = sql`erased_at is null and status not in ('REQUESTED', 'VERIFIED')`

const IS_USED = sql`(transaction_id is not null or status in ('REVOKED', 'VERIFIED'))`

/** Which proofs are past these limits, and which of them may be erased. */
export function retentionRule({ unused, transaction }: RetentionLimits): RetentionRule {
  const isPast = (limit: Date | undefined) => (limit === undefined ? sql`false` : sql`updated_at < ${limit}`)
  // Past the period of its kind or, if that is unknown, past that of the other kind.
  const isOld = sql`erased_at is null and
    case when ${IS_USED} then ${isPast(transaction ?? unused)} else ${isPast(unused ?? transaction)} end`
  const isDue = sql`${IS_ENDED} and details_sealed is not null
    and ((${IS_USED} and ${isPast(transaction)}) or (not ${IS_USED} and ${isPast(unused)}))
    and not ${isHeld(PROOFS)}`
  return { ...PROOFS, ageColumn: 'updated_at', isOld, isDue }
}
