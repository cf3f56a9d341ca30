import { entityOf } from '@travel-rule/database/entity-columns'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DeliveryAttemptTable, Tables } from '../../foundation/store/tables.ts'
import type { DeliveryKind } from '../../transfers/domain/transfer.ts'
import type { DeliveryAttempt } from '../domain/delivery-attempt.ts'

/** Maximum number of attempts listed per transfer. */
export const ATTEMPTS_LISTED_MAX = 50

/** Stores an attempt. */
export async function insertAttempt(
  tx: Transaction<Tables>,
  transferId: string,
  attempt: DeliveryAttempt,
): Promise<void> {
  await tx
    .insertInto('deliveryAttempts')
    .values({
      transferId,
      kind: attempt.kind,
      outcome: attempt.outcome,
      status: attempt.status ?? null,
      failure: attempt.failure ?? null,
      durationMs: attempt.durationMs,
      requestBytes: attempt.requestBytes,
      responseBytes: attempt.responseBytes ?? null,
      startedAt: attempt.startedAt,
    })
    .execute()
}

/**
 * True if the counterparty itself refused the message of this kind at the latest attempt. Our own refusal to
 * connect does not count, nor does a redirect, which may come from a proxy: neither says what the
 * counterparty has stored.
 */
export async function wasRefused(
  tx: Transaction<Tables>,
  { transferId, kind }: { readonly transferId: string; readonly kind: DeliveryKind },
): Promise<boolean> {
  const row = await tx
    .selectFrom('deliveryAttempts')
    .select(['outcome', 'status'])
    .where('transferId', '=', transferId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.outcome === 'RETRY' || row.outcome === 'DELIVERED') return false
  return row.status !== null && row.status >= 400
}

/** The latest attempts of these transfers, at most `limit` of each, newest first, by transfer. */
export async function listAttempts(
  db: Kysely<Tables>,
  transferIds: readonly string[],
  limit = ATTEMPTS_LISTED_MAX,
): Promise<Map<string, DeliveryAttempt[]>> {
  const { rows } = await sql<Selectable<DeliveryAttemptTable>>`
    select attempt.* from unnest(${transferIds}::uuid[]) as transfer (id)
    cross join lateral (
      select * from delivery_attempts where transfer_id = transfer.id order by id desc limit ${limit}
    ) as attempt order by attempt.id desc`.execute(db)
  const byTransfer = Map.groupBy(rows, (row) => row.transferId)
  return new Map([...byTransfer].map(([id, attempts]) => [id, attempts.map(attemptOfRow)]))
}

function attemptOfRow(row: Selectable<DeliveryAttemptTable>): DeliveryAttempt {
  const { id: _id, transferId: _transfer, ...attempt } = entityOf(row)
  return attempt
}
