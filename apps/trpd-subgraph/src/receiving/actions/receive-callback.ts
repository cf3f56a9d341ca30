import { ok, type Result, refuse } from '@travel-rule/service/result'
import { checkAddress, checkTxHash } from '../../assets/domain/ledger-string.ts'
import {
  assetOf,
  type ChangePorts,
  counterpartyActor,
  systemActor,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { hashToken } from '../../foundation/domain/secret-token.ts'
import { parseConfirmation, parseResolution, type Resolution } from '../../messages/domain/callback-message.ts'
import { parseTrpBody, type TrpBody } from '../../messages/domain/trp-body.ts'
import { findCallbackToken } from '../../messages/store/outbound-messages.ts'
import { changeTransfer, vaspOf } from '../../transfers/actions/change-transfer.ts'
import { decide } from '../../transfers/domain/decide-transfer.ts'
import type { Command, Verdict } from '../../transfers/domain/decision.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { messageBody, saveTransferMessage } from '../../transfers/store/transfer-messages.ts'
import { addDeviations, loadSecrets, lockTransfer, saveSecrets } from '../../transfers/store/transfers.ts'
import { checkCallbackSender, type Sender } from '../../vasps/actions/check-sender.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { hostsOf } from '../../vasps/domain/vasp-hosts.ts'
import { ignoredExtensions } from '../domain/received-extensions.ts'
import type { InboundKey } from '../store/inbound-messages.ts'
import { receiveOnce, refusalResponse, type TrpResponse } from './receive-once.ts'

/** A message sent to one of our callback URLs, with checked headers. */
export interface ReceivedCallback {
  readonly token: string
  readonly requestIdentifier: string
  /** The extensions named in its header. */
  readonly extensions: readonly string[]
  readonly body: Uint8Array
  readonly sender: Sender
}

/**
 * Processes a resolution or a confirmation, depending on the token in the URL.
 *
 * Responds with 204, with 404 for an unknown token, with 403 if the sender is not the VASP, or with the
 * status of a refused body.
 */
export async function receiveCallback(
  service: WorkPorts & ChangePorts,
  received: ReceivedCallback,
): Promise<TrpResponse> {
  const token = await findCallbackToken(service.database.db, hashToken(received.token))
  if (token === undefined) return { status: 404, body: 'This callback is unknown.' }
  const { transferId, purpose, tokenSha256 } = token
  const sender = await checkCallbackSender(service, transferId, received.sender)
  if (!sender.ok) return { status: 403, body: sender.refusal.message }
  const counterparty = `callback:${tokenSha256.toString('hex')}`
  const key = { counterparty, requestIdentifier: received.requestIdentifier, kind: purpose }
  const json = parseTrpBody(received.body)
  if (!json.ok) return refusalResponse(json.refusal)
  const message = { transferId, key, body: received.body, json: json.value, extensions: received.extensions }
  return purpose === 'RESOLUTION' ? receiveResolution(service, message) : receiveConfirmation(service, message)
}

interface CallbackMessage {
  readonly transferId: string
  readonly key: InboundKey
  readonly extensions: readonly string[]
  readonly body: Uint8Array
  readonly json: TrpBody
}

async function receiveResolution(service: WorkPorts & ChangePorts, message: CallbackMessage): Promise<TrpResponse> {
  const resolution = parseResolution(message.json, service.policy.hosts)
  if (!resolution.ok) return refusalResponse(resolution.refusal)
  return receiveOnce(service, message, async (work) => {
    const transfer = await lockTransfer(work.tx, work.sealer, message.transferId)
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'The transaction no longer exists.')
    const noted = await noteExtensions(work, transfer, message)
    if (!noted.ok) return noted
    const result = await resolveTransfer(service, work, transfer, resolution.value)
    return result.ok ? keepMessage(work, message) : result
  })
}

/** Handles both the transaction hash and the cancellation of a transfer that we approved. */
async function receiveConfirmation(service: WorkPorts & ChangePorts, message: CallbackMessage): Promise<TrpResponse> {
  const confirmation = parseConfirmation(message.json)
  if (!confirmation.ok) return refusalResponse(confirmation.refusal)
  return receiveOnce(service, message, async (work) => {
    const transfer = await lockTransfer(work.tx, work.sealer, message.transferId)
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'The transaction no longer exists.')
    const noted = await noteExtensions(work, transfer, message)
    if (!noted.ok) return noted
    if (confirmation.value.type === 'confirmed') {
      const matching = checkTxHash(assetOf(service, transfer), confirmation.value.txid)
      if (!matching.ok) return matching
    }
    const at = work.now()
    const command: Command =
      confirmation.value.type === 'confirmed'
        ? { type: 'receiveConfirmation', txHash: confirmation.value.txid, at }
        : { type: 'receiveCancellation', reason: confirmation.value.reason, at }
    const result = await applyMessage(service, work, { transfer, command })
    return result.ok ? keepMessage(work, message) : result
  })
}

