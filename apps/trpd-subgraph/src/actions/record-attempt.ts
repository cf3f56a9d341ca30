import { backOffMs } from '../domain/back-off.ts'
import type { DeliveryVerdict } from '../domain/delivery-verdict.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { InquiryAnswer } from '../domain/trp-message/inquiry-answer.ts'
import { parseTrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadMessage, type OutgoingMessage, updateMessage } from '../store/deliveries.ts'
import { lockTransfer } from '../store/transfers.ts'
import { lockVasp, noteApiVersion } from '../store/vasps.ts'
import { counterpartyActor, systemActor } from './actors.ts'
import type { ReadyAttempt } from './begin-attempt.ts'
import { changeTransfer } from './change-transfer.ts'
import { downgradeVersion, olderVersion } from './downgrade-version.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import { attemptsOf, failDelivery, isCurrent } from './fail-delivery.ts'
import { type Node, secondsAfter } from './node.ts'
import { resolveTransfer } from './receive-resolution.ts'
import { done, inTransaction, type Outcome, type Work } from './work.ts'

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
  const { deliveryTriesMax, deliveryDelayMs: delayMs, deliveryDelayMaxMs: delayMaxMs } = node.rules
  if (tries >= deliveryTriesMax) {
    const last = `${problem} It was given up after ${tries} attempts.`
    return failDelivery(node, work, { transfer, message, problem: last })
  }
  const at = node.now()
  const nextAttemptAt = new Date(at.getTime() + backOffMs(tries, { delayMs, delayMaxMs, random: Math.random() }))
  const attempts = attemptsOf(transfer) + 1
  const tried = { ...message, tries }
  await updateMessage(work.tx, node.sealer, tried)
  await enqueueAttempt(node, work, { message: tried, attempts, startAfter: nextAttemptAt })
  const command = { type: 'delayDelivery', kind: message.kind, attempts, problem, nextAttemptAt, at } as const
  return changeTransfer(node, work, { transfer, command, actor: systemActor })
}
