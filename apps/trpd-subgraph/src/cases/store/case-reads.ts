import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** The latest changes of a transfer and its case that a person has read. */
export interface CaseRead {
  readonly person: string
  readonly transferId: string
  readonly version: number
  readonly caseVersion: number
}

/** Stores the read mark; never moves it back. */
export async function saveRead(db: Kysely<Tables>, read: CaseRead & { readonly at: Date }): Promise<void> {
  const { person, transferId, version, caseVersion, at } = read
  await sql`
    insert into case_reads as known (person, transfer_id, version, case_version, at)
    values (${person}, ${transferId}, ${version}, ${caseVersion}, ${at})
    on conflict (person, transfer_id) do update set version = greatest(known.version, excluded.version),
      case_version = greatest(known.case_version, excluded.case_version), at = excluded.at`.execute(db)
}

/**
 * Those of these transfers that have an open case which is unread for a person: after `since` and the
 * person's last read, it was changed by another person or by the counterparty, or by the service in a way
 * that the person must notice.
 */
export async function listUnread(
  db: Kysely<Tables>,
  {
    person,
    transferIds,
    since,
  }: { readonly person: string; readonly transferIds: readonly string[]; readonly since: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select cases.transfer_id as id
    from cases left join case_reads as read on read.person = ${person} and read.transfer_id = cases.transfer_id
    where cases.transfer_id = any(${transferIds}::uuid[]) and cases.status <> 'CLOSED' and (
      exists (
        select from transfer_history as change
        where change.transfer_id = cases.transfer_id and change.version > coalesce(read.version, 0)
          and change.updated_at > ${since} and (change.actor_type <> 'USER' or change.actor_id <> ${person})
          and (change.actor_type <> 'SYSTEM'
            or change.event in ('transfer.expired', 'transfer.failed', 'transfer.delivery_failed')))
      or exists (
        select from case_changes as change
        where change.transfer_id = cases.transfer_id and change.version > coalesce(read.case_version, 0)
          and change.at > ${since}
          and (change.actor_type <> 'SYSTEM' or change.event in ('case.held', 'case.data_received', 'case.reopened'))
          and (change.actor_type <> 'USER' or change.actor_id <> ${person})))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes at most `max` read marks older than `before`, and returns their number. */
export async function pruneReads(
  tx: Transaction<Tables>,
  { before, max }: { readonly before: Date; readonly max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from case_reads where (person, transfer_id) in (
      select person, transfer_id from case_reads where at < ${before} limit ${max} for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
