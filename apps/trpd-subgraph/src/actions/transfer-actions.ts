import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { notOverTrp } from '../domain/decide-registered.ts'
import type { Command } from '../domain/decision.ts'
import { checkAddress, checkTxHash } from '../domain/ledger-string.ts'
import { CHAIN_STRING_RULE, codePoints, isChainString, isFreeText, isUuid } from '../domain/string-format.ts'
import { type Transfer, trpFactsOf } from '../domain/transfer.ts'
import { REASON_LENGTH_MAX } from '../domain/trp-message/trp-body.ts'
import { loadEntries } from '../store/address-book.ts'
import { closeBreaker } from '../store/circuit-breakers.ts'
import { lockTransfer } from '../store/transfers.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { assetOf, secondsAfter, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'

/** An officer's decision about an inquiry. */
export interface Assessment {
  readonly id: string
  readonly decision: 'APPROVE' | 'DECLINE'
  /** Required to decline; sent to the counterparty. */
  readonly reason?: string | undefined
  /** Payment address; defaults to that of the address book entry. */
  readonly address?: string | undefined
}

/**
 * Approves or declines an inquiry. To decline it after an approval withdraws the approval.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_REASON_MISSING`,
 * `TRANSACTION_REASON_TOO_LONG`, `TRANSACTION_REASON_INVALID`, `TRANSACTION_ADDRESS_MISSING`,
 * `TRANSACTION_ADDRESS_INVALID`, the codes of `checkAddress`, `VASP_NOT_TRUSTED` if the VASP was
 * blocked after the inquiry, and as by `decide`.
 */
export function assessTx(service: TransferService, assessment: Assessment, actor: Actor): Promise<Result<Transfer>> {
  return commandTransfer(service, assessment.id, actor, async (work, transfer, at) => {
    if (transfer.channel !== 'TRP') return refuseRegistered(transfer)
    const expiresAt = secondsAfter(at, service.rules.confirmationTtlSeconds)
    if (assessment.decision === 'DECLINE') {
      const reason = checkReason(assessment.reason)
      if (!reason.ok) return reason
      const verdict = { outcome: 'DECLINE', reason: reason.value } as const
      return ok({ type: 'assess', verdict, by: actor.id, expiresAt, at })
    }
    const trusted = awaitsOurDecision(transfer) ? await requireTrust(work, transfer) : undefined
    if (trusted?.ok === false) return trusted
    const address = assessment.address ?? (await entryAddress(service, work, transfer))
    if (address === undefined || address === '') {
      return refuse('TRANSACTION_ADDRESS_MISSING', 'address is required: the address book entry does not have one.')
    }
    if (!isChainString(address)) return refuse('TRANSACTION_ADDRESS_INVALID', `address ${CHAIN_STRING_RULE}.`)
    const matching = checkAddress(assetOf(service, transfer), address)
    if (!matching.ok) return matching
    const verdict = { outcome: 'APPROVE', address } as const
    return ok({ type: 'assess', verdict, by: actor.id, expiresAt, at })
  })
}

/**
 * Records the transaction hash of a SENT transfer and sends it to the counterparty. Of a registered
 * transfer the hash is only recorded, in either direction. Idempotent.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_HASH_INVALID`, `TRANSACTION_HASH_NOT_OF_ASSET`,
 * and as by `decide`.
 */
export function confirmTx(
  service: TransferService,
  { id, txHash }: { readonly id: string; readonly txHash: string },
  actor: Actor,
): Promise<Result<Transfer>> {
  return commandTransfer(service, id, actor, async (_work, transfer, at) => {
    if (!isChainString(txHash)) return refuse('TRANSACTION_HASH_INVALID', `txHash ${CHAIN_STRING_RULE}.`)
    const matching = checkTxHash(assetOf(service, transfer), txHash)
    return matching.ok ? ok({ type: 'confirm', txHash, at }) : matching
  })
}

/**
 * Confirms a RECEIVED transfer with the hash that its sender reported too late.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, and as by `decide`.
 */
