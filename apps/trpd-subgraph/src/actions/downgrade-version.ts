import type { Transfer } from '../domain/transfer.ts'
import { compareTrpVersions, downgradeTrpVersion, type TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import type { OutgoingMessage } from '../store/deliveries.ts'
import { systemActor } from './actors.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import { attemptsOf, failDelivery } from './fail-delivery.ts'
import type { Node } from './node.ts'
import { rewriteInquiry } from './rewrite-inquiry.ts'
import { changedVasp, saveVasp } from './save-vasp.ts'
import { done, type Outcome, type Work } from './work.ts'

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
