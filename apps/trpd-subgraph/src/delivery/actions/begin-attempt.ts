import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type ChangePorts, secondsAfter, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import type { TrpVersion } from '../../foundation/domain/trp-version.ts'
import { type AttemptJob, type EarlierAttempts, enqueueAttempt } from '../../messages/actions/queue-message.ts'
import {
  loadMessage,
  loadMessageFields,
  type OutboundMessage,
  updateMessage,
} from '../../messages/store/outbound-messages.ts'
import { mayLeave } from '../../release/actions/may-leave.ts'
import { vaspOf } from '../../transfers/actions/change-transfer.ts'
import { isUnderway, type Transfer } from '../../transfers/domain/transfer.ts'
import { lockTransfer, markInFlight, markWaiting } from '../../transfers/store/transfers.ts'
import { isDiscoveryDue } from '../../vasps/actions/store-discovery.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { findVaspByHost } from '../../vasps/store/vasps.ts'
import { deadLetterReason } from '../domain/delivery-schedule.ts'
import { versionFor } from '../domain/outbound-inquiry.ts'
import { passBreaker } from '../store/circuit-breakers.ts'
import { wasRefused } from '../store/delivery-attempts.ts'
import { failDelivery } from './schedule-retry.ts'

/** An attempt that may be made now. */
export interface ReadyAttempt {
  readonly message: OutboundMessage
  /** Number of attempts finished before this one. */
  readonly attempts: number
  readonly vasp: Vasp
  readonly version: TrpVersion
  /** True if discovery must run first. */
  readonly discoveryDue: boolean
  readonly earlier: EarlierAttempts
}

/**
 * Checks that an attempt is still needed, and marks the message as in flight.
 *
 * `undefined` when the job is stale, when the message has to wait because it may not leave yet or the circuit
 * breaker of the VASP is open, and when nothing may be sent to the VASP, which ends the delivery.
 */
export async function beginAttempt(
  service: WorkPorts & ChangePorts,
  job: AttemptJob,
): Promise<ReadyAttempt | undefined> {
  const result = await inTransaction<ReadyAttempt | undefined>(service, async (work) => {
    const locked = await lockMessage(work, job.messageId)
    if (locked === undefined || !isCurrent(locked.transfer, locked.message, job)) return ok(undefined)
    const { transfer, message: stored } = locked
    const vasp = await vaspOf(work, transfer)
    // The time to deliver a withheld message starts when it may leave.
    const message = job.withheldOf === undefined ? stored : { ...stored, queuedAt: work.now() }
    const version = await checkRecipient(work, message, vasp)
    const { attempts } = job
    if (!version.ok) {
      await failDelivery(service, work, { transfer, message, problem: version.refusal.message, attempts })
      return ok(undefined)
    }
    if (!(await mayLeave(service, work, transfer, message.kind))) {
      await withhold(work, { transfer, message, vasp, attempts })
      return ok(undefined)
    }
    if (message !== stored) await updateMessage(work.tx, work.sealer, message)
    if (await isPaused(service, work, { transfer, message, vasp, attempts })) return ok(undefined)
    const earlier = await earlierOf(work, transfer, message)
    const isInquiry = message.kind === 'INQUIRY'
    await markInFlight(work.tx, transfer.id, isInquiry ? version.value : undefined)
    const discoveryDue = isInquiry && isDiscoveryDue(vasp, work.now(), service.policy.ageMaxSeconds.discovery)
    return ok({ message, attempts, vasp, version: version.value, discoveryDue, earlier })
  })
  return result.ok ? result.value : undefined
}

/** A message and its transfer, locked. The message is read under the lock, since a correction may rewrite it. */
export async function lockMessage(
  { tx, sealer }: UnitOfWork,
  id: string,
): Promise<{ readonly message: OutboundMessage; readonly transfer: Transfer } | undefined> {
  const known = await loadMessageFields(tx, id)
  const transfer = known && (await lockTransfer(tx, sealer, known.transferId))
  const message = transfer && (await loadMessage(tx, sealer, id))
  return transfer && message && { message, transfer }
}

/**
 * Must run before the message is marked as in flight: a message already in flight means that a crash
 * interrupted an attempt.
 */
async function earlierOf(
  { tx }: UnitOfWork,
  { id, delivery }: Transfer,
  { kind, tries }: OutboundMessage,
): Promise<EarlierAttempts> {
  if (tries > 0 || delivery.state === 'IN_FLIGHT') return 'UNKNOWN'
  if (delivery.state === 'QUEUED' && delivery.attempts === 0) return 'NONE'
  return (await wasRefused(tx, { transferId: id, kind })) ? 'REFUSED' : 'UNKNOWN'
}

