import type { Actor } from '@travel-rule/database/outbox'
import { settlement } from '../../cases/actions/change-case.ts'
import { openCase } from '../../cases/domain/case.ts'
import { loadCases, saveCases } from '../../cases/store/cases.ts'
import { type Ports, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { decide } from '../domain/decide-transfer.ts'
import type { Transfer } from '../domain/transfer.ts'
import { lockTransfers, updateTransfers } from '../store/transfers.ts'
import { publishTransfer } from './change-transfer.ts'

/** The inquiries to archive, and the actor who archives them. */
interface ArchivedInquiries {
  readonly ids: readonly string[]
  /** Evaluated under the lock, since an officer may have decided in the meantime. */
  readonly isWanted: (transfer: Transfer) => boolean
  /** True to archive inquiries waiting for a decision too, not only BLOCKED ones. */
  readonly evenPending: boolean
  readonly actor: Actor
}

/**
 * Archives open received inquiries without notifying their senders, and returns the number archived. Takes
 * the same number of statements for one as for many.
 */
export async function archiveInquiries(
  service: Ports<'assets'>,
  work: UnitOfWork,
  { ids, isWanted, evenPending, actor }: ArchivedInquiries,
): Promise<number> {
  const { tx, sealer } = work
  if (ids.length === 0) return 0
  const at = work.now()
  const changes = (await lockTransfers(tx, sealer, ids)).filter(isWanted).map((before) => {
    const decision = decide(before, { type: 'archive', evenPending, at })
    if (decision.outcome !== 'accepted') throw new Error(`an inquiry that is ${before.state.status} was not archived`)
    return { before, transfer: decision.transfer, event: decision.event, actor }
  })
  if (changes.length === 0) return 0
  await updateTransfers(tx, sealer, changes)
  for (const change of changes) await publishTransfer(service, work, change)
  await closeCases(work, changes)
  return changes.length
}

/** A trigger closes the cases that no person has changed. */
async function closeCases(
  { tx, sealer }: UnitOfWork,
  changes: readonly { readonly transfer: Transfer }[],
): Promise<void> {
  const cases = await loadCases(
    tx,
    sealer,
    changes.map(({ transfer }) => transfer.id),
  )
  const closed = changes.flatMap(({ transfer }) => {
    const current = cases.get(transfer.id) ?? openCase(transfer)
    return (current.version === 1 ? undefined : settlement(current, transfer, transfer.updatedAt)) ?? []
  })
  await saveCases(tx, sealer, closed, systemActor)
}
