import { ok, type Result } from '@travel-rule/service/result'
import { type AssetIdentifier, identifiersIn } from '../../assets/domain/asset-identifier.ts'
import { assetOf, type ChangePorts, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { fieldOf, isJsonObject, parseJson } from '../../foundation/domain/json.ts'
import { compareTrpVersions, downgradeTrpVersion, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import { enqueueAttempt, rewriteInquiry } from '../../messages/actions/queue-message.ts'
import { learnRefused } from '../../messages/domain/wire-asset.ts'
import type { OutboundMessage } from '../../messages/store/outbound-messages.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { markWaiting } from '../../transfers/store/transfers.ts'
import { changedVasp, saveVasp } from '../../vasps/actions/vasp-record.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { attemptsOf, failDelivery } from './schedule-retry.ts'

/** An inquiry that the VASP refused in its present form. */
export interface RefusedInquiry {
  readonly transfer: Transfer
  readonly message: OutboundMessage
  readonly vasp: Vasp
}

/**
 * The version to try after a counterparty refused an inquiry in version `sent`; `undefined` if the version
 * cannot be the reason.
 *
 * Determined once per counterparty, by its first refusal. Never overrides a version that an officer has set.
 */
export function olderVersion(vasp: Vasp, sent: TrpVersion, theirs: TrpVersion | undefined): TrpVersion | undefined {
  if (vasp.wireProfile.apiVersion !== undefined) return undefined
  const older = vasp.downgradedTo ?? theirs ?? downgradeTrpVersion(sent)
  return older !== undefined && compareTrpVersions(older, sent) < 0 ? older : undefined
}

/** Stores the older version and resends the inquiry in it. */
export async function downgradeVersion(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp }: RefusedInquiry,
  older: TrpVersion,
): Promise<Result<unknown>> {
  let downgraded = vasp
  if (vasp.downgradedTo !== older) {
    downgraded = changedVasp(vasp, { downgradedTo: older }, work.now())
    const event = 'vasp.version_downgraded'
    await saveVasp(work, { vasp: downgraded, event, actor: systemActor, note: older })
  }
  return sendAgain(service, work, { transfer, message, vasp: downgraded })
}

/**
 * Records that the VASP refused an identifier of the asset, and resends the inquiry with the next one. Fails
 * the delivery when none is left.
 */
export async function changeIdentifier(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp }: RefusedInquiry,
  { problem, version }: { readonly problem: string; readonly version: TrpVersion },
): Promise<Result<unknown>> {
  const refused = identifierSent(message)
  const asset = assetOf(service, transfer)
  const trial = { version, learned: vasp.learnedIdentifiers[asset.id] }
  const learned = refused && learnRefused(asset, vasp.wireProfile, { ...trial, refused })
  if (learned === undefined) {
    return failDelivery(service, work, { transfer, message, problem, attempts: attemptsOf(transfer) + 1 })
  }
  const learnedIdentifiers = { ...vasp.learnedIdentifiers, [asset.id]: learned }
  const changed = changedVasp(vasp, { learnedIdentifiers }, work.now())
  const event = 'vasp.asset_identifier_refused'
  await saveVasp(work, { vasp: changed, event, actor: systemActor, note: `${asset.id}: ${refused}` })
  return sendAgain(service, work, { transfer, message, vasp: changed })
}

/** The asset identifier in an inquiry; `undefined` if the inquiry has several. */
export function identifierSent({ body }: OutboundMessage): AssetIdentifier | undefined {
  const json = parseJson(body)
  const asset = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'asset') : undefined
  const [identifier, another] = identifiersIn(asset)
  return another === undefined ? identifier : undefined
}

/** Re-encodes the inquiry from what is now known about the VASP, and queues it. */
async function sendAgain(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp }: RefusedInquiry,
): Promise<Result<unknown>> {
  const attempts = attemptsOf(transfer)
  const rewritten = await rewriteInquiry(service, work, { transfer, message, vasp, earlier: 'REFUSED' })
  if (!rewritten.ok) {
    const problem = rewritten.refusal.message
    return failDelivery(service, work, { transfer, message, problem, attempts: attempts + 1 })
  }
  // The refusal ended the attempt. A later attempt that found the message in flight would take this one for
  // interrupted.
  await markWaiting(work.tx, transfer.id, work.now())
  await enqueueAttempt(work, { message: rewritten.value, vaspId: vasp.id, attempts })
  return ok(undefined)
}
