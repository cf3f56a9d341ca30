import { spokenVersion } from '../domain/outgoing-inquiry.ts'
import type { TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadMessage, type OutgoingMessage } from '../store/deliveries.ts'
import { lockTransfer, markInFlight } from '../store/transfers.ts'
import { loadVasps } from '../store/vasps.ts'
import { failDelivery, isCurrent } from './fail-delivery.ts'
import type { Node } from './node.ts'
import { done, inTransaction } from './work.ts'

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
export async function beginAttempt(
  node: Node,
  { messageId, attempts }: { readonly messageId: string; readonly attempts: number },
): Promise<ReadyAttempt | undefined> {
  const outcome = await inTransaction<ReadyAttempt | undefined>(node, async (work) => {
    const message = await loadMessage(work.tx, node.sealer, messageId)
    if (message === undefined) return done(undefined)
    const transfer = await lockTransfer(work.tx, node.sealer, message.transferId)
    if (transfer === undefined || !isCurrent(transfer, message, attempts)) return done(undefined)
    const [vasp] = await loadVasps(work.tx, [transfer.vaspId])
    if (vasp === undefined) throw new Error('a transfer names a VASP that does not exist')
    const version = spokenVersion(vasp)
    if (vasp.trust !== 'TRUSTED' || !version.ok) {
      const problem = version.ok ? `${vasp.name} is ${vasp.trust}: nothing is sent.` : version.problem.message
      await failDelivery(node, work, { transfer, message, problem })
      return done(undefined)
    }
    await markInFlight(work.tx, transfer.id)
    return done({ message, attempts, vasp, version: version.value })
  })
  return outcome.ok ? outcome.value : undefined
}