/** Stores a processed message and acknowledges it. */
async function keepMessage(
  { tx, now, sealer }: UnitOfWork,
  { transferId, key, body }: CallbackMessage,
): Promise<Result<TrpResponse>> {
  const { kind, requestIdentifier } = key
  await saveTransferMessage(tx, sealer, transferId, {
    direction: 'RECEIVED',
    kind,
    requestIdentifier,
    at: now(),
    body: messageBody(body),
    response: { status: 204, body: { text: '' } },
  })
  return ok({ status: 204, body: '' })
}

/** Records the extensions that are ignored. Refused if the counterparty requires one of them. */
async function noteExtensions(
  work: UnitOfWork,
  transfer: Transfer,
  { extensions }: CallbackMessage,
): Promise<Result<true>> {
  if (extensions.length === 0) return ok(true)
  const ignored = ignoredExtensions({ header: extensions }, await vaspOf(work, transfer))
  if (!ignored.ok) return ignored
  await addDeviations(work.tx, transfer.id, ignored.value)
  return ok(true)
}

/**
 * Applies a resolution, from a callback or from the response to our inquiry, to a locked transfer.
 *
 * Refused with the codes of `checkAddress` if the approved address cannot receive the transfer, with
 * `TRP_CALLBACK_OF_OTHER_VASP` if the hash would be sent to another VASP, and as by `decide`.
 */
export async function resolveTransfer(
  service: ChangePorts,
  work: UnitOfWork,
  transfer: Transfer,
  resolution: Resolution,
): Promise<Result<Transfer>> {
  if (resolution.type === 'approved') {
    const matching = checkAddress(assetOf(service, transfer), resolution.address)
    if (!matching.ok) return matching
    const callback = checkCallbackHost(await vaspOf(work, transfer), resolution.callback)
    if (!callback.ok) return callback
  }
  const command: Command = { type: 'resolve', verdict: verdictOf(resolution), at: work.now() }
  const before = async (current: Transfer) => {
    if (resolution.type !== 'approved' || decide(current, command).outcome !== 'accepted') return
    const secrets = await loadSecrets(work.tx, work.sealer, transfer.id)
    await saveSecrets(work.tx, work.sealer, transfer.id, { ...secrets, callback: resolution.callback })
  }
  return applyMessage(service, work, { transfer, command, before })
}

/** A callback at another host would receive the transaction hash in place of the VASP. */
function checkCallbackHost(vasp: Vasp, callback: string): Result<true> {
  if (hostsOf(vasp).includes(new URL(callback).host)) return ok(true)
  const message = 'callback must be at a host of the VASP that received the inquiry.'
  return refuse('TRP_CALLBACK_OF_OTHER_VASP', message)
}

interface MessageCommand {
  readonly transfer: Transfer
  readonly command: Command
  /** Stores data that the change depends on. */
  readonly before?: (transfer: Transfer) => Promise<void>
}

/**
 * Applies a message of the counterparty to a locked transfer. A transfer whose time limit has just passed
 * expires first, so that the message is treated like any other late message.
 */
async function applyMessage(
  service: ChangePorts,
  work: UnitOfWork,
  message: MessageCommand,
): Promise<Result<Transfer>> {
  const { command, before } = message
  const current = await expiredByNow(service, work, message)
  if (!current.ok) return current
  const transfer = current.value
  await before?.(transfer)
  const actor = counterpartyActor(await vaspOf(work, transfer))
  return changeTransfer(service, work, { transfer, command, actor })
}

/** The transfer, which is expired first if `command` comes too late. */
async function expiredByNow(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, command }: MessageCommand,
): Promise<Result<Transfer>> {
  const decision = decide(transfer, command)
  if (decision.outcome !== 'refused' || decision.refusal.code !== 'TRANSACTION_EXPIRED') return ok(transfer)
  const expire = { transfer, command: { type: 'expire', at: command.at }, actor: systemActor } as const
  return changeTransfer(service, work, expire)
}

function verdictOf(resolution: Resolution): Verdict {
  return resolution.type === 'approved'
    ? { outcome: 'APPROVE', address: resolution.address }
    : { outcome: 'DECLINE', reason: resolution.reason }
}
