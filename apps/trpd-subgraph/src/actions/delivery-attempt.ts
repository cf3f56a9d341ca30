import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { DeliveryVerdict } from '../domain/decide-delivery.ts'
import { spokenVersion } from '../domain/outbound-inquiry.ts'
import { isUnderway, type Transfer } from '../domain/transfer.ts'
import type { InquiryAnswer } from '../domain/trp-message/inquiry.ts'
import { compareTrpVersions, downgradeTrpVersion, parseTrpVersion, type TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadMessage, type OutgoingMessage, updateMessage } from '../store/outbound-messages.ts'
import { lockTransfer, markInFlight } from '../store/transfers.ts'
import { findVaspByHost, lockVasp, noteApiVersion } from '../store/vasps.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { type AttemptJob, enqueueAttempt, rewriteInquiry } from './queue-message.ts'
import { resolveTransfer } from './receive-callback.ts'
import { counterpartyActor, type Node, secondsAfter, systemActor } from './transfer-service.ts'
import { done, inTransaction, type Outcome, refuse, type Work } from './unit-of-work.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'

/** An attempt that may be made now. */
export interface ReadyAttempt {
  readonly message: OutgoingMessage
  /** Finished attempts before this one. */
  readonly attempts: number
  readonly vasp: Vasp
  readonly version: TrpVersion
}

/**
 * Makes sure that an attempt is still wanted, and shows that it is under way.
 *
 * Undefined when another attempt took its place, the message was delivered or is not needed any more, or the VASP may not be
 * spoken to any more, which ends the delivery.
 */
export async function beginAttempt(node: Node, job: AttemptJob): Promise<ReadyAttempt | undefined> {
  const outcome = await inTransaction<ReadyAttempt | undefined>(node, async (work) => {
    const message = await loadMessage(work.tx, node.sealer, job.messageId)
    if (message === undefined) return done(undefined)
    const transfer = await lockTransfer(work.tx, node.sealer, message.transferId)
    if (transfer === undefined || !isCurrent(transfer, message, job)) return done(undefined)
    const vasp = await vaspOf(work, transfer)
    const allowed = await versionFor(work, message, vasp)
    if (!allowed.ok) {
      await failDelivery(node, work, { transfer, message, problem: allowed.problem.message })
      return done(undefined)
    }
    await markInFlight(work.tx, transfer.id)
    return done({ message, attempts: job.attempts, vasp, version: allowed.value })
  })
  return outcome.ok ? outcome.value : undefined
}

/** The version to send `message` in; refused when nothing may be sent to `vasp`, or to whoever lives at the URL. */
async function versionFor({ tx }: Work, message: OutgoingMessage, vasp: Vasp): Promise<Outcome<TrpVersion>> {
  const resident = await findVaspByHost(tx, new URL(message.url).host)
  if (vasp.trust !== 'TRUSTED') return notTrusted(vasp)
  if (resident?.trust === 'BLOCKED') return notTrusted(resident)
  return message.version === undefined ? spokenVersion(vasp) : done(message.version)
}

