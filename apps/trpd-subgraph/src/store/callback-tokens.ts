import type { Kysely, Transaction } from 'kysely'
import type { CallbackTokenTable, Tables } from './tables.ts'

export type CallbackPurpose = CallbackTokenTable['purpose']

/** What a callback token stands for. */
export interface CallbackToken {
  readonly tokenSha256: Buffer
  readonly transferId: string
  readonly purpose: CallbackPurpose
}

/** Binds a token to a transfer. Only its hash is kept. */
export async function insertCallbackToken(tx: Transaction<Tables>, token: CallbackToken, at: Date): Promise<void> {
  await tx
    .insertInto('callback_tokens')
    .values({
      token_sha256: token.tokenSha256,
      transfer_id: token.transferId,
      purpose: token.purpose,
      created_at: at,
    })
    .execute()
}

/** What the token with this hash stands for. */
export async function findCallbackToken(db: Kysely<Tables>, tokenSha256: Buffer): Promise<CallbackToken | undefined> {
  const row = await db
    .selectFrom('callback_tokens')
    .selectAll()
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst()
  return row && { tokenSha256: row.token_sha256, transferId: row.transfer_id, purpose: row.purpose }
}
