import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql } from 'kysely'
import { screeningFinding } from '../../checks/domain/screening.ts'
import { DATA_VERSION_FIRST, findingId } from '../../checks/store/check-runs.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { ScreeningEvidence, ScreeningResult } from '../domain/screening-result.ts'

/** The latest screening of a transfer. */
export interface TransferScreening extends ScreeningResult {
  readonly transferId: string
  readonly screenedAt: Date
}

/** A screening and the time of the next one. */
export interface StoredScreening extends TransferScreening {
  /** When the transfer is screened again even with unchanged lists; `undefined` for never. */
  readonly retryAt: Date | undefined
}

/** The latest screenings of these transfers, in any order. */
export async function loadScreenings(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
): Promise<StoredScreening[]> {
  const rows = await db.selectFrom('transferScreenings').selectAll().where('transferId', 'in', transferIds).execute()
  const keyOf = await sealer.records.load(db, transferIds)
  return rows.map((row) => ({
    transferId: row.transferId,
    verdict: row.verdict,
    evidence: parseEvidence(
      keyOf(row.transferId).open(row.evidenceSealed, screeningContext(row.transferId)).toString(),
    ),
    screenedAt: row.screenedAt,
    retryAt: row.retryAt ?? undefined,
  }))
}

/** The screened transfers created after `since`, newest first, with the list version of each screening. */
export async function listScreenedSince(
  db: Kysely<Tables>,
  { since, before, limit }: { readonly since: Date; readonly before: bigint | undefined; readonly limit: number },
): Promise<{ readonly id: string; readonly sequence: bigint; readonly lists: string | null }[]> {
  const query = db
    .selectFrom('transfers')
    .innerJoin('transferScreenings', 'transferScreenings.transferId', 'transfers.id')
    .select(['transfers.id', 'transfers.sequence', 'transferScreenings.lists'])
    .where('transfers.createdAt', '>=', since)
    .where('transfers.erasedAt', 'is', null)
    .orderBy('transfers.sequence', 'desc')
    .limit(limit)
  return (before === undefined ? query : query.where('transfers.sequence', '<', before)).execute()
}

/** A screening, with the lists and data it used. */
export interface NewScreening extends StoredScreening {
  /** The version of the lists. */
  readonly version: string
}

/** Stores a screening of the current data of a transfer; replaces an older one. */
export async function saveScreening(
  db: Kysely<Tables>,
  sealer: Sealer,
  { transferId, verdict, evidence, screenedAt, version, retryAt }: NewScreening,
): Promise<void> {
  const key = await sealer.records.of(db, transferId)
  const evidenceSealed = key.seal(JSON.stringify(evidence), screeningContext(transferId))
  const times = { screenedAt, retryAt: retryAt ?? null, retryFor: screenedAt }
  const found = { check: 'SCREENING', ...screeningFinding({ verdict, evidence }) } as const
  const values = {
    verdict,
    evidenceSealed,
    lists: version,
    ...times,
    finding: verdict === 'PASS' ? null : findingId(sealer, transferId, found),
    dataVersion: sql<number>`(select data_version from transfers where id = ${transferId})`,
  }
  await db
    .insertInto('transferScreenings')
    .values({ transferId, ...values })
    .onConflict((conflict) => conflict.column('transferId').doUpdateSet(values))
    .execute()
}

/**
 * Schedules another screening of an already screened transfer at `at`, unless it is screened before. Returns
 * false if the transfer was never screened.
 */
export async function retryScreening(db: Kysely<Tables>, transferId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transferScreenings')
    .set(({ ref }) => ({ retryAt: at, retryFor: ref('screenedAt') }))
    .where('transferId', '=', transferId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A position in the order in which transfers are screened again. */
export interface ScreeningCursor {
  /** As formatted by PostgreSQL, with microseconds. */
  readonly createdAt: string
  readonly sequence: bigint
}

interface UnscreenedSearch {
  readonly version: string
  readonly since: Date
  readonly limit: number
  /** Starts after this transfer. */
  readonly after: ScreeningCursor | undefined
}

/** A transfer that must be screened, and its position. */
export interface Unscreened extends ScreeningCursor {
  readonly id: string
}

/** Transfers that were not screened against `version` and are open or were created after `since`, oldest first. */
export function listUnscreened(db: Kysely<Tables>, search: UnscreenedSearch): Promise<Unscreened[]> {
  return unscreened(db, search).where(isOpenOrNew(search.since)).execute()
}

/** Transfers that were not screened against `version` and were created after `since`, oldest first. */
export function listNewUnscreened(db: Kysely<Tables>, search: UnscreenedSearch): Promise<Unscreened[]> {
  return unscreened(db, search).where('transfers.createdAt', '>=', search.since).execute()
}

/**
 * Transfers due for another screening at `at` that are open or were created after `since`, in order of due
 * time. Hits and gaps stored by an older process are due immediately.
 */
export async function listRetries(
  db: Kysely<Tables>,
  { at, since, limit }: { readonly at: Date; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transferScreenings')
    .innerJoin('transfers', 'transfers.id', 'transferScreenings.transferId')
    .select('transfers.id')
    .where(sql<boolean>`(retry_at <= ${at} or (verdict <> 'PASS' and retry_for is distinct from screened_at))`)
    .where('transfers.erasedAt', 'is', null)
    .where(isOpenOrNew(since))
    .orderBy('retryAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The condition that a transfer is open, can be retried, or was created after `since`. */
function isOpenOrNew(since: Date) {
  return sql<boolean>`(transfers.status in ('BLOCKED', 'PENDING', 'APPROVED', 'FAILED') or transfers.created_at >= ${since})`
}

function unscreened(db: Kysely<Tables>, { version, after, limit }: UnscreenedSearch) {
  const query = db
    .selectFrom('transfers')
    .leftJoin('transferScreenings', 'transferScreenings.transferId', 'transfers.id')
    .select(['transfers.id', 'transfers.sequence', sql<string>`transfers.created_at::text`.as('createdAt')])
    .where(sql<boolean>`(transfer_screenings.lists is distinct from ${version}
      or coalesce(transfer_screenings.data_version, ${sql.lit(DATA_VERSION_FIRST)}) <> transfers.data_version)`)
    .where('transfers.erasedAt', 'is', null)
    .orderBy('transfers.createdAt')
    .orderBy('transfers.sequence')
    .limit(limit)
  if (after === undefined) return query
  const { createdAt, sequence } = after
  return query.where(
    sql<boolean>`(transfers.created_at, transfers.sequence) > (${createdAt}::timestamptz, ${sequence}::bigint)`,
  )
}

export function screeningContext(transferId: string): string {
  return `transfer-screening:${transferId}`
}

function parseEvidence(json: string): ScreeningEvidence {
  const evidence = JSON.parse(json) as ScreeningEvidence
  return { ...evidence, lists: evidence.lists.map((list) => ({ ...list, loadedAt: new Date(list.loadedAt) })) }
}
