import type { Sealer } from '@travel-rule/database/seal'
import type { Kysely } from 'kysely'
import type { Ivms101 } from '../domain/ivms101/model.ts'
import type { Tables } from './tables.ts'

/** What is kept of a transfer under seal. */
export interface TransferPrivate {
  readonly ivms101: Ivms101
  /** Where the counterparty wants our next message: the inquiry's callback, or the one of its approval. */
  readonly callback?: string
  /** SHA-256 of the canonical input that made a SENT transfer. */
  readonly inputSha256?: string
}

/** `content` sealed for the transfer `id`. */
export function sealPrivate(sealer: Sealer, id: string, content: TransferPrivate): Buffer {
  return sealer.seal(JSON.stringify(content), contextOf(id))
}

/** What is kept under seal of these transfers, by their ids. */
export async function loadPrivates(
  db: Kysely<Tables>,
  sealer: Sealer,
  ids: readonly string[],
): Promise<Map<string, TransferPrivate>> {
  const rows = await db.selectFrom('transfers').select(['id', 'private_sealed']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, private_sealed }) => [id, openPrivate(sealer, id, private_sealed)]))
}

/** What is kept under seal of one transfer. Throws when there is no such transfer. */
export async function loadPrivate(db: Kysely<Tables>, sealer: Sealer, id: string): Promise<TransferPrivate> {
  const found = (await loadPrivates(db, sealer, [id])).get(id)
  if (found === undefined) throw new Error('the transfer does not exist')
  return found
}

/** Replaces what is kept under seal of a transfer. */
export async function savePrivate(
  db: Kysely<Tables>,
  sealer: Sealer,
  id: string,
  content: TransferPrivate,
): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ private_sealed: sealPrivate(sealer, id, content) })
    .where('id', '=', id)
    .execute()
}

function openPrivate(sealer: Sealer, id: string, sealed: Buffer): TransferPrivate {
  return JSON.parse(sealer.open(sealed, contextOf(id)).toString()) as TransferPrivate
}

function contextOf(id: string): string {
  return `transfer:${id}:private`
}
