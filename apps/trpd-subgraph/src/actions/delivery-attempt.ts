import { backoffDelayMs } from '@travel-rule/service/backoff'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type AssetIdentifier, identifiersIn } from '../domain/asset-identifier.ts'
import type { DeliveryVerdict } from '../domain/decide-delivery.ts'
import type { Deviation } from '../domain/deviation.ts'
import { fieldOf, isJsonObject, parseJson } from '../domain/json.ts'
import { versionFor } from '../domain/outbound-inquiry.ts'
import { isUnderway, type Transfer } from '../domain/transfer.ts'
import type { InquiryResponse } from '../domain/trp-message/inquiry.ts'
import { compareTrpVersions, downgradeTrpVersion, parseTrpVersion, type TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { learnRefused } from '../domain/wire-asset.ts'
import { loadMessage, type OutboundMessage, updateMessage } from '../store/outbound-messages.ts'
import { addDeviations, lockTransfer, markInFlight } from '../store/transfers.ts'
import { findVaspByHost, lockVasp, noteAcceptedIdentifier, noteApiVersion, noteDiscoveryTime } from '../store/vasps.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { type AttemptJob, enqueueAttempt, rewriteInquiry } from './queue-message.ts'
import { resolveTransfer } from './receive-callback.ts'
import { isDiscoveryDue } from './store-discovery.ts'
import { assetOf, counterpartyActor, secondsAfter, systemActor, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'

/** An attempt that may be made now. */
export interface ReadyAttempt {
  readonly message: OutboundMessage
  /** Finished attempts before this one. */
  readonly attempts: number
  readonly vasp: Vasp
  readonly version: TrpVersion
  /** Whether the counterparty must be asked about itself first. */
  readonly discoveryDue: boolean
}

/**
 * Checks that an attempt is still needed, and marks the message as in flight.
 *
 * `undefined` when the job is stale, or when nothing may be sent to the VASP any more. The latter
 * ends the delivery.
 */
export async function beginAttempt(service: TransferService, job: AttemptJob): Promise<ReadyAttempt | undefined> {
  const result = await inTransaction<ReadyAttempt | undefined>(service, async (work) => {
    const message = await loadMessage(work.tx, service.sealer, job.messageId)
    if (message === undefined) return ok(undefined)
    const transfer = await lockTransfer(work.tx, service.sealer, message.transferId)
    if (transfer === undefined || !isCurrent(transfer, message, job)) return ok(undefined)
    const vasp = await vaspOf(work, transfer)
    const version = await checkRecipient(work, message, vasp)
    if (!version.ok) {
      await failDelivery(service, work, { transfer, message, problem: version.refusal.message })
      return ok(undefined)
    }
    const isInquiry = message.kind === 'INQUIRY'
    await markInFlight(work.tx, transfer.id, isInquiry ? version.value : undefined)
    const discoveryDue = isInquiry && isDiscoveryDue(vasp, service.now(), service.rules.discoveryTtlSeconds)
    return ok({ message, attempts: job.attempts, vasp, version: version.value, discoveryDue })
  })
  return result.ok ? result.value : undefined
}

/** Stores the outcome of an attempt and its consequences. */
export async function recordAttempt(
  service: TransferService,
  attempt: ReadyAttempt,
  { verdict, apiVersion }: { readonly verdict: DeliveryVerdict; readonly apiVersion: string | undefined },
): Promise<void> {
  const theirs = parseTrpVersion(apiVersion)
  const result = await inTransaction<unknown>(service, async (work) => {
    const mayLearn = verdict.type === 'VERSION_REFUSED' || verdict.type === 'ASSET_REFUSED'
    const known = mayLearn ? await lockVasp(work.tx, attempt.vasp.id) : attempt.vasp
    const vasp = known && contradicts(known, verdict, apiVersion) ? await forgetDiscovery(work, known) : known
    const message = await loadMessage(work.tx, service.sealer, attempt.message.id)
    const transfer = message && (await lockTransfer(work.tx, service.sealer, message.transferId))
    if (transfer === undefined || message === undefined || vasp === undefined) return ok(undefined)
    if (theirs.ok && verdict.type === 'DELIVERED') await noteApiVersion(work.tx, vasp.id, theirs.value)
    const recorded = { transfer, message, vasp }
    if (verdict.type === 'DELIVERED') {
      const unversioned = apiVersion === undefined ? [VERSION_MISSING] : []
      await addDeviations(work.tx, transfer.id, [...unversioned, ...(verdict.deviations ?? [])])
      return recordSuccess(service, work, recorded, verdict.response)
    }
    const { attempts } = attempt
    if (!isCurrent(transfer, message, { attempts, tries: attempt.message.tries })) return ok(undefined)
    const { problem } = verdict
    switch (verdict.type) {
      case 'RETRY':
        return scheduleRetry(service, work, { transfer, message, problem })
      case 'REFUSED':
        return failDelivery(service, work, { transfer, message, problem })
      case 'VERSION_REFUSED': {
        const older = olderVersion(vasp, attempt.version, theirs.ok ? theirs.value : undefined)
        if (older !== undefined) return downgradeVersion(service, work, recorded, older)
        if (verdict.mentionsAsset) return changeIdentifier(service, work, recorded, { problem, attempt })
        return failDelivery(service, work, { transfer, message, problem })
      }
      case 'ASSET_REFUSED':
        return changeIdentifier(service, work, recorded, { problem, attempt })
    }
  })
  if (!result.ok) throw new Error('the outcome of a delivery could not be stored', { cause: result.refusal })
}

/**
 * Whether a response shows that what the VASP said about itself no longer holds: it refuses the
 * version or the message, or reports another version than before.
 */
function contradicts(vasp: Vasp, verdict: DeliveryVerdict, apiVersion: string | undefined): boolean {
  if (vasp.discovery === undefined || vasp.discoveredAt === undefined) return false
  if (verdict.type === 'VERSION_REFUSED') return true
  if (verdict.type === 'REFUSED' && /version|extension/i.test(verdict.problem)) return true
  return apiVersion !== undefined && apiVersion !== vasp.discovery.version && apiVersion !== vasp.apiVersion
}

/** The VASP, which is asked about itself again before the next inquiry. */
async function forgetDiscovery({ tx }: UnitOfWork, { discoveredAt: _, ...vasp }: Vasp): Promise<Vasp> {
  await noteDiscoveryTime(tx, vasp.id, null)
  return vasp
}

const VERSION_MISSING: Deviation = {
  clause: 'TRP headers, api-version',
  path: 'api-version',
  message: 'A response of the counterparty does not say its version of TRP.',
}

interface RecordedAttempt {
  readonly transfer: Transfer
  readonly message: OutboundMessage
  readonly vasp: Vasp
}

type FailedAttempt = Omit<RecordedAttempt, 'vasp'> & { readonly problem: string }

/** Whether `attempt` is the one that the transfer waits for. */
export function isCurrent(
  { delivery }: Transfer,
  { kind, tries }: OutboundMessage,
  attempt: Pick<AttemptJob, 'attempts' | 'tries'>,
): boolean {
  if (delivery.state === 'NONE' || !isUnderway(delivery, kind)) return false
  return delivery.attempts === attempt.attempts && tries === attempt.tries
}

/** The version to use. Refused unless `vasp` is trusted and the VASP at the host is not blocked. */
async function checkRecipient({ tx }: UnitOfWork, message: OutboundMessage, vasp: Vasp): Promise<Result<TrpVersion>> {
  const owner = await findVaspByHost(tx, new URL(message.url).host)
  if (vasp.trust !== 'TRUSTED') return refuseUntrusted(vasp)
  if (owner?.trust === 'BLOCKED') return refuseUntrusted(owner)
  return message.version === undefined ? versionFor(vasp) : ok(message.version)
}

function refuseUntrusted({ name, trust }: Vasp): Result<never> {
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}, so nothing is sent.`)
}

async function recordSuccess(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, vasp }: RecordedAttempt,
  response: InquiryResponse | undefined,
): Promise<Result<unknown>> {
  const at = service.now()
  const expiresAt = secondsAfter(at, service.rules.inquiryTtlSeconds)
  const attempts = attemptsOf(transfer) + 1
  const command = { type: 'delivered', kind: message.kind, attempts, expiresAt, at } as const
  const delivered = await changeTransfer(service, work, { transfer, command, actor: counterpartyActor(vasp) })
  const identifier = message.kind === 'INQUIRY' ? identifierSent(message) : undefined
  if (identifier !== undefined && vasp.learnedIdentifiers[transfer.assetId]?.accepted !== identifier) {
    await noteAcceptedIdentifier(work.tx, vasp.id, { assetId: transfer.assetId, identifier })
  }
  if (!delivered.ok || response === undefined || response.type === 'version') return delivered
  const resolved = await resolveTransfer(service, work, delivered.value, response)
  if (resolved.ok) return resolved
  if (UNUSABLE_ADDRESS.has(resolved.refusal.code)) {
    const message = `The approval in the response was ignored: ${resolved.refusal.message}`
    await addDeviations(work.tx, transfer.id, [
      { clause: 'TRP resolution, approved', path: 'approved.address', message },
    ])
  }
  // A decision that reached the callback first takes precedence over the response.
  return delivered
}

const UNUSABLE_ADDRESS: ReadonlySet<string> = new Set(['ADDRESS_NOT_OF_ASSET', 'MEMO_NOT_OF_ASSET'])

async function scheduleRetry(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, problem }: FailedAttempt,
): Promise<Result<unknown>> {
  const tries = message.tries + 1
  const { deliveryTriesMax, deliveryDelayMs: firstDelayMs, deliveryDelayMaxMs: delayMaxMs } = service.rules
  if (tries >= deliveryTriesMax) {
    const last = `${problem} Delivery was given up after ${tries} attempts.`
    return failDelivery(service, work, { transfer, message, problem: last })
  }
  const at = service.now()
  const nextAttemptAt = new Date(at.getTime() + backoffDelayMs(tries, { firstDelayMs, delayMaxMs }))
  const attempts = attemptsOf(transfer) + 1
  const tried = { ...message, tries }
  await updateMessage(work.tx, service.sealer, tried)
  await enqueueAttempt(service, work, { message: tried, attempts, startAfter: nextAttemptAt })
  const command = { type: 'delayDelivery', kind: message.kind, attempts, problem, nextAttemptAt, at } as const
  return changeTransfer(service, work, { transfer, command, actor: systemActor })
}

/** Ends the delivery of a message. Only an officer can retry it. */
export async function failDelivery(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, problem }: FailedAttempt,
): Promise<Result<unknown>> {
  const attempts = attemptsOf(transfer) + 1
  const command = { type: 'giveUpDelivery', kind: message.kind, attempts, problem, at: service.now() } as const
  return changeTransfer(service, work, { transfer, command, actor: systemActor })
}

/**
 * The version to try after a counterparty refused an inquiry in version `sent`; `undefined` when
 * the version cannot be the reason.
 *
 * Agreed once per counterparty, by the first inquiry that is refused, and never overrides a version
 * that an officer has set.
 */
function olderVersion(vasp: Vasp, sent: TrpVersion, theirs: TrpVersion | undefined): TrpVersion | undefined {
  if (vasp.wireProfile.apiVersion !== undefined) return undefined
  const older = vasp.downgradedTo ?? theirs ?? downgradeTrpVersion(sent)
  return older !== undefined && compareTrpVersions(older, sent) < 0 ? older : undefined
}

/** Stores the older version, and sends the inquiry again in it under the same identifier. */
async function downgradeVersion(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, vasp }: RecordedAttempt,
  older: TrpVersion,
): Promise<Result<unknown>> {
  let downgraded = vasp
  if (vasp.downgradedTo !== older) {
    downgraded = changedVasp(vasp, { downgradedTo: older }, service.now())
    const event = 'vasp.version_downgraded'
    await saveVasp(work, { vasp: downgraded, event, actor: systemActor, note: older })
  }
  return sendAgain(service, work, { transfer, message, vasp: downgraded })
}

/** Encodes the inquiry again for what is known about the VASP now, and queues it. */
async function sendAgain(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, vasp }: RecordedAttempt,
): Promise<Result<unknown>> {
  const rewritten = await rewriteInquiry(service, work, { transfer, message, vasp })
  if (!rewritten.ok) return failDelivery(service, work, { transfer, message, problem: rewritten.refusal.message })
  await enqueueAttempt(service, work, { message: rewritten.value, attempts: attemptsOf(transfer) })
  return ok(undefined)
}

/**
 * Stores that the VASP has refused an identifier of the asset, and sends the inquiry again with the
 * next one under the same request identifier. Fails the delivery when none is left.
 */
async function changeIdentifier(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, vasp }: RecordedAttempt,
  { problem, attempt }: { readonly problem: string; readonly attempt: ReadyAttempt },
): Promise<Result<unknown>> {
  const refused = identifierSent(message)
  const asset = assetOf(service, transfer)
  const { version } = attempt
  const trial = { version, learned: vasp.learnedIdentifiers[asset.id] }
  const learned = refused && learnRefused(asset, vasp.wireProfile, { ...trial, refused })
  if (learned === undefined) return failDelivery(service, work, { transfer, message, problem })
  const learnedIdentifiers = { ...vasp.learnedIdentifiers, [asset.id]: learned }
  const changed = changedVasp(vasp, { learnedIdentifiers }, service.now())
  const event = 'vasp.asset_identifier_refused'
  await saveVasp(work, { vasp: changed, event, actor: systemActor, note: `${asset.id}: ${refused}` })
  return sendAgain(service, work, { transfer, message, vasp: changed })
}

/** The identifier in an inquiry; `undefined` when it has several. */
function identifierSent({ body }: OutboundMessage): AssetIdentifier | undefined {
  const json = parseJson(body)
  const asset = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'asset') : undefined
  const [identifier, another] = identifiersIn(asset)
  return another === undefined ? identifier : undefined
}

/** The number of finished attempts to deliver the latest message. */
function attemptsOf({ delivery }: Transfer): number {
  return delivery.state === 'NONE' ? 0 : delivery.attempts
}
