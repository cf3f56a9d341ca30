import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'

/** A correction of the data of a transfer. */
export interface Correction {
  readonly transferId: string
  /** The resulting version of the transfer. */
  readonly version: number
  /** The replaced data; absent once it has been erased. */
  readonly former?: Ivms101
  /** Subject of the officer. */
  readonly by: string
  readonly at: Date
}

/** The transfers linked to a transfer, by id. */
export interface ResubmissionLinks {
  /** The transfer that this one replaces. */
  readonly of?: string
  /** The transfer that replaces this one. */
  readonly as?: string
}

export async function insertCorrection(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { transferId, version, former, by, at }: Correction & { readonly former: Ivms101 },
): Promise<void> {
  const key = await sealer.records.of(tx, transferId)
  const formerSealed = key.seal(JSON.stringify(former), correctionContext(transferId, version))
  await tx
    .insertInto('transferCorrections')
    .values({ transferId, version, formerSealed, correctedBy: by, at })
    .execute()
}

/** Maximum number of corrections listed per transfer. */
const CORRECTIONS_LISTED_MAX = 50

/** The latest corrections of these transfers, at most `limit` of each, newest first, by transfer id. */
export async function listCorrections(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
  limit = CORRECTIONS_LISTED_MAX,
): Promise<Map<string, Correction[]>> {
  const { rows } = await sql<CorrectionRow>`
    select found.* from unnest(${transferIds}::uuid[]) as transfer (id)
    cross join lateral (
      select * from transfer_corrections where transfer_id = transfer.id
      order by version desc limit ${limit}
    ) as found order by found.version desc`.execute(db)
  const keyOf = await sealer.records.load(db, transferIds)
  const corrections = rows.map(({ transferId, version, formerSealed, correctedBy, at }): Correction => {
    const base = { transferId, version, by: correctedBy, at }
    if (formerSealed.length === 0) return base
    const former = JSON.parse(keyOf(transferId).open(formerSealed, correctionContext(transferId, version)).toString())
    return { ...base, former: former as Ivms101 }
  })
  return Map.groupBy(corrections, ({ transferId }) => transferId)
}

interface CorrectionRow {
  readonly transferId: string
  readonly version: number
  readonly formerSealed: Buffer
  readonly correctedBy: string
  readonly at: Date
}

/** Links a new transfer to the one that it replaces. */
export async function insertResubmission(tx: Transaction<Tables>, transferId: string, formerId: string): Promise<void> {
  await tx.insertInto('resubmissions').values({ transferId, formerId }).execute()
}

/** The links of these transfers, by transfer id. */
export async function loadResubmissions(
  db: Kysely<Tables>,
  transferIds: readonly string[],
): Promise<Map<string, ResubmissionLinks>> {
  const rows = await db
    .selectFrom('resubmissions')
    .selectAll()
    .where((where) => where.or([where('transferId', 'in', transferIds), where('formerId', 'in', transferIds)]))
    .execute()
  const links = new Map<string, ResubmissionLinks>()
  for (const { transferId, formerId } of rows) {
    links.set(transferId, { ...links.get(transferId), of: formerId })
    links.set(formerId, { ...links.get(formerId), as: transferId })
  }
  return links
}

export function correctionContext(transferId: string, version: number): string {
  return `transfer:${transferId}:correction:${version}`
}
