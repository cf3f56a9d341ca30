import type { OnBroken } from '@travel-rule/database/observe-sealing'
import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

const CONTEXT = 'customer-reference'

/** All fingerprints under which a customer reference may be stored; new rows are stored with the first. */
export function customerFingerprints(sealer: Sealer, reference: string): readonly [Buffer, ...Buffer[]] {
  return sealer.fingerprints(reference.trim(), CONTEXT)
}

/** The fingerprint to store; empty without a reference. */
export function customerFingerprint(sealer: Sealer, reference: string | undefined): Buffer {
  return reference === undefined ? Buffer.alloc(0) : customerFingerprints(sealer, reference)[0]
}

/** A transfer of an older version, which did not store the fingerprint of its customer reference. */
export interface UnmarkedTransfer {
  readonly id: string
  readonly addressBookEntryId: string | null
}

/** The rows to mark. Rows locked by others are skipped unless it `waits`. */
export interface MarkOptions {
  readonly max: number
  /** The row after which to continue, in the order of ids. */
  readonly after?: string | undefined
  readonly waits?: boolean
  /** Receives address book entries that cannot be opened. */
  readonly onBroken: OnBroken
}

/** Locks some transfers without a fingerprint. */
export async function lockUnmarkedTransfers(
  tx: Transaction<Tables>,
  { max, after, waits = false }: Omit<MarkOptions, 'onBroken'>,
): Promise<UnmarkedTransfer[]> {
  return await tx
    .selectFrom('transfers')
    .select(['id', 'addressBookEntryId'])
    .where('customerFingerprint', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .$if(!waits, (query) => query.skipLocked())
    .execute()
}

/** Stores fingerprints of transfers. This creates no new version and publishes no event. */
export async function markTransfers(
  tx: Transaction<Tables>,
  fingerprints: readonly { readonly id: string; readonly fingerprint: Buffer }[],
): Promise<void> {
  await sql`
    update transfers set customer_fingerprint = marked.fingerprint
    from unnest(${fingerprints.map(({ id }) => id)}::uuid[], ${fingerprints.map(({ fingerprint }) => fingerprint)}::bytea[])
      as marked (id, fingerprint)
    where transfers.id = marked.id`.execute(tx)
}

/** True if a transfer or address book entry has no fingerprint, so that its customer is unknown. */
export async function hasUnmarked(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isUnmarked: boolean }>`
    select exists (select from transfers where customer_fingerprint is null)
      or exists (select from address_book where customer_fingerprint is null) as "isUnmarked"`.execute(db)
  return rows[0]?.isUnmarked === true
}
