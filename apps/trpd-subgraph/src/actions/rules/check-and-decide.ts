import { ok, type Result } from '@travel-rule/service/result'
import type { Transfer } from '../../domain/transfer.ts'
import { loadEntries } from '../../store/address-book.ts'
import { loadCase } from '../../store/cases.ts'
import { type CheckRequest, checkTransfer } from '../check-transfer.ts'
import type { TransferService } from '../transfer-service.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { applyRule } from './apply-rule.ts'
import { decideByRules } from './decide-by-rules.ts'

/**
 * Checks a stored transfer and applies the rules to it, unless a person has taken it up. Refused as by
 * `changeTransfer`.
 */
export async function checkAndDecide(
  service: TransferService,
  work: UnitOfWork,
  given: CheckRequest,
): Promise<Result<Transfer>> {
  const { transfer, vasp } = given
  const { addressBookEntryId: id } = transfer
  const [entry] = id === undefined ? [] : await loadEntries(work.tx, service.sealer, [id])
  const judged = await checkTransfer(service, work, { ...given, ...(entry && { entry }) })
  const { status } = await loadCase(work.tx, service.sealer, transfer)
  // What a person has taken up is decided by a person.
  if (status !== 'NEW') return ok(transfer)
  const decision = await decideByRules(service, work, { transfer, vasp, entry, ...judged })
  return decision === undefined ? ok(transfer) : applyRule(service, work, transfer, decision)
}
