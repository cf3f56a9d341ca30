import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { checkTxHash } from '../../assets/domain/ledger-string.ts'
import { lockTarget } from '../../cases/actions/change-case.ts'
import { type GivenReason, readReason } from '../../cases/actions/counterparty-reasons.ts'
import { refreshChecks } from '../../checks/actions/refresh-checks.ts'
import {
  assetOf,
  type ChangePorts,
  type CheckPorts,
  secondsAfter,
  type TransferCommand,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { CHAIN_STRING_RULE, isChainString } from '../../foundation/domain/string-format.ts'
import { resumeDeliveries } from '../../messages/actions/queue-message.ts'
import { type Transfer, trpFactsOf } from '../domain/transfer.ts'
import { changeTransfer } from './change-transfer.ts'
import { type Assessment, checkInternalReason, makeVerdict, refuseRegistered, requireTrust } from './make-verdict.ts'

/** A condition on the version of the transfer to change. */
export interface VersionCondition {
  /** The version that the person has seen; if absent, any version is accepted. */
  readonly expectedVersion?: number | undefined
}

/**
 * Approves or declines an inquiry. Declining after an approval withdraws the approval.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_VERSION_CONFLICT`, as by `makeVerdict`, and as by
 * `changeTransfer`.
 */
export async function assessTx(
  service: WorkPorts & CheckPorts,
  assessment: Assessment & VersionCondition,
  actor: Actor,
): Promise<Result<Transfer>> {
  if (assessment.decision === 'APPROVE') await refreshChecks(service, assessment.id, 'APPROVE')
  return commandTransfer(service, assessment, actor, async (work, transfer, at) => {
    const checked = await makeVerdict(service, work, transfer, assessment)
    if (!checked.ok) return checked
    const { verdict, ...internal } = checked.value
    const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.confirmation)
    return ok({ command: { type: 'assess', verdict, by: actor.id, expiresAt, at }, ...internal })
  })
}

/**
 * Records the transaction hash of a SENT transfer and sends it to the counterparty. For a registered
 * transfer, in either direction, the hash is only recorded. Idempotent. `isOnLedger` means that the payment
 * was already made: anything that should have stopped it turns the case into an incident.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_HASH_INVALID`, `TRANSACTION_HASH_NOT_OF_ASSET`,
 * `TRANSACTION_NOT_RELEASED`, and as by `decide`.
 */
export async function confirmTx(
  service: WorkPorts & CheckPorts,
  { id, txHash, isOnLedger = false }: Confirmation,
  actor: Actor,
): Promise<Result<Transfer>> {
  await refreshChecks(service, id, 'PAY')
  return commandTransfer(service, { id }, actor, async (_work, transfer, at) => {
    if (!isChainString(txHash)) return refuse('TRANSACTION_HASH_INVALID', `txHash ${CHAIN_STRING_RULE}.`)
    const matching = checkTxHash(assetOf(service, transfer), txHash)
    return matching.ok ? ok({ command: { type: 'confirm', txHash, isOnLedger, at } }) : matching
  })
}

interface Confirmation {
  readonly id: string
  readonly txHash: string
  readonly isOnLedger?: boolean | undefined
}

/**
 * Confirms a RECEIVED transfer with the hash that its sender reported too late.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, and as by `decide`.
 */
export function acceptConfirmation(
  service: WorkPorts & ChangePorts,
  id: string,
  actor: Actor,
): Promise<Result<Transfer>> {
  return commandTransfer(service, { id }, actor, async (_work, _transfer, at) =>
    ok({ command: { type: 'acceptConfirmation', by: actor.id, at } }),
  )
}

/**
 * Cancels a SENT or a registered transfer. Refused with `TRANSACTION_NOT_FOUND`,
 * `TRANSACTION_VERSION_CONFLICT`, as by `readReason`, with `CASE_TEXT_INVALID`, and as by
 * `changeTransfer`.
 */
export function cancelTx(
  service: WorkPorts & ChangePorts,
  given: GivenReason & VersionCondition & { readonly id: string; readonly internalReason?: string | undefined },
  actor: Actor,
): Promise<Result<Transfer>> {
  return commandTransfer(service, given, actor, async (work, _transfer, at) => {
    const reason = await readReason(service, work, given)
    if (!reason.ok) return reason
    const internal = checkInternalReason(given.internalReason)
    if (!internal.ok) return internal
    return ok({ command: { type: 'cancel', reason: reason.value, by: actor.id, at }, ...internal.value })
  })
}

/**
 * Retries the delivery of a message immediately, with a new budget of attempts. Closes the circuit
 * breaker of the VASP.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `VASP_NOT_TRUSTED`, and as by `decide`.
 */
export function retryDelivery(service: WorkPorts & ChangePorts, id: string, actor: Actor): Promise<Result<Transfer>> {
  return commandTransfer(service, { id }, actor, async (work, transfer, at) => {
    if (transfer.channel !== 'TRP') return refuseRegistered(transfer)
    const trusted = await requireTrust(work, transfer)
    if (!trusted.ok) return trusted
    await resumeDeliveries(work, trpFactsOf(transfer).vaspId)
    const expiresAt = secondsAfter(at, service.policy.deadlineSeconds.inquiry)
    return ok({ command: { type: 'retryDelivery', expiresAt, at } })
  })
}

/** Archives a transfer. Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_VERSION_CONFLICT`, and as by `decide`. */
export function archiveTx(
  service: WorkPorts & ChangePorts,
  target: VersionCondition & { readonly id: string },
  actor: Actor,
): Promise<Result<Transfer>> {
  return commandTransfer(service, target, actor, async (_work, _transfer, at) =>
    ok({ command: { type: 'archive', at } }),
  )
}

/** Refused with `TRANSACTION_VERSION_CONFLICT` if the transfer has changed since the person saw it. */
export function checkTransferVersion(
  { version, state }: Transfer,
  { expectedVersion }: VersionCondition,
): Result<true> {
  if (expectedVersion === undefined || expectedVersion === version) return ok(true)
  const message = `The transaction is ${state.status}, at version ${version}: read it again.`
  return refuse('TRANSACTION_VERSION_CONFLICT', message, { version, status: state.status })
}

type MakeCommand = (
  work: UnitOfWork,
  transfer: Transfer,
  at: Date,
) => Promise<Result<Pick<TransferCommand, 'command' | 'internalReason'>>>

function commandTransfer(
  service: WorkPorts & ChangePorts,
  { id, expectedVersion }: VersionCondition & { readonly id: string },
  actor: Actor,
  makeCommand: MakeCommand,
): Promise<Result<Transfer>> {
  return inTransaction(service, async (work) => {
    const locked = await lockTarget(work, { id })
    if (!locked.ok) return locked
    const transfer = locked.value
    const seen = checkTransferVersion(transfer, { expectedVersion })
    if (!seen.ok) return seen
    const made = await makeCommand(work, transfer, work.now())
    return made.ok ? changeTransfer(service, work, { transfer, actor, ...made.value }) : made
  })
}
