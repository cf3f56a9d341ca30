import { spokenVersion } from '../domain/outgoing-inquiry.ts'
import type { TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadMessage, type OutgoingMessage } from '../store/deliveries.ts'
import { lockTransfer, markInFlight } from '../store/transfers.ts'
import { findVaspByHost } from '../store/vasps.ts'
import { vaspOf } from './change-transfer.ts'
import type { AttemptJob } from './enqueue-attempt.ts'
import { failDelivery, isCurrent } from './fail-delivery.ts'
import type { Node } from './node.ts'
import { done, inTransaction, type Outcome, refuse, type Work } from './work.ts'

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
