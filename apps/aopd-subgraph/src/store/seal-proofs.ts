import { insertDataKey } from '@travel-rule/database/record-keys'
import type { WorkedPage } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import { SealError } from '@travel-rule/database/sealed-bytes'
import { type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import { fingerprintsOf } from './proof-fingerprints.ts'
import { fromRow, toRow } from './proof-row.ts'
import { PROOF_KIND } from './save-proof.ts'
import type { Tables } from './tables.ts'

interface SealOptions {
  /** Maximum number of proofs. */
  readonly max: number
  /** The proof after which to continue, in the order of ids. */
  readonly after?: string | undefined
  /** Receives the proofs that cannot be opened; they stay unchanged. */
  readonly onBroken: (proofId: string, error: unknown) => void
}

/**
 * Gives proofs with plain details a data key, and seals all their versions with it. May run in any number of
 * processes at once. No proof gets a new version.
 */
export async function sealPlainProofs(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { max, after, onBroken }: SealOptions,
): Promise<WorkedPage<string>> {
  const rows = await tx
    .selectFrom('proof')
    .select('id')
    .where('detailsSealed', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
  let done = 0
  for (const { id } of rows) {
    try {
      await sealProof(tx, sealer, id)
      done += 1
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      onBroken(id, error)
    }
  }
  return { done, next: rows.length < max ? undefined : rows.at(-1)?.id }
}

async function sealProof(tx: Transaction<Tables>, sealer: Sealer, id: string): Promise<void> {
  const current = await tx.selectFrom('proof').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const versions = await tx.selectFrom('proofVersion').selectAll().where('id', '=', id).execute()
  // Everything is opened before anything is written, so that a proof is sealed completely or not at all.
  const proof = fromRow(current, sealer)
  const earlier = versions.map((row) => fromRow(row, sealer))
  const key = await sealer.records.create(PROOF_KIND, id, { exists: true })
  await sql`with keyed as ${insertDataKey(key)} select`.execute(tx)
  const sealed = columnsOf(toRow(proof, { key, isSealed: true }))
  await tx
    .updateTable('proof')
    .set({ ...sealed, ...fingerprintsOf(proof, sealer) })
    .where('id', '=', id)
    .execute()
  for (const version of earlier) {
    await tx
      .updateTable('proofVersion')
      .set(columnsOf(toRow(version, { key, isSealed: true })))
      .where('id', '=', id)
      .where('version', '=', version.version)
      .execute()
  }
}

/** The columns of a row that sealing changes. */
function columnsOf(row: ReturnType<typeof toRow>) {
  const { address, challenge, submittedAddress, signature, verdictReason, detailsSealed } = row
  const { tokenSealed, customerReferenceSealed, revocationReasonSealed } = row
  return {
    ...{ address, challenge, submittedAddress, signature, verdictReason, detailsSealed },
    ...{ tokenSealed, customerReferenceSealed, revocationReasonSealed },
  }
}

/** The number of proofs with plain details, which are found only by these. */
export async function countPlainProofs(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from proof where details_sealed is null`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
