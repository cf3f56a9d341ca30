import { createHash } from 'node:crypto'
import { ok, type Refusal, type Result, refuse } from '@travel-rule/service/result'
import type { ErasableTable } from './legal-holds.ts'
import type { Actor } from './outbox.ts'
import type { RecordedTransaction } from './recorded-transaction.ts'

/** Why personal data is erased. */
export interface Grounded {
  readonly ground: 'DATA_SUBJECT_REQUEST' | 'RETENTION_ENDED' | 'AUTHORITY_ORDER' | 'RECORDED_IN_ERROR'
  /** Reference to the operator's record of the request or order; no personal data. */
  readonly ticket?: string | null | undefined
}

const TICKET = /^[A-Za-z0-9#._/:-]{1,64}$/

/** The ticket; null if absent. Refused with `ERASURE_TICKET_INVALID`. */
export function checkTicket(
  ticket: string | null | undefined,
): Result<string | null, Refusal<'ERASURE_TICKET_INVALID'>> {
  if (ticket == null || TICKET.test(ticket)) return ok(ticket ?? null)
  return refuse(
    'ERASURE_TICKET_INVALID',
    'ticket must have 1 to 64 ASCII letters, digits and the characters # . _ / : -',
  )
}

/** Refused with `LEGAL_HOLD_SET` if one of these records is under a legal hold. */
export function checkHolds(
  records: readonly { readonly id: string; readonly isHeld: boolean }[],
): Result<true, Refusal<'LEGAL_HOLD_SET'>> {
  const held = records.filter(({ isHeld }) => isHeld)
  if (held.length === 0) return ok(true)
  return refuse('LEGAL_HOLD_SET', 'A legal hold is set: endLegalHold first.', namedRecords(held))
}

/** Maximum number of ids that a refusal names. */
const IDS_MAX = 20

/** The records because of which an erasure is refused, for programs. */
export function namedRecords(records: readonly { readonly id: string }[]) {
  return { count: records.length, ids: records.slice(0, IDS_MAX).map(({ id }) => id) }
}

/** Records the erasure of each of these records, as a certificate in the audit log. */
export function recordErasures(
  { record }: Pick<RecordedTransaction<unknown>, 'record'>,
  { subject: type, erased: event }: ErasableTable,
  erased: readonly { readonly id: string; readonly version: number }[],
  { ground, ticket = null, actor, at }: Grounded & { readonly actor: Actor; readonly at: Date },
): void {
  for (const { id, version } of erased) {
    record({ type: event, subject: { type, id }, actor, at, detail: { version, ground, ticket } })
  }
}

/** A stable id for a person who has no record. Does not reveal the reference that was fingerprinted. */
export function fingerprintId(fingerprint: Buffer): string {
  const hex = createHash('sha256').update(fingerprint).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
