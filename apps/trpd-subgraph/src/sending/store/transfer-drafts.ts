import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, TransferDraftTable } from '../../foundation/store/tables.ts'

/** A person's draft of a transfer. */
export interface TransferDraft {
  readonly id: string
  /** Number of the latest change, from 1. */
  readonly version: number
  readonly name: string
  /** Stored by the client, and opaque to this service. */
  readonly content: string
  readonly updatedAt: Date
}

/** The person's drafts changed after `since`, most recently changed first. */
export async function listTransferDrafts(
  db: Kysely<Tables>,
  sealer: Sealer,
  { person, since }: { readonly person: string; readonly since: Date },
): Promise<TransferDraft[]> {
  const rows = await db
    .selectFrom('transferDrafts')
    .selectAll()
    .where('person', '=', person)
    .where('updatedAt', '>', since)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => draftOfRow(row, sealer))
}

/** Blocks other changes of this person's drafts until the transaction ends. */
export async function lockTransferDrafts(tx: Transaction<Tables>, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('trpd.transfer_drafts'), hashtext(${person}))`.execute(tx)
}

/** Stores the first or next version of a draft, which `lockTransferDrafts` has locked. */
export async function saveTransferDraft(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { id, version, name, content, updatedAt }: TransferDraft,
  { person, customerFingerprint }: { readonly person: string; readonly customerFingerprint: Buffer },
): Promise<void> {
  const columns = {
    version,
    customerFingerprint,
    draftSealed: sealer.seal(JSON.stringify({ name, content }), draftContext(id)),
    updatedAt,
  }
  await tx
    .insertInto('transferDrafts')
    .values({ id, person, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** Deletes a draft of the person; returns false if it does not exist. */
export async function deleteTransferDraft(
  db: Kysely<Tables>,
  { person, id }: { readonly person: string; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('transferDrafts')
    .where('person', '=', person)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes at most `max` drafts last changed before `before`, and returns their number. */
export async function pruneTransferDrafts(
  tx: Transaction<Tables>,
  { before, max }: { readonly before: Date; readonly max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from transfer_drafts where id in (
      select id from transfer_drafts where updated_at < ${before} order by updated_at limit ${max} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

function draftOfRow({ id, version, draftSealed, updatedAt }: Selectable<TransferDraftTable>, sealer: Sealer) {
  const draft = JSON.parse(sealer.open(draftSealed, draftContext(id)).toString())
  return { id, version, ...(draft as Pick<TransferDraft, 'name' | 'content'>), updatedAt }
}

export function draftContext(id: string): string {
  return `transfer-draft:${id}`
}
