import type { Actor } from '@travel-rule/database/outbox'
import { ok } from '@travel-rule/service/result'
import { loadCase } from '../../cases/store/cases.ts'
import {
  assetOf,
  type DecisionPorts,
  secondsAfter,
  systemActor,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inSavepoint, inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { checkAndDecide } from '../../rules/actions/check-and-decide.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import { liftedHolds } from '../../transfers/domain/lifted-holds.ts'
import { supplyDeviations } from '../../transfers/domain/received-deviations.ts'
import { addDeviations, lockTransfer } from '../../transfers/store/transfers.ts'
import type { Vasp } from '../domain/vasp.ts'
import { lockUnreleased } from '../store/unreleased-transfers.ts'
import { lockVasp } from '../store/vasps.ts'

/** Maximum number of transfers that one transaction releases; a job continues with the rest. */
const RELEASE_MAX = 100

/** A job of the queue `release`. */
export interface ReleaseJob {
  readonly vaspId: string
  /** The `sequence` of the transfer after which the release continues. */
  readonly after?: string
}

/**
 * Lifts the holds of BLOCKED transfers with `vasp` that no longer apply, because the VASP is trusted or its
 * amount unit is known. A transfer whose case is ON_HOLD follows when an officer releases the case.
 *
 * A transfer that cannot be released, for example because its data cannot be opened, stays unchanged and does
 * not affect the others: `loadUnreleased` names it, and the next change of `vasp` tries again.
 */
export async function releaseTransfers(
  service: DecisionPorts,
  work: UnitOfWork,
  vasp: Vasp,
  actor: Actor,
  after?: string,
): Promise<void> {
  const lifted = liftedHolds(vasp)
  if (lifted === undefined) return
  const unreleased = await lockUnreleased(work.tx, { vaspId: vasp.id, lifted, after, limit: RELEASE_MAX })
  for (const { id } of unreleased) {
    const failure = await inSavepoint(work, (within) => release(service, within, { id, vasp, actor }))
    if (failure === undefined) continue
    work.logger.error(
      { err: failure.cause, transferId: id, vaspId: vasp.id },
      'a BLOCKED transfer could not be released',
    )
  }
  const last = unreleased.at(-1)
  if (unreleased.length < RELEASE_MAX || last === undefined) return
  const job: ReleaseJob = { vaspId: vasp.id, after: last.sequence }
  await work.jobs.enqueue(work.tx, 'release', job)
}

/** Releases more of the remaining transfers with a VASP, up to the limit of one transaction. */
export async function continueRelease(
  service: WorkPorts & DecisionPorts,
  { vaspId, after }: ReleaseJob,
): Promise<void> {
  await inTransaction(service, async (work) => {
    const vasp = await lockVasp(work.tx, vaspId)
    if (vasp !== undefined) await releaseTransfers(service, work, vasp, systemActor, after)
    return ok(true)
  })
}

interface Release {
  readonly id: string
  readonly vasp: Vasp
  readonly actor: Actor
}

async function release(service: DecisionPorts, work: UnitOfWork, { id, vasp, actor }: Release): Promise<void> {
  const transfer = await lockTransfer(work.tx, work.sealer, id)
  if (transfer === undefined) throw new Error('a locked transfer does not exist')
  // Loaded again under the lock: a hold may have been placed while this transaction waited.
  const { status } = await loadCase(work.tx, work.sealer, transfer)
  if (status === 'ON_HOLD') return
  const at = work.now()
  const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.inquiry)
  const { amountUnit: unit } = vasp.wireProfile
  const commands: Command[] = []
  if (unit !== undefined) commands.push({ type: 'releaseAmountUnit', unit, expiresAt, at })
  if (vasp.trust === 'TRUSTED') commands.push({ type: 'releaseTrust', expiresAt, at })
  let current = transfer
  for (const command of commands) {
    const released = await changeTransfer(service, work, { transfer: current, command, actor })
    if (!released.ok) throw new Error('a BLOCKED transfer could not be released', { cause: released.refusal })
    current = released.value
  }
  if (transfer.direction === 'RECEIVED' && transfer.amountUnit === undefined) {
    await addDeviations(work.tx, id, supplyDeviations(current, assetOf(service, current)))
  }
  await checkAndDecide(service, work, { transfer: current, vasp, cause: 'RELEASE' })
}
