import { ok, type Refusal, type Result, refuse } from '@travel-rule/service/result'
import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './outbox.ts'
import type { RecordedTransaction } from './recorded-transaction.ts'
import type { Sealer } from './seal.ts'

/** A table with personal data. Its records have an `id`, and a legal hold keeps them from erasure. */
export interface ErasableTable {
  readonly table: string
  /** The column of `legal_holds` that has the id of the record. */
  readonly holdColumn: string
  /** The type of a record in events. */
  readonly subject: string
  /** The type of the event of an erasure. */
  readonly erased: string
}

/** Why the personal data of a record must not be erased. */
export interface LegalHold {
  readonly recordId: string
  readonly setBy: string
  readonly setAt: Date
  /** Internal; may contain personal data. */
  readonly reason: string
}

/** The condition that a record is under a legal hold. */
export function isHeld({ table, holdColumn }: ErasableTable): RawBuilder<SqlBool> {
  return sql`exists (
    select from legal_holds where ${sql.ref(holdColumn)} = ${sql.ref(`${table}.id`)} and ended_at is null)`
}

/** The current legal holds of these records. */
export async function loadLegalHolds(
  db: QueryExecutorProvider,
  sealer: Sealer,
  { holdColumn }: ErasableTable,
  recordIds: readonly string[],
): Promise<LegalHold[]> {
  const { rows } = await sql<Omit<LegalHold, 'reason'> & { readonly reasonSealed: Buffer }>`
    select ${sql.ref(holdColumn)} as record_id, set_by, set_at, reason_sealed from legal_holds
    where ${sql.ref(holdColumn)} = any(${recordIds}::uuid[]) and ended_at is null`.execute(db)
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ recordId }) => recordId),
  )
  return rows.map(({ reasonSealed, ...hold }) => {
    const reason = keyOf(hold.recordId).open(reasonSealed, legalHoldContext(hold.recordId, hold.setAt, 'reason'))
    return { ...hold, reason: reason.toString() }
  })
}

interface HoldChange {
  /** The type of the event, such as `transfer.legal_hold_set`. */
  readonly type: `${string}.legal_hold_set` | `${string}.legal_hold_ended`
  readonly recordId: string
  readonly reason: string
  readonly actor: Actor
  readonly at: Date
}

/**
 * Sets or ends the legal hold on a locked record, and records the event. Refused with `LEGAL_HOLD_EXISTS` and
 * `LEGAL_HOLD_NOT_FOUND`.
 */
export async function changeLegalHold<Tables>(
  { tx, record }: RecordedTransaction<Tables>,
  sealer: Sealer,
  { holdColumn, subject }: ErasableTable,
  { type, recordId, reason, actor, at }: HoldChange,
): Promise<Result<true, Refusal<'LEGAL_HOLD_EXISTS' | 'LEGAL_HOLD_NOT_FOUND'>>> {
  const isCurrent = sql`${sql.ref(holdColumn)} = ${recordId} and ended_at is null`
  const { rows } = await sql<{ setAt: Date }>`
    select set_at from legal_holds where ${isCurrent}`.execute(tx)
  const [current] = rows
  const key = await sealer.records.of(tx, recordId)
  if (type.endsWith('.legal_hold_set')) {
    if (current !== undefined) return refuse('LEGAL_HOLD_EXISTS', 'A legal hold is already set.')
    const reasonSealed = key.seal(reason, legalHoldContext(recordId, at, 'reason'))
    await sql`
      insert into legal_holds (${sql.ref(holdColumn)}, set_at, set_by, reason_sealed)
      values (${recordId}, ${at}, ${actor.id}, ${reasonSealed})`.execute(tx)
  } else {
    if (current === undefined) return refuse('LEGAL_HOLD_NOT_FOUND', 'No legal hold is set.')
    const reasonSealed = key.seal(reason, legalHoldContext(recordId, current.setAt, 'end'))
    await sql`
      update legal_holds set ended_at = ${at}, ended_by = ${actor.id}, end_reason_sealed = ${reasonSealed}
      where ${isCurrent}`.execute(tx)
  }
  record({ type, subject: { type: subject, id: recordId }, actor, at, detail: {} })
  return ok(true)
}

/** The context with which a reason of a legal hold is sealed. */
export function legalHoldContext(recordId: string, setAt: Date, reason: 'reason' | 'end'): string {
  return `legal-hold:${recordId}:${setAt.getTime()}:${reason}`
}