function notTrusted({ name, trust }: Vasp): Outcome<never> {
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}: nothing is sent.`)
}

/** Stores what came of an attempt, and what follows from it. */
export async function recordAttempt(
  node: Node,
  attempt: ReadyAttempt,
  result: { readonly verdict: DeliveryVerdict; readonly apiVersion: string | undefined },
): Promise<void> {
  const { verdict } = result
  const theirs = parseTrpVersion(result.apiVersion)
  const outcome = await inTransaction<unknown>(node, async (work) => {
    const vasp = verdict.type === 'VERSION_REFUSED' ? await lockVasp(work.tx, attempt.vasp.id) : attempt.vasp
    const message = await loadMessage(work.tx, node.sealer, attempt.message.id)
    const transfer = message && (await lockTransfer(work.tx, node.sealer, message.transferId))
    if (transfer === undefined || message === undefined || vasp === undefined) return done(undefined)
    if (theirs.ok && verdict.type === 'DELIVERED') await noteApiVersion(work.tx, vasp.id, theirs.value)
    const recorded = { transfer, message, vasp }
    if (verdict.type === 'DELIVERED') return delivered(node, work, recorded, verdict.answer)
    const { attempts } = attempt
    if (!isCurrent(transfer, message, { attempts, tries: attempt.message.tries })) return done(undefined)
    const { problem } = verdict
    switch (verdict.type) {
      case 'RETRY':
        return retry(node, work, recorded, problem)
      case 'REFUSED':
        return failDelivery(node, work, { transfer, message, problem })
      case 'VERSION_REFUSED': {
        const older = olderVersion(vasp, attempt.version, theirs.ok ? theirs.value : undefined)
        if (older === undefined) return failDelivery(node, work, { transfer, message, problem })
        return downgradeVersion(node, work, { ...recorded, older })
      }
    }
  })
  if (!outcome.ok) throw new Error('the outcome of a delivery could not be stored', { cause: outcome.problem })
}

interface Recorded {
  readonly transfer: Transfer
  readonly message: OutgoingMessage
  readonly vasp: Vasp
}

async function delivered(
  node: Node,
  work: Work,
  { transfer, message, vasp }: Recorded,
  answer: InquiryAnswer | undefined,
): Promise<Outcome<unknown>> {
  const at = node.now()
  const expiresAt = secondsAfter(at, node.rules.inquiryTtlSeconds)
  const attempts = attemptsOf(transfer) + 1
  const command = { type: 'delivered', kind: message.kind, attempts, expiresAt, at } as const
  const arrived = await changeTransfer(node, work, { transfer, command, actor: counterpartyActor(vasp) })
  if (!arrived.ok || answer === undefined || answer.type === 'version') return arrived
  const resolved = await resolveTransfer(node, work, arrived.value, answer)
  // What a callback decided meanwhile stands: the answer to a repeated inquiry is then only an echo.
  return resolved.ok ? resolved : arrived
}

async function retry(
  node: Node,
  work: Work,
  { transfer, message }: Recorded,
  problem: string,
): Promise<Outcome<unknown>> {
  const tries = message.tries + 1
  const { deliveryTriesMax, deliveryDelayMs: firstDelayMs, deliveryDelayMaxMs: delayMaxMs } = node.rules
  if (tries >= deliveryTriesMax) {
    const last = `${problem} It was given up after ${tries} attempts.`
    return failDelivery(node, work, { transfer, message, problem: last })
  }
  const at = node.now()
  const nextAttemptAt = new Date(at.getTime() + backoffDelayMs(tries, { firstDelayMs, delayMaxMs }))
  const attempts = attemptsOf(transfer) + 1
  const tried = { ...message, tries }
  await updateMessage(work.tx, node.sealer, tried)
  await enqueueAttempt(node, work, { message: tried, attempts, startAfter: nextAttemptAt })
  const command = { type: 'delayDelivery', kind: message.kind, attempts, problem, nextAttemptAt, at } as const
  return changeTransfer(node, work, { transfer, command, actor: systemActor })
}

/**
 * The version to try after a counterparty refused an inquiry in `spoken`; undefined when the version cannot be the reason.
 *
 * It is agreed once per counterparty, by whichever inquiry finds out first, and never against a version that was set by hand.
 */
export function olderVersion(vasp: Vasp, spoken: TrpVersion, theirs: TrpVersion | undefined): TrpVersion | undefined {
  if (vasp.wireProfile.apiVersion !== undefined) return undefined
  const older = vasp.downgradedTo ?? theirs ?? downgradeTrpVersion(spoken)
  return older !== undefined && compareTrpVersions(older, spoken) < 0 ? older : undefined
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
  const agreed = await agree(node, work, vasp, older)
  const rewritten = await rewriteInquiry(node, work, { transfer, message, vasp: agreed })
  if (!rewritten.ok) return failDelivery(node, work, { transfer, message, problem: rewritten.problem.message })
  await enqueueAttempt(node, work, { message: rewritten.value, attempts: attemptsOf(transfer) })
  return done(undefined)
}

async function agree(node: Node, work: Work, vasp: Vasp, older: TrpVersion): Promise<Vasp> {
  if (vasp.downgradedTo === older) return vasp
  const agreed = changedVasp(vasp, { downgradedTo: older }, node.now())
  await saveVasp(work, { vasp: agreed, event: 'vasp.version_downgraded', actor: systemActor, note: older })
  return agreed
}

/** Ends the delivery of a message: nothing more is tried until a person asks for it. */
export async function failDelivery(
  node: Node,
  work: Work,
  {
    transfer,
    message,
    problem,
  }: { readonly transfer: Transfer; readonly message: OutgoingMessage; readonly problem: string },
): Promise<Outcome<unknown>> {
  const attempts = attemptsOf(transfer) + 1
  const command = { type: 'giveUpDelivery', kind: message.kind, attempts, problem, at: node.now() } as const
  return changeTransfer(node, work, { transfer, command, actor: systemActor })
}

/** How often the current message was tried. */
export function attemptsOf({ delivery }: Transfer): number {
  return delivery.state === 'NONE' ? 0 : delivery.attempts
}

/** Whether `attempt` is the one that the transfer waits for. */
export function isCurrent(
  { delivery }: Transfer,
  { kind, tries }: OutgoingMessage,
  attempt: Pick<AttemptJob, 'attempts' | 'tries'>,
): boolean {
  if (delivery.state === 'NONE' || !isUnderway(delivery, kind)) return false
  return delivery.attempts === attempt.attempts && tries === attempt.tries
}