/** True if `attempt` is the one that the transfer is waiting for. */
export function isCurrent(
  { delivery }: Transfer,
  { kind, tries }: Pick<OutboundMessage, 'kind' | 'tries'>,
  attempt: Pick<AttemptJob, 'attempts' | 'tries'>,
): boolean {
  if (delivery.state === 'NONE' || !isUnderway(delivery, kind)) return false
  return delivery.attempts === attempt.attempts && tries === attempt.tries
}

/**
 * The TRP version to use. Refused if `vasp` is not trusted, if the host's VASP is blocked, or if the host was
 * removed from `vasp` and does not belong to another trusted VASP.
 */
async function checkRecipient({ tx }: UnitOfWork, message: OutboundMessage, vasp: Vasp): Promise<Result<TrpVersion>> {
  const { host } = new URL(message.url)
  const owner = await findVaspByHost(tx, host)
  if (vasp.trust !== 'TRUSTED') return refuseUntrusted(vasp)
  if (owner?.trust === 'BLOCKED') return refuseUntrusted(owner)
  if (vasp.removedHosts.includes(host) && owner?.trust !== 'TRUSTED') {
    return refuse('VASP_HOST_UNKNOWN', `${host} was removed from ${vasp.name}, so nothing is sent there.`)
  }
  return message.version === undefined ? versionFor(vasp) : ok(message.version)
}

function refuseUntrusted({ name, trust }: Vasp): Result<never> {
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}, so nothing is sent.`)
}

interface Waiting {
  readonly transfer: Transfer
  readonly message: OutboundMessage
  readonly vasp: Vasp
  readonly attempts: number
}

/**
 * True if the circuit breaker of the VASP is open. The message then waits without using up an attempt, or is
 * given up if it would have to wait for too long.
 */
async function isPaused(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp, attempts }: Waiting,
): Promise<boolean> {
  const { delivery } = service.policy
  const at = work.now()
  const pause = await passBreaker(work.tx, vasp.id, { at, probeUntil: secondsAfter(at, delivery.attemptSecondsMax) })
  if (pause === undefined) return false
  const { tries, queuedAt } = message
  const endsAt = secondsAfter(queuedAt, delivery.ttlSeconds)
  // The outcome of a probing attempt may arrive at any time, and then triggers sending.
  if ((pause.probing ? at : pause.until) > endsAt) {
    const problem = deadLetterReason(`${vasp.name} does not respond.`, { tries, queuedAt, at })
    await failDelivery(service, work, { transfer, message, problem, attempts })
    return true
  }
  // Spreads messages waiting for the same time, so that they do not arrive all at once.
  const openUntil = pause.probing && endsAt < pause.until ? endsAt : pause.until
  const spreadMs = ((openUntil.getTime() - at.getTime()) / 4) * Math.random()
  const startAfter = new Date(openUntil.getTime() + spreadMs)
  await markWaiting(work.tx, transfer.id, startAfter)
  const waiting = await countInterrupted(work, transfer, message)
  await enqueueAttempt(work, { message: waiting, vaspId: vasp.id, attempts, startAfter, isPaused: true })
  return true
}

/** The message, counting an attempt that a crash interrupted, since it may have arrived. */
async function countInterrupted(
  { tx, sealer }: UnitOfWork,
  { delivery }: Transfer,
  message: OutboundMessage,
): Promise<OutboundMessage> {
  if (delivery.state !== 'IN_FLIGHT') return message
  const counted = { ...message, tries: message.tries + 1 }
  await updateMessage(tx, sealer, counted)
  return counted
}

/** Limits of the delay until a withheld message is checked again; the delay equals the time it has waited so far. */
const WITHHELD_SECONDS = { min: 5, max: 900 }

/** Makes a message wait until it may leave, without using up an attempt. The job starts early once it may leave. */
export async function withhold(work: UnitOfWork, { transfer, message, vasp, attempts }: Waiting): Promise<void> {
  const at = work.now()
  const waitedSeconds = (at.getTime() - message.createdAt.getTime()) / 1_000
  const seconds = Math.min(Math.max(WITHHELD_SECONDS.min, waitedSeconds), WITHHELD_SECONDS.max)
  const startAfter = secondsAfter(at, seconds)
  await markWaiting(work.tx, transfer.id, startAfter)
  const waiting = await countInterrupted(work, transfer, message)
  await enqueueAttempt(work, { message: waiting, vaspId: vasp.id, attempts, startAfter, isWithheld: true })
}
