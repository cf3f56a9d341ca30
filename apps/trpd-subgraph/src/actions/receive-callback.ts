import { hashToken } from '../domain/secret-token.ts'
import { findCallbackToken } from '../store/callback-tokens.ts'
import type { InboundKey } from '../store/inbound-messages.ts'
import type { Node } from './node.ts'
import { receiveConfirmation } from './receive-confirmation.ts'
import { receiveResolution } from './receive-resolution.ts'
import type { TrpReply } from './take-message.ts'

/** A message to a callback whose token is known. */
export interface ReceivedCallback {
  readonly transferId: string
  readonly key: InboundKey
  readonly body: Uint8Array
}

/** Takes what came to one of our callback URLs; what it may be is bound to its token. 404 for an unknown token. */
export async function receiveCallback(
  node: Node,
  received: { readonly token: string; readonly requestIdentifier: string; readonly body: Uint8Array },
): Promise<TrpReply> {
  const token = await findCallbackToken(node.database.db, hashToken(received.token))
  if (token === undefined) return { status: 404, body: 'This callback is not known here.' }
  const { transferId, purpose, tokenSha256 } = token
  const counterparty = `callback:${tokenSha256.toString('hex')}`
  const key = { counterparty, requestIdentifier: received.requestIdentifier, kind: purpose }
  const callback = { transferId, key, body: received.body }
  return purpose === 'RESOLUTION' ? receiveResolution(node, callback) : receiveConfirmation(node, callback)
}
