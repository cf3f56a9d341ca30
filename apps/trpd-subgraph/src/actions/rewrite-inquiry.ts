import { fieldOf, isJsonObject, parseJsonText } from '../domain/json-text.ts'
import { encodeOutgoingInquiry } from '../domain/outgoing-inquiry.ts'
import { withVasps } from '../domain/own-identity.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { type OutgoingMessage, updateMessage } from '../store/deliveries.ts'
import { loadPrivate } from '../store/transfer-privates.ts'
import type { Node } from './node.ts'
import { done, type Outcome, type Work } from './work.ts'

/**
 * Writes an inquiry again as `vasp` wants to read it now, under the same identifier and with the same callback.
 *
 * Refused, with nothing stored, with the codes of `encodeOutgoingInquiry`.
 */
export async function rewriteInquiry(
  node: Node,
  work: Work,
  { transfer, message, vasp }: { readonly transfer: Transfer; readonly message: OutgoingMessage; readonly vasp: Vasp },
): Promise<Outcome<OutgoingMessage>> {
  const secrets = await loadPrivate(work.tx, node.sealer, transfer.id)
  const ivms101 = withVasps(secrets.ivms101, node.rules.own, vasp)
  const { assetId, amount } = transfer
  const written = encodeOutgoingInquiry({ assetId, amount, ivms101, callback: callbackOf(message) }, vasp)
  if (!written.ok) return written
  const rewritten: OutgoingMessage = { ...message, ...written.value }
  await updateMessage(work.tx, node.sealer, rewritten)
  return done(rewritten)
}

function callbackOf({ body }: OutgoingMessage): string {
  const json = parseJsonText(body)
  const callback = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'callback') : undefined
  if (typeof callback !== 'string') throw new Error('a stored inquiry has no callback')
  return callback
}
