import { fieldOf, isJsonObject, parseJsonText } from '../domain/json-text.ts'
import { encodeOutgoingInquiry } from '../domain/outgoing-inquiry.ts'
import { withVasps } from '../domain/own-identity.ts'
import type { Transfer } from '../domain/transfer.ts'
import { compareTrpVersions, downgradeTrpVersion, type TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { type OutgoingMessage, updateMessage } from '../store/deliveries.ts'
import { loadPrivate } from '../store/transfer-privates.ts'
import { systemActor } from './actors.ts'
import { attemptsOf, failDelivery } from './fail-delivery.ts'
import type { Node } from './node.ts'
import { changedVasp, saveVasp } from './save-vasp.ts'
import { done, type Outcome, type Work } from './work.ts'

/** A version to try instead, once per counterparty and never against a version that was set by hand. */
export function olderVersion(vasp: Vasp, spoken: TrpVersion, theirs: TrpVersion | undefined): TrpVersion | undefined {
  if (vasp.wireProfile.apiVersion !== undefined || vasp.downgradedTo !== undefined) return undefined
  return theirs !== undefined && compareTrpVersions(theirs, spoken) < 0 ? theirs : downgradeTrpVersion(spoken)
}

interface Downgrade {
  readonly transfer: Transfer
  readonly message: OutgoingMessage
  readonly vasp: Vasp
  readonly older: TrpVersion
}

/** Remembers the older version and sends the inquiry again in it, under the same identifier. */
export async function downgradeVersion(
  node: Node,
  work: Work,
  { transfer, message, vasp, older }: Downgrade,
): Promise<Outcome<unknown>> {
  const agreed = changedVasp(vasp, { downgradedTo: older }, node.now())
  await saveVasp(work, { vasp: agreed, event: 'vasp.version_downgraded', actor: systemActor, note: older })
  const { ivms101 } = await loadPrivate(work.tx, node.sealer, transfer.id)
  const { assetId, amount } = transfer
  const inquiry = {
    assetId,
    amount,
    ivms101: withVasps(ivms101, node.rules.own, agreed),
    callback: callbackOf(message),
  }
  const body = encodeOutgoingInquiry(inquiry, agreed)
  if (!body.ok) return failDelivery(node, work, { transfer, message, problem: body.problem.message })
  await updateMessage(work.tx, node.sealer, { ...message, body: body.value })
  await node.jobs.enqueue(work.tx, 'deliver', { messageId: message.id, attempts: attemptsOf(transfer) })
  return done(undefined)
}

function callbackOf({ body }: OutgoingMessage): string {
  const json = parseJsonText(body)
  const callback = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'callback') : undefined
  if (typeof callback !== 'string') throw new Error('a stored inquiry has no callback')
  return callback
}
