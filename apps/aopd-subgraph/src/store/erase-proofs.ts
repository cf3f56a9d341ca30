import { destroyDataKeys } from '@travel-rule/database/record-keys'
import type { Sealer } from '@travel-rule/database/seal'
import { type Expression, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { ProofStatus } from '../proofs/domain/proof.ts'
import type { ProofFilter } from '../proofs/domain/proof-filter.ts'
import { matchesInSql } from './list-proofs.ts'
import { customerFingerprints } from './proof-fingerprints.ts'
import { PROOF_KIND } from './save-proof.ts'
import type { Tables } from './tables.ts'

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
  const holds = await tx
    .selectFrom('legalHolds')
    .select('proofId')
    .where(
      'proofId',
      'in',
      rows.map(({ id }) => id),
    )
    .where('endedAt', 'is', null)
    .execute()
  const held = new Set(holds.map(({ proofId }) => proofId))
  return rows.map((row) => ({ ...row, isHeld: held.has(row.id) }))
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
