import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import { replaceData } from '../../checks/actions/replace-data.ts'
import type { ChangePorts, CheckPorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import { rewriteInquiry } from '../../messages/actions/queue-message.ts'
import { findMessage } from '../../messages/store/outbound-messages.ts'
import { changeTransfer, vaspOf } from '../../transfers/actions/change-transfer.ts'
import { refuseRegistered } from '../../transfers/actions/make-verdict.ts'
import { checkTransferVersion, type VersionCondition } from '../../transfers/actions/transfer-actions.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { loadSecrets } from '../../transfers/store/transfers.ts'
import { withVasps } from '../../vasps/domain/vasp.ts'
import { insertCorrection } from '../store/transfer-repairs.ts'
import { parsePersons, refuseIvms101 } from './check-terms.ts'

/** Input of `correctTx`. A party that is absent stays unchanged. `originator` and `beneficiary` are IVMS101 as JSON. */
export interface CorrectInput extends VersionCondition {
  readonly id: string
  readonly originator?: unknown
  readonly beneficiary?: unknown
}

/**
 * Corrects the data of an inquiry that was not sent yet or could not be delivered, and runs its checks again.
 * Later messages use the new data; this sends nothing.
 *
 * Refused as by `lockTarget`, with `TRANSACTION_VERSION_CONFLICT`, `TRANSACTION_NOT_OVER_TRP`,
 * `IVMS101_INVALID`, as by `decide`, and when the wire profile cannot express the inquiry.
 */
export function correctTx(
  service: WorkPorts & CheckPorts,
  input: CorrectInput,
  actor: Actor,
): Promise<Result<Transfer>> {
  return inTransaction<Transfer>(service, async (work) => {
    const locked = await lockTarget(work, input)
    if (!locked.ok) return locked
    const transfer = locked.value
    const seen = checkTransferVersion(transfer, input)
    if (!seen.ok) return seen
    if (transfer.channel !== 'TRP') return refuseRegistered(transfer)
    const persons = parsePersons(input)
    if (!persons.ok) return persons
    const at = work.now()
    const secrets = await loadSecrets(work.tx, work.sealer, transfer.id)
    const { originator = secrets.ivms101.originator, beneficiary = secrets.ivms101.beneficiary } = persons.value
    const vasp = await vaspOf(work, transfer)
    const given = { ...secrets.ivms101, ...(originator && { originator }), ...(beneficiary && { beneficiary }) }
    const ivms101 = withVasps(given, service.policy.own, vasp)
    const issues = validateIvms101(ivms101, at)
    if (issues.length > 0) return refuseIvms101(issues)
    if (isDeepStrictEqual(given, secrets.ivms101)) return ok(transfer)
    const changed = await changeTransfer(service, work, { transfer, command: { type: 'correct', at }, actor })
    if (!changed.ok) return changed
    const { version } = changed.value
    await insertCorrection(work.tx, work.sealer, {
      transferId: transfer.id,
      version,
      former: secrets.ivms101,
      by: actor.id,
      at,
    })
    await replaceData(service, work, { transfer: changed.value, secrets: { ...secrets, ivms101 }, vasp })
    const rewritten = await rewriteQueued(service, work, changed.value)
    return rewritten.ok ? changed : rewritten
  })
}

/** Re-encodes the inquiry if it is queued. The inquiry of a FAILED transfer is encoded when it is retried. */
async function rewriteQueued(service: ChangePorts, work: UnitOfWork, transfer: Transfer): Promise<Result<true>> {
  if (transfer.state.status !== 'PENDING') return ok(true)
  const message = await findMessage(work.tx, work.sealer, { transferId: transfer.id, kind: 'INQUIRY' })
  if (message === undefined || transfer.delivery.state === 'NONE') return ok(true)
  // An attempt that was interrupted or had no clear response may have arrived.
  const isUnsent = transfer.delivery.attempts === 0 && message.tries === 0
  const earlier = isUnsent ? 'NONE' : 'UNKNOWN'
  const vasp = await vaspOf(work, transfer)
  const rewritten = await rewriteInquiry(service, work, { transfer, message, vasp, earlier })
  return rewritten.ok ? ok(true) : rewritten
}
