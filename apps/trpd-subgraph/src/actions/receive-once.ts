import { createHash } from 'node:crypto'
import { canonicalJson, parseJsonText } from '../domain/json.ts'
import { answerMessage, claimMessage, type InboundKey } from '../store/inbound-messages.ts'
import type { Node } from './transfer-service.ts'
import { done, inTransaction, type Outcome, type Work } from './unit-of-work.ts'

/** What a counterparty is answered; the body of a 200 is JSON, of a problem plain text. */
export interface TrpReply {
  readonly status: 200 | 204 | 400 | 404 | 409 | 413 | 415 | 422 | 503
  readonly body: string
}

/**
 * Takes a message once: what `take` answers is stored with what it did, and given again to the same message.
 *
 * 409 when the sender used the identifier before with another body. A refusal of `take` becomes 422, or 404 for what is not there
 * any more, and leaves no trace.
 */
export async function takeMessage(
  node: Node,
  { key, body }: { readonly key: InboundKey; readonly body: Uint8Array },
  take: (work: Work) => Promise<Outcome<TrpReply>>,
): Promise<TrpReply> {
  const bodySha256 = hashBody(body)
  const outcome = await inTransaction<TrpReply>(node, async (work) => {
    const before = await claimMessage(work.tx, node.sealer, key, node.now())
    if (before !== undefined) {
      if (before.bodySha256 === bodySha256) return done({ status: before.status as 200 | 204, body: before.body })
      return done({ status: 409, body: 'This request identifier was used before with another body.' })
    }
    const taken = await take(work)
    if (taken.ok) await answerMessage(work.tx, node.sealer, key, { bodySha256, ...taken.value })
    return taken
  })
  if (outcome.ok) return outcome.value
  const { code, message } = outcome.problem
  return { status: GONE.has(code) ? 404 : 422, body: message }
}

/** Refusals because of what is not there, or not any more. */
const GONE: ReadonlySet<string> = new Set(['TRAVEL_ADDRESS_UNKNOWN', 'TRANSACTION_NOT_FOUND'])

function hashBody(body: Uint8Array): string {
  const json = parseJsonText(body)
  if (!json.ok) throw new Error('a message is parsed before it is taken')
  return createHash('sha256').update(canonicalJson(json.value)).digest('hex')
}
