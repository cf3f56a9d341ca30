import type { Sealer } from '@travel-rule/database/seal'
import type { Transaction } from 'kysely'
import type { InboundMessageTable, Tables } from './tables.ts'

/** What makes a message from outside the same message: who sent it, how it named it, and its kind. */
export interface InboundKey {
  readonly counterparty: string
  readonly requestIdentifier: string
  readonly kind: InboundMessageTable['kind']
}

/** The answer that was given to a message. */
export interface StoredResponse {
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodySha256: string
  readonly status: number
  readonly body: string
}

/**
 * Claims a message for this transaction: undefined when it is new, else the answer that it was given.
 *
 * Waits for another transaction that is taking the same message.
 */
export async function claimMessage(
  tx: Transaction<Tables>,
  sealer: Sealer,
  key: InboundKey,
  at: Date,
): Promise<StoredResponse | undefined> {
  const claimed = await tx
    .insertInto('inbound_messages')
    .values({ ...columnsOf(key), received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined
  const { answer_sealed } = await byKey(tx, key).executeTakeFirstOrThrow()
  if (answer_sealed === null) throw new Error('a message was stored without its answer')
  return JSON.parse(sealer.open(answer_sealed, contextOf(key)).toString())
}

/** Keeps the answer of a message that this transaction has claimed. */
export async function saveResponse(
  tx: Transaction<Tables>,
  sealer: Sealer,
  key: InboundKey,
  answer: StoredResponse,
): Promise<void> {
  const columns = columnsOf(key)
  await tx
    .updateTable('inbound_messages')
    .set({ answer_sealed: sealer.seal(JSON.stringify(answer), contextOf(key)) })
    .where('counterparty', '=', columns.counterparty)
    .where('request_identifier', '=', columns.request_identifier)
    .where('kind', '=', columns.kind)
    .execute()
}

function byKey(tx: Transaction<Tables>, key: InboundKey) {
  const columns = columnsOf(key)
  return tx
    .selectFrom('inbound_messages')
    .select('answer_sealed')
    .where('counterparty', '=', columns.counterparty)
    .where('request_identifier', '=', columns.request_identifier)
    .where('kind', '=', columns.kind)
}

function columnsOf({ counterparty, requestIdentifier, kind }: InboundKey) {
  return { counterparty, request_identifier: requestIdentifier.toLowerCase(), kind }
}

function contextOf(key: InboundKey): string {
  const { counterparty, request_identifier, kind } = columnsOf(key)
  return `inbound:${counterparty}:${request_identifier}:${kind}`
}
