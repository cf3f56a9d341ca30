import { deferred } from '@travel-rule/database/outage-dialect'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Kysely, QueryCreator, Transaction } from 'kysely'
import type { TrpVersion } from '../../foundation/domain/trp-version.ts'
import type { CallbackTokenTable, DeliveryTable, Tables } from '../../foundation/store/tables.ts'
import type { DeliveryKind } from '../../transfers/domain/transfer.ts'

/** A message to a counterparty. Its delivery state is part of the transfer. */
export interface OutboundMessage {
  readonly id: string
  readonly transferId: string
  readonly kind: DeliveryKind
  readonly requestIdentifier: string
  readonly url: string
  readonly body: string
  /** The version to send it in. If absent, each attempt chooses one. */
  readonly version?: TrpVersion
  /** Number of attempts since it was queued. */
  readonly tries: number
  /** When it was queued, or last retried by an officer. */
  readonly queuedAt: Date
  readonly createdAt: Date
}

/**
 * Stores a new message, with the token of its callback if it has one. Replaces an earlier message of its
 * kind, such as a withdrawn approval.
 */
export async function insertMessage(
  tx: Transaction<Tables>,
  sealer: Sealer,
  message: OutboundMessage,
  token: CallbackToken | undefined,
): Promise<void> {
  const key = await sealer.records.of(tx, message.transferId)
  const columns = {
    id: message.id,
    requestIdentifier: message.requestIdentifier,
    messageSealed: sealMessage(key, message),
    tries: message.tries,
    queuedAt: message.queuedAt,
    createdAt: message.createdAt,
  }
  const insertToken = (creator: QueryCreator<Tables>, { tokenSha256, transferId, purpose }: CallbackToken) =>
    creator.insertInto('callbackTokens').values({
      tokenSha256,
      transferId,
      purpose,
      createdAt: message.createdAt,
    })
  const creator = token === undefined ? tx : tx.with('bound', (db) => insertToken(db, token))
  const insert = creator
    .insertInto('deliveries')
    .values({ ...columns, transferId: message.transferId, kind: message.kind })
    .onConflict((conflict) => conflict.columns(['transferId', 'kind']).doUpdateSet(columns))
  await tx.executeQuery(deferred(insert.compile()))
}

/** The message with this id. */
export async function loadMessage(
  db: Kysely<Tables>,
  sealer: Sealer,
  id: string,
): Promise<OutboundMessage | undefined> {
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  return row && openRow(row, await sealer.records.of(db, row.transferId))
}

/** The message with this id, without its sealed parts. */
export async function loadMessageFields(
  db: Kysely<Tables>,
  id: string,
): Promise<Omit<OutboundMessage, 'url' | 'body' | 'version'> | undefined> {
  const columns = ['id', 'transferId', 'kind', 'requestIdentifier', 'tries', 'queuedAt', 'createdAt'] as const
  const row = await db.selectFrom('deliveries').select(columns).where('id', '=', id).executeTakeFirst()
  return row && fieldsOf(row)
}

/** The message of this kind of a transfer. */
export async function findMessage(
  db: Kysely<Tables>,
  sealer: Sealer,
  { transferId, kind }: { readonly transferId: string; readonly kind: DeliveryKind },
): Promise<OutboundMessage | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('transferId', '=', transferId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && openRow(row, await sealer.records.of(db, row.transferId))
}

/** Stores the tries of a message, and its body and identifier if it was rewritten. */
export async function updateMessage(tx: Transaction<Tables>, sealer: Sealer, message: OutboundMessage): Promise<void> {
  const key = await sealer.records.of(tx, message.transferId)
  await tx
    .updateTable('deliveries')
    .set({
      requestIdentifier: message.requestIdentifier,
      tries: message.tries,
      queuedAt: message.queuedAt,
      messageSealed: sealMessage(key, message),
    })
    .where('id', '=', message.id)
    .execute()
}

type MessageRow = Omit<DeliveryTable, 'messageSealed'>

function fieldsOf(row: MessageRow) {
  return { ...row, queuedAt: row.queuedAt ?? row.createdAt }
}

function sealMessage(key: Sealing, { id, url, body, version }: OutboundMessage): Buffer {
  return key.seal(JSON.stringify({ url, body, version }), messageContext(id))
}

function openRow({ messageSealed, ...row }: DeliveryTable, key: Sealing): OutboundMessage {
  const content: Pick<OutboundMessage, 'url' | 'body' | 'version'> = JSON.parse(
    key.open(messageSealed, messageContext(row.id)).toString(),
  )
  return { ...content, ...fieldsOf(row) }
}

/** The context that a sealed message is bound to. */
export function messageContext(id: string): string {
  return `delivery:${id}:message`
}

export type CallbackPurpose = CallbackTokenTable['purpose']

/** A callback token, stored only as a hash, and the message that may be sent to its URL. */
export interface CallbackToken {
  readonly tokenSha256: Buffer
  readonly transferId: string
  readonly purpose: CallbackPurpose
}

/** The token with this hash. */
export async function findCallbackToken(db: Kysely<Tables>, tokenSha256: Buffer): Promise<CallbackToken | undefined> {
  const row = await db
    .selectFrom('callbackTokens')
    .selectAll()
    .where('tokenSha256', '=', tokenSha256)
    .executeTakeFirst()
  return row && { tokenSha256: row.tokenSha256, transferId: row.transferId, purpose: row.purpose }
}
