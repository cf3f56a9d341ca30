import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Kysely, Transaction } from 'kysely'
import type { Tables, TransferMessageTable } from '../../foundation/store/tables.ts'

/** A message exactly as received or sent, with the response to it. */
export interface TransferMessage {
  readonly direction: TransferMessageTable['direction']
  /** The kind of message; a response is part of the message that it belongs to. */
  readonly kind: string
  readonly requestIdentifier: string
  /** When it was received, or when the latest attempt to send it ended. */
  readonly at: Date
  /** The URL that it was sent to. */
  readonly url?: string
  readonly body: MessageBody
  /** Absent if no response was received. */
  readonly response?: { readonly status: number; readonly body: MessageBody }
}

/** The exact bytes, as a string if they are valid UTF-8. */
export type MessageBody = { readonly text: string } | { readonly base64: string }

export function messageBody(bytes: Uint8Array | string): MessageBody {
  const buffer = Buffer.from(bytes as Uint8Array)
  const text = buffer.toString('utf8')
  return Buffer.from(text).equals(buffer) ? { text } : { base64: buffer.toString('base64') }
}

/** Stores a message of a transfer, sealed with the transfer's key. A later attempt to send it replaces its response. */
export async function saveTransferMessage(
  tx: Transaction<Tables>,
  sealer: Sealer,
  transferId: string,
  message: TransferMessage,
): Promise<void> {
  const columns = transferMessageColumns(await sealer.records.of(tx, transferId), transferId, message)
  const { message_sealed, at } = columns
  await tx
    .insertInto('transfer_messages')
    .values(columns)
    .onConflict((conflict) =>
      conflict.columns(['transfer_id', 'direction', 'kind', 'request_identifier']).doUpdateSet({ message_sealed, at }),
    )
    .execute()
}

/** The columns of a message, sealed with the key of its transfer. */
export function transferMessageColumns(
  key: Sealing,
  transferId: string,
  { direction, kind, requestIdentifier, at, ...sealed }: TransferMessage,
) {
  const place = { transfer_id: transferId, direction, kind, request_identifier: requestIdentifier.toLowerCase() }
  return { ...place, message_sealed: key.seal(JSON.stringify(sealed), transferMessageContext(place)), at }
}

/** The messages of a transfer, ordered by time. */
export async function listTransferMessages(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferId: string,
): Promise<TransferMessage[]> {
  const rows = await db
    .selectFrom('transfer_messages')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('at')
    .orderBy('request_identifier')
    .execute()
  const key = await sealer.records.of(db, transferId)
  return rows.map((row) => ({
    direction: row.direction,
    kind: row.kind,
    requestIdentifier: row.request_identifier,
    at: row.at,
    ...JSON.parse(key.open(row.message_sealed, transferMessageContext(row)).toString()),
  }))
}

type Place = Omit<TransferMessageTable, 'message_sealed' | 'at'>

/** The context that a sealed message is bound to. */
export function transferMessageContext({ transfer_id, direction, kind, request_identifier }: Place): string {
  return `transfer:${transfer_id}:message:${direction}:${kind}:${request_identifier}`
}
