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
  const { messageSealed, at } = columns
  await tx
    .insertInto('transferMessages')
    .values(columns)
    .onConflict((conflict) =>
      conflict.columns(['transferId', 'direction', 'kind', 'requestIdentifier']).doUpdateSet({ messageSealed, at }),
    )
    .execute()
}

/** The columns of a message, sealed with the key of its transfer. */
export function transferMessageColumns(
  key: Sealing,
  transferId: string,
  { direction, kind, requestIdentifier, at, ...sealed }: TransferMessage,
) {
  const place = { transferId, direction, kind, requestIdentifier: requestIdentifier.toLowerCase() }
  return { ...place, messageSealed: key.seal(JSON.stringify(sealed), transferMessageContext(place)), at }
}

/** The messages of a transfer, ordered by time. */
export async function listTransferMessages(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferId: string,
): Promise<TransferMessage[]> {
  const rows = await db
    .selectFrom('transferMessages')
    .selectAll()
    .where('transferId', '=', transferId)
    .orderBy('at')
    .orderBy('requestIdentifier')
    .execute()
  const key = await sealer.records.of(db, transferId)
  return rows.map((row) => ({
    direction: row.direction,
    kind: row.kind,
    requestIdentifier: row.requestIdentifier,
    at: row.at,
    ...JSON.parse(key.open(row.messageSealed, transferMessageContext(row)).toString()),
  }))
}

type Place = Omit<TransferMessageTable, 'messageSealed' | 'at'>

/** The context that a sealed message is bound to. */
export function transferMessageContext({ transferId, direction, kind, requestIdentifier }: Place): string {
  return `transfer:${transferId}:message:${direction}:${kind}:${requestIdentifier}`
}
