import type { Actor } from '@travel-rule/database/outbox'
import { ok } from '@travel-rule/service/result'
import type { Command } from '../domain/decision.ts'
import type { Hold, Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadCase } from '../store/cases.ts'
import { lockBlockedTransfers } from '../store/transfers.ts'
import { lockVasp } from '../store/vasps.ts'
import { changeTransfer } from './change-transfer.ts'
import { checkAndDecide } from './rules/check-and-decide.ts'
import { secondsAfter, systemActor, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'

/** Maximum number of transfers that one transaction releases; a job continues with the rest. */
const RELEASE_MAX = 100

/**
 * Lifts the holds that no longer apply to the BLOCKED transfers with `vasp`, because it is trusted
 * or its amount unit is known.
 *
 * While `vasp` is not trusted, no transfer loses its last hold, even if it is held only because of
 * the unit. One whose case is ON_HOLD follows when an officer releases it.
 */
export async function releaseTransfers(
  service: TransferService,
  work: UnitOfWork,
  vasp: Vasp,
  actor: Actor,
): Promise<void> {
  const trusted = vasp.trust === 'TRUSTED'
  const unitKnown = vasp.wireProfile.amountUnit !== undefined
  if (!trusted && !unitKnown) return
  const holds: Hold[] = trusted && !unitKnown ? ['VASP_NOT_TRUSTED'] : ['VASP_NOT_TRUSTED', 'AMOUNT_UNIT_UNKNOWN']
  const blocked = await lockBlockedTransfers(work.tx, service.sealer, {
    vaspId: vasp.id,
    holds,
    match: trusted ? 'ANY' : 'ALL',
    limit: RELEASE_MAX,
  })
  for (const transfer of blocked) await release(service, work, { transfer, vasp, actor })
  if (blocked.length === RELEASE_MAX) await service.jobs.enqueue(work.tx, 'release', { vaspId: vasp.id })
}

/** Releases the remaining transfers with a VASP, as many as one transaction can release. */
export async function continueRelease(service: TransferService, vaspId: string): Promise<void> {
  await inTransaction(service, async (work) => {
    const vasp = await lockVasp(work.tx, vaspId)
    if (vasp !== undefined) await releaseTransfers(service, work, vasp, systemActor)
    return ok(true)
  })
}

interface Release {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly actor: Actor
}

async function release(service: TransferService, work: UnitOfWork, { transfer, vasp, actor }: Release): Promise<void> {
  // Again, under the lock: a hold may have been placed while this transaction waited for it.
  const { status } = await loadCase(work.tx, service.sealer, transfer)
  if (status === 'ON_HOLD') return
  const at = service.now()
  const expiresAt = secondsAfter(at, service.rules.inquiryTtlSeconds)
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
  await checkAndDecide(service, work, { transfer: current, vasp, cause: 'RELEASE' })
}