export function acceptConfirmation(service: TransferService, id: string, actor: Actor): Promise<Result<Transfer>> {
  return commandTransfer(service, id, actor, async (_work, _transfer, at) =>
    ok({ type: 'acceptConfirmation', by: actor.id, at }),
  )
}

/**
 * Cancels a SENT or a registered transfer. Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_REASON_*`, and as by
 * `decide`.
 */
export function cancelTx(
  service: TransferService,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
  actor: Actor,
): Promise<Result<Transfer>> {
  return commandTransfer(service, id, actor, async (_work, _transfer, at) => {
    const parsed = checkReason(reason)
    return parsed.ok ? ok({ type: 'cancel', reason: parsed.value, by: actor.id, at }) : parsed
  })
}

/**
 * Retries the delivery of a message immediately, with a new budget of attempts. Closes the circuit
 * breaker of the VASP.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `VASP_NOT_TRUSTED`, and as by `decide`.
 */
export function retryDelivery(service: TransferService, id: string, actor: Actor): Promise<Result<Transfer>> {
  return commandTransfer(service, id, actor, async (work, transfer, at) => {
    if (transfer.channel !== 'TRP') return refuseRegistered(transfer)
    const trusted = await requireTrust(work, transfer)
    if (!trusted.ok) return trusted
    await closeBreaker(work.tx, trpFactsOf(transfer).vaspId)
    return ok({ type: 'retryDelivery', expiresAt: secondsAfter(at, service.rules.inquiryTtlSeconds), at })
  })
}

/** Archives a transfer. Refused with `TRANSACTION_NOT_FOUND`, and as by `decide`. */
export function archiveTx(service: TransferService, id: string, actor: Actor): Promise<Result<Transfer>> {
  return commandTransfer(service, id, actor, async (_work, _transfer, at) => ok({ type: 'archive', at }))
}

type MakeCommand = (work: UnitOfWork, transfer: Transfer, at: Date) => Promise<Result<Command>>

function commandTransfer(
  service: TransferService,
  id: string,
  actor: Actor,
  makeCommand: MakeCommand,
): Promise<Result<Transfer>> {
  return inTransaction(service, async (work) => {
    const transfer = isUuid(id) ? await lockTransfer(work.tx, service.sealer, id) : undefined
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
    const command = await makeCommand(work, transfer, service.now())
    return command.ok ? changeTransfer(service, work, { transfer, command: command.value, actor }) : command
  })
}

function refuseRegistered(transfer: Transfer): Result<never> {
  const { code, message, status } = notOverTrp(transfer)
  return refuse(code, message, { status })
}

function awaitsOurDecision({ direction, state }: Transfer): boolean {
  return direction === 'RECEIVED' && state.status === 'PENDING'
}

async function requireTrust(work: UnitOfWork, transfer: Transfer): Promise<Result<true>> {
  const { name, trust } = await vaspOf(work, transfer)
  if (trust === 'TRUSTED') return ok(true)
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}: call trustVasp first.`)
}

async function entryAddress(
  { sealer }: TransferService,
  { tx }: UnitOfWork,
  transfer: Transfer,
): Promise<string | undefined> {
  if (transfer.addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [transfer.addressBookEntryId])
  return entry?.address
}

function checkReason(reason: string | undefined): Result<string> {
  const text = reason?.trim() ?? ''
  if (text === '')
    return refuse('TRANSACTION_REASON_MISSING', 'reason is required; over TRP it is sent to the counterparty.')
  if (codePoints(text) > REASON_LENGTH_MAX) {
    return refuse('TRANSACTION_REASON_TOO_LONG', `reason must have at most ${REASON_LENGTH_MAX} characters.`)
  }
  if (!isFreeText(text, REASON_LENGTH_MAX)) {
    const message = 'reason must not contain control characters or unpaired surrogates.'
    return refuse('TRANSACTION_REASON_INVALID', message)
  }
  return ok(text)
}
