import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import type { DecisionPorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import { refuseRegistered } from '../../transfers/actions/make-verdict.ts'
import { canResubmit } from '../../transfers/domain/repair-transfer.ts'
import { type Transfer, trpFactsOf } from '../../transfers/domain/transfer.ts'
import { findSentTransfer, loadSecrets } from '../../transfers/store/transfers.ts'
import { insertResubmission, loadResubmissions } from '../store/transfer-repairs.ts'
import { checkInquiry, type InquireInput, startInquiry } from './inquire.ts'

/** Input of `resubmitTx`. Absent fields are taken from the former transfer. */
export type ResubmitInput = { readonly [Name in keyof InquireInput]?: InquireInput[Name] | undefined } & {
  /** Id of the former transfer. */
  readonly id: string
}

/**
 * Starts an inquiry that replaces one that was declined or canceled or has expired, and links the two. Each
 * inquiry can be replaced once; a repeat with the same request identifier returns the same transfer.
 *
 * Refused as by `lockTarget` and `inquire`, with `TRANSACTION_NOT_OVER_TRP`, `TRANSACTION_WRONG_DIRECTION`,
 * `TRANSACTION_WRONG_STATUS`, and `TRANSACTION_RESUBMITTED` with the `id` of the transfer that already
 * replaces it.
 */
export function resubmitTx(
  service: WorkPorts & DecisionPorts,
  given: ResubmitInput,
  actor: Actor,
): Promise<Result<Transfer>> {
  return inTransaction<Transfer>(service, async (work) => {
    const locked = await lockTarget(work, given)
    if (!locked.ok) return locked
    const former = locked.value
    const allowed = checkResubmission(former)
    if (!allowed.ok) return allowed
    const checked = checkInquiry(service, await completeInput(work, former, given))
    if (!checked.ok) return checked
    const { as } = (await loadResubmissions(work.tx, [former.id])).get(former.id) ?? {}
    const known = await findSentTransfer(work.tx, work.sealer, checked.value.requestIdentifier)
    if (as !== undefined && as !== known?.id) {
      return refuse('TRANSACTION_RESUBMITTED', 'Another transaction was sent in its place: resubmit that one.', {
        id: as,
      })
    }
    if (as === undefined && known !== undefined) {
      return refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is that of another transaction.')
    }
    const started = await startInquiry(service, work, checked.value, actor)
    if (!started.ok || as !== undefined) return started
    await insertResubmission(work.tx, started.value.id, former.id)
    const subject = { type: 'transfer', id: former.id }
    const detail = { version: former.version, resubmittedAs: started.value.id }
    work.record({ type: 'transfer.resubmitted', subject, actor, at: work.now(), detail })
    return started
  })
}

function checkResubmission(former: Transfer): Result<true> {
  const { channel, direction, state } = former
  const { status } = state
  if (channel !== 'TRP') return refuseRegistered(former)
  if (direction === 'RECEIVED') {
    return refuse('TRANSACTION_WRONG_DIRECTION', 'Only its sender can resubmit an inquiry.', { status })
  }
  if (canResubmit(former)) return ok(true)
  const rule = 'only one that is DECLINED, CANCELED or EXPIRED can be resubmitted'
  return refuse('TRANSACTION_WRONG_STATUS', `The transaction is ${status}: ${rule}.`, { status })
}

async function completeInput(
  { tx, sealer }: UnitOfWork,
  former: Transfer,
  { id: _, ...given }: ResubmitInput,
): Promise<InquireInput> {
  const { ivms101, customerReference } = await loadSecrets(tx, sealer, former.id)
  const differences = Object.entries(given).filter(([, value]) => value !== undefined)
  const persons = encodeTrp2020(ivms101, 'LIST') as Partial<Pick<InquireInput, 'originator' | 'beneficiary'>>
  return {
    travelAddress: trpFactsOf(former).travelAddress,
    asset: former.assetId,
    amount: former.amount,
    originator: persons.originator,
    beneficiary: persons.beneficiary,
    ...(customerReference === undefined ? {} : { customerReference }),
    ...(Object.fromEntries(differences) as Partial<InquireInput>),
  }
}
