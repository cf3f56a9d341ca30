import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql } from 'kysely'
import type { ScreeningEvidence, ScreeningResult } from '../domain/screening/screening-result.ts'
import type { Tables } from './tables.ts'

/** The latest screening of a transfer. */
export interface TransferScreening extends ScreeningResult {
  readonly transferId: string
  readonly screenedAt: Date
}

/** The latest screenings of these transfers, in any order. */
export async function loadScreenings(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
): Promise<TransferScreening[]> {
  const rows = await db.selectFrom('transfer_screenings').selectAll().where('transfer_id', 'in', transferIds).execute()
  const keyOf = await sealer.records.load(db, transferIds)
  return rows.map((row) => ({
    transferId: row.transfer_id,
    verdict: row.verdict,
    evidence: parseEvidence(keyOf(row.transfer_id).open(row.evidence_sealed, contextOf(row.transfer_id)).toString()),
    screenedAt: row.screened_at,
  }))
}

/** Stores a screening; an older one is replaced. */
export async function saveScreening(
  db: Kysely<Tables>,
  sealer: Sealer,
  { transferId, verdict, evidence, screenedAt }: TransferScreening,
  version: string,
): Promise<void> {
  const key = await sealer.records.of(db, transferId)
  const evidence_sealed = key.seal(JSON.stringify(evidence), contextOf(transferId))
  const values = { verdict, evidence_sealed, lists: version, screened_at: screenedAt }
  await db
    .insertInto('transfer_screenings')
    .values({ transfer_id: transferId, ...values })
    .onConflict((conflict) => conflict.column('transfer_id').doUpdateSet(values))
    .execute()
}

/** Transfers that were not screened against `version` and are open or were created after `since`, oldest first. */
export async function listUnscreened(
  db: Kysely<Tables>,
  { version, since, limit }: { readonly version: string; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await unscreened(db, version, limit).where(isOpenOrNew(since)).execute()
  return rows.map(({ id }) => id)
}

/** Transfers that were not screened against `version` and were created after `since`, oldest first. */
export async function listNewUnscreened(
  db: Kysely<Tables>,
  { version, since, limit }: { readonly version: string; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await unscreened(db, version, limit).where('transfers.created_at', '>=', since).execute()
  return rows.map(({ id }) => id)
}

/**
 * Transfers whose screening is `UNKNOWN` since before `before` and that are open or were created after
 * `since`, oldest first.
 */
export async function listUnknown(
  db: Kysely<Tables>,
  { before, since, limit }: { readonly before: Date; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_screenings')
    .innerJoin('transfers', 'transfers.id', 'transfer_screenings.transfer_id')
    .select('transfers.id')
    .where('verdict', '=', sql.lit('UNKNOWN'))
    .where('screened_at', '<', before)
    .where(isOpenOrNew(since))
    .orderBy('screened_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The condition that a transfer is open or was created after `since`. */
function isOpenOrNew(since: Date) {
  return sql<boolean>`(transfers.status in ('BLOCKED', 'PENDING', 'APPROVED') or transfers.created_at >= ${since})`
}

function unscreened(db: Kysely<Tables>, version: string, limit: number) {
  return db
    .selectFrom('transfers')
    .leftJoin('transfer_screenings', 'transfer_screenings.transfer_id', 'transfers.id')
    .select('transfers.id')
    .where(sql<boolean>`transfer_screenings.lists is distinct from ${version}`)
    .where('transfers.erased_at', 'is', null)
    .orderBy('transfers.created_at')
    .limit(limit)
}

function contextOf(transferId: string): string {
  return `transfer-screening:${transferId}`
}

function parseEvidence(json: string): ScreeningEvidence {
  const evidence = JSON.parse(json) as ScreeningEvidence
  return { ...evidence, lists: evidence.lists.map((list) => ({ ...list, loadedAt: new Date(list.loadedAt) })) }
}
