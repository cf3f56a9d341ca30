import { ok, type Result, refuse } from '@travel-rule/service/result'
import { loadEntries } from '../../address-book/store/address-book.ts'
import { checkAddress } from '../../assets/domain/ledger-string.ts'
import { type GivenReason, readReason } from '../../cases/actions/counterparty-reasons.ts'
import { checkText } from '../../cases/domain/decide-case.ts'
import { assetOf, type ChangePorts } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { CHAIN_STRING_RULE, isChainString } from '../../foundation/domain/string-format.ts'
import { notOverTrp } from '../domain/decide-registered.ts'
import type { Verdict } from '../domain/decision.ts'
import type { Transfer } from '../domain/transfer.ts'
import { vaspOf } from './change-transfer.ts'

/** An officer's decision about an inquiry. */
export interface Assessment extends GivenReason {
  readonly id: string
  readonly decision: 'APPROVE' | 'DECLINE'
  /** Payment address; defaults to that of the address book entry. */
  readonly address?: string | undefined
  /** Recorded in the history of the case; never sent. */
  readonly internalReason?: string | undefined
}

/** An officer's decision after its input was checked. */
export interface CheckedAssessment {
  readonly verdict: Verdict
  readonly internalReason?: string
}

/**
 * Checks an officer's decision about a locked transfer.
 *
 * Refused with `TRANSACTION_WRONG_DIRECTION` for a registered transfer, as by `readReason`, with
 * `CASE_TEXT_INVALID`, `TRANSACTION_ADDRESS_MISSING`, `TRANSACTION_ADDRESS_INVALID`, the codes of
 * `checkAddress`, and `VASP_NOT_TRUSTED` if the VASP was blocked after the inquiry.
 */
export async function makeVerdict(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  assessment: Assessment,
): Promise<Result<CheckedAssessment>> {
  if (transfer.channel !== 'TRP') return refuseRegistered(transfer)
  const internal = checkInternalReason(assessment.internalReason)
  if (!internal.ok) return internal
  const verdict = await verdictOf(service, work, transfer, assessment)
  if (!verdict.ok) return verdict
  return ok({ verdict: verdict.value, ...internal.value })
}

/** The internal reason, if given. Refused with `CASE_TEXT_INVALID`. */
export function checkInternalReason(text: string | undefined): Result<{ readonly internalReason?: string }> {
  if (text === undefined) return ok({})
  const checked = checkText('internalReason', text)
  return checked.ok ? ok({ internalReason: checked.value }) : checked
}

async function verdictOf(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  assessment: Assessment,
): Promise<Result<Verdict>> {
  if (assessment.decision === 'DECLINE') {
    const reason = await readReason(service, work, assessment)
    return reason.ok ? ok({ outcome: 'DECLINE', reason: reason.value }) : reason
  }
  const trusted = awaitsOurDecision(transfer) ? await requireTrust(work, transfer) : undefined
  if (trusted?.ok === false) return trusted
  const address = assessment.address ?? (await entryAddress(work, transfer))
  if (address === undefined || address === '') {
    return refuse('TRANSACTION_ADDRESS_MISSING', 'address is required: the address book entry does not have one.')
  }
  if (!isChainString(address)) return refuse('TRANSACTION_ADDRESS_INVALID', `address ${CHAIN_STRING_RULE}.`)
  const matching = checkAddress(assetOf(service, transfer), address)
  return matching.ok ? ok({ outcome: 'APPROVE', address }) : matching
}

/** Refuses an action that is only possible for transfers over TRP. */
export function refuseRegistered(transfer: Transfer): Result<never> {
  const { code, message, status } = notOverTrp(transfer)
  return refuse(code, message, { status })
}

function awaitsOurDecision({ direction, state }: Transfer): boolean {
  return direction === 'RECEIVED' && state.status === 'PENDING'
}

/** Refused with `VASP_NOT_TRUSTED` unless the VASP of the transfer is trusted. */
export async function requireTrust(work: UnitOfWork, transfer: Transfer): Promise<Result<true>> {
  const { name, trust } = await vaspOf(work, transfer)
  if (trust === 'TRUSTED') return ok(true)
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}: call trustVasp first.`)
}

async function entryAddress({ tx, sealer }: UnitOfWork, transfer: Transfer): Promise<string | undefined> {
  if (transfer.addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [transfer.addressBookEntryId])
  return entry?.address
}
