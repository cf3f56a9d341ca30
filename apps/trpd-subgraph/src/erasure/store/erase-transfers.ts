import { type ErasableTable, isHeld } from '@travel-rule/database/legal-holds'
import { destroyDataKeys } from '@travel-rule/database/record-keys'
import type { RetentionRule } from '@travel-rule/database/retention'
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { FOLDER } from '../../transfers/store/transfer-conditions.ts'

export const TRANSFERS: ErasableTable = {
  table: 'transfers',
  holdColumn: 'transfer_id',
  subject: 'transfer',
  erased: 'transfer.erased',
}

/** A transfer that may be erased. */
export interface Erasable {
  readonly id: string
  readonly version: number
  /** True if nothing is left to do: the exchange and the case are finished, and no message is being delivered. */
  readonly isFinished: boolean
  readonly isHeld: boolean
  /**
   * True for an undecided received inquiry whose VASP is not trusted or whose sender did not prove to be its
   * VASP, and that no person has started to review. Anyone may have sent it.
   */
  readonly isOfStranger: boolean
}

/** The transfers with these ids, or all transfers of a customer. */
export type ErasableQuery = { readonly ids: readonly string[] } | { readonly fingerprints: readonly Buffer[] }

/** Locks these transfers, except those that were already erased. */
export async function lockErasable(tx: Transaction<Tables>, query: ErasableQuery): Promise<Erasable[]> {
  const which =
    'ids' in query
      ? sql`id = any(${query.ids}::uuid[])`
      : sql`customer_fingerprint = any(${query.fingerprints}::bytea[]) and customer_fingerprint <> ''::bytea`
  const locked = await sql<{ id: string }>`
    select id from transfers where ${which} and erased_at is null order by id for update`.execute(tx)
  const ids = locked.rows.map(({ id }) => id)
  // A separate statement, which sees what was committed while waiting for the lock.
  const { rows } = await sql<Erasable>`
    select id, version, ${IS_FINISHED} as "isFinished",
      ${isHeld(TRANSFERS)} as "isHeld",
      direction = 'RECEIVED' and status in ('BLOCKED', 'PENDING')
        and (holds @> '["VASP_NOT_TRUSTED"]' or coalesce(sender ->> 'verification' <> 'VERIFIED', true))
        and not exists (select from cases where transfer_id = transfers.id and cases.status <> 'NEW')
        as "isOfStranger"
    from transfers where id = any(${ids}::uuid[]) order by id`.execute(tx)
  return rows
}

/** The condition that nothing is left to do for a transfer, and no message is being delivered. */
const IS_FINISHED: RawBuilder<SqlBool> = sql`(
  ${FOLDER} = 'ARCHIVE' and delivery_state in ('NONE', 'DELIVERED', 'FAILED') and not exists (
    select from cases where transfer_id = transfers.id and cases.status <> 'CLOSED'))`

/** True if the personal data of a transfer was erased. */
export async function isErased(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db.selectFrom('transfers').select('erasedAt').where('id', '=', id).executeTakeFirst()
  return row?.erasedAt != null
}

/**
 * Destroys the data keys of locked transfers, what was sealed with them, and everything that leads to a
 * person: messages, callbacks, data requests, addresses, name tokens, and the customer reference. What
 * happened when, by whom, and with which asset, amount, VASP and hash remains.
 */
export async function eraseTransfers(tx: Transaction<Tables>, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await destroyDataKeys(tx, { kind: 'TRANSACTION', ids, at })
  const own = sql`transfer_id = any(${ids}::uuid[])`
  await sql`
    update transfers set
      private_sealed = '', reason_sealed = null, delivery_problem_sealed = null,
      address = null, origin_address = null, travel_address = case channel when 'TRP' then '' end,
      address_book_entry_id = null, customer_fingerprint = '', erased_at = ${at}
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update transfer_history set reason_sealed = null, delivery_problem_sealed = null, address = null
    where ${own}`.execute(tx)
  const tables = ['transferMessages', 'deliveries', 'callbackTokens', 'transferNames', 'transferScreenings']
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
  }
  await sql`update check_runs set evidence_sealed = '' where ${own}`.execute(tx)
  await sql`
    update cases set paused_by = null, paused_at = null, pause_sealed = null,
      proposed_by = null, proposal_expires_at = null, proposal_sealed = null
    where ${own}`.execute(tx)
  await sql`update case_changes set text_sealed = null where ${own} and text_sealed is not null`.execute(tx)
  await sql`
    update data_requests set
      state = case state when 'OPEN' then 'WITHDRAWN' else state end, settled_at = coalesce(settled_at, ${at}),
      request_sealed = '', response_sealed = case when response_sealed is not null then ''::bytea end
    where ${own}`.execute(tx)
  await sql`update transfer_corrections set former_sealed = '' where ${own}`.execute(tx)
  await sql`update legal_holds set reason_sealed = '', end_reason_sealed = null where ${own}`.execute(tx)
}

/** The latest time of last change at which a transfer's retention period has ended. */
interface RetentionLimits {
  readonly transactions: Date
  /** For transfers with screening hits; if absent, none of them is due. */
  readonly screeningHits: Date | undefined
}

/** Which transfers are past these limits, and which of them may be erased. */
export function retentionRule({ transactions, screeningHits }: RetentionLimits): RetentionRule {
  const isOld = sql`erased_at is null and created_at < ${transactions} and updated_at < ${transactions}`
  const hasHit = sql`exists (
    select from transfer_screenings where transfer_id = transfers.id and verdict in ('WARN', 'FAIL'))`
  const isCovered = screeningHits === undefined ? hasHit : sql`(updated_at >= ${screeningHits} and ${hasHit})`
  const isDue = sql`${isOld} and ${IS_FINISHED} and not ${isCovered} and not ${isHeld(TRANSFERS)}`
  return { ...TRANSFERS, ageColumn: 'created_at', isOld, isDue }
}
