import { ok, type Result } from '@travel-rule/service/result'
import {
  type ChangePorts,
  counterpartyActor,
  secondsAfter,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { parseTrpVersion } from '../../foundation/domain/trp-version.ts'
import { resumeDeliveries } from '../../messages/actions/queue-message.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import type { InquiryResponse } from '../../messages/domain/inquiry.ts'
import type { OutboundMessage } from '../../messages/store/outbound-messages.ts'
import { resolveTransfer } from '../../receiving/actions/receive-callback.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import type { DeliveryVerdict } from '../../transfers/domain/decide-delivery.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { messageBody, saveTransferMessage } from '../../transfers/store/transfer-messages.ts'
import { addDeviations } from '../../transfers/store/transfers.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { lockVasp, noteAcceptedIdentifier, noteApiVersion, noteDiscoveryTime } from '../../vasps/store/vasps.ts'
import type { DeliveryAttempt } from '../domain/delivery-attempt.ts'
import { insertAttempt } from '../store/delivery-attempts.ts'
import { changeIdentifier, downgradeVersion, identifierSent, olderVersion } from './adapt-inquiry.ts'
import { isCurrent, lockMessage, type ReadyAttempt } from './begin-attempt.ts'
import { attemptsOf, failDelivery, recordFailure, scheduleRetry } from './schedule-retry.ts'

/** The outcome of an attempt. */
export interface AttemptOutcome {
  readonly verdict: DeliveryVerdict
  /** The version in the response. */
  readonly apiVersion: string | undefined
  readonly log: DeliveryAttempt
  /** The response, regardless of its content. */
  readonly response: { readonly status: number; readonly body: Uint8Array } | undefined
}

/** Stores the outcome of an attempt and its consequences. */
export async function recordAttempt(
  service: WorkPorts & ChangePorts,
  attempt: ReadyAttempt,
  { verdict, apiVersion, log, response }: AttemptOutcome,
): Promise<void> {
  const theirs = parseTrpVersion(apiVersion)
  const result = await inTransaction<unknown>(service, async (work) => {
    const mayLearn = verdict.type === 'VERSION_REFUSED' || verdict.type === 'ASSET_REFUSED'
    const known = mayLearn ? await lockVasp(work.tx, attempt.vasp.id) : attempt.vasp
    const vasp = known && contradicts(known, verdict, apiVersion) ? await forgetDiscovery(work, known) : known
    const locked = await lockMessage(work, attempt.message.id)
    if (locked === undefined || vasp === undefined) return ok(undefined)
    const { transfer, message } = locked
    await insertAttempt(work.tx, transfer.id, log)
    await keepSent(work, { transferId: transfer.id, message: attempt.message, response })
    if (verdict.type === 'RETRY') await recordFailure(service, work, { vaspId: vasp.id, messageId: message.id })
    else await resumeDeliveries(work, vasp.id)
    if (theirs.ok && verdict.type === 'DELIVERED') await noteApiVersion(work.tx, vasp.id, theirs.value)
    const recorded = { transfer, message, vasp }
    if (verdict.type === 'DELIVERED') {
      const unversioned = apiVersion === undefined ? [VERSION_MISSING] : []
      await addDeviations(work.tx, transfer.id, [...unversioned, ...(verdict.deviations ?? [])])
      return recordSuccess(service, work, recorded, verdict.response)
    }
    if (!isCurrent(transfer, message, { attempts: attempt.attempts, tries: attempt.message.tries })) {
      return ok(undefined)
    }
    const { problem } = verdict
    const failed = { transfer, message, problem, attempts: attemptsOf(transfer) + 1 }
    switch (verdict.type) {
      case 'RETRY':
        return scheduleRetry(service, work, failed)
      case 'REFUSED':
        return failDelivery(service, work, failed)
      case 'VERSION_REFUSED': {
        const older = olderVersion(vasp, attempt.version, theirs.ok ? theirs.value : undefined)
        if (older !== undefined) return downgradeVersion(service, work, recorded, older)
        if (verdict.mentionsAsset)
          return changeIdentifier(service, work, recorded, { problem, version: attempt.version })
        return failDelivery(service, work, failed)
      }
      case 'ASSET_REFUSED':
        return changeIdentifier(service, work, recorded, { problem, version: attempt.version })
    }
  })
  if (!result.ok) throw new Error('the outcome of a delivery could not be stored', { cause: result.refusal })
}

interface SentMessage {
  readonly transferId: string
  /** The message as it was sent. */
  readonly message: OutboundMessage
  readonly response: AttemptOutcome['response']
}

/** Stores a message as it was sent, with the response. */
async function keepSent(
  { tx, now, sealer }: UnitOfWork,
  { transferId, message, response }: SentMessage,
): Promise<void> {
  const { kind, requestIdentifier, url, body } = message
  await saveTransferMessage(tx, sealer, transferId, {
    direction: 'SENT',
    kind,
    requestIdentifier,
    at: now(),
    url,
    body: messageBody(body),
    ...(response === undefined ? {} : { response: { status: response.status, body: messageBody(response.body) } }),
  })
}

/**
 * True if a response shows that discovery results are outdated: it refuses the version or the message, or
 * reports another version than before.
 */
function contradicts(vasp: Vasp, verdict: DeliveryVerdict, apiVersion: string | undefined): boolean {
  if (vasp.discovery === undefined || vasp.discoveredAt === undefined) return false
  if (verdict.type === 'VERSION_REFUSED') return true
  if (verdict.type === 'REFUSED' && /version|extension/i.test(verdict.problem)) return true
  return apiVersion !== undefined && apiVersion !== vasp.discovery.version && apiVersion !== vasp.apiVersion
}

/** The VASP without its discovery time, so that discovery runs before the next inquiry. */
async function forgetDiscovery({ tx }: UnitOfWork, { discoveredAt: _, ...vasp }: Vasp): Promise<Vasp> {
  await noteDiscoveryTime(tx, vasp.id, null)
  return vasp
}

const VERSION_MISSING: Deviation = {
  clause: 'TRP headers, api-version',
  path: 'api-version',
  message: 'A response of the counterparty does not say its version of TRP.',
}

interface DeliveredMessage {
  readonly transfer: Transfer
  readonly message: OutboundMessage
  readonly vasp: Vasp
}

async function recordSuccess(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp }: DeliveredMessage,
  response: InquiryResponse | undefined,
): Promise<Result<unknown>> {
  const at = work.now()
  const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.inquiry)
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
  const path = UNUSABLE_FIELDS[resolved.refusal.code]
  if (path !== undefined) {
    const message = `The approval in the response was ignored: ${resolved.refusal.message}`
    await addDeviations(work.tx, transfer.id, [{ clause: 'TRP resolution, approved', path, message }])
  }
  // A decision that was received by the callback first takes precedence over the response.
  return delivered
}

/** The unusable field of an approval, by refusal code. */
const UNUSABLE_FIELDS: Readonly<Record<string, string>> = {
  ADDRESS_NOT_OF_ASSET: 'approved.address',
  MEMO_NOT_OF_ASSET: 'approved.address',
  TRP_CALLBACK_OF_OTHER_VASP: 'approved.callback',
}
