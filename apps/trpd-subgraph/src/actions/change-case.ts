import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isFinished, nextCase, openCase, settleCase } from '../domain/case.ts'
import { type CaseChange, type CaseCommand, decideCase } from '../domain/decide-case.ts'
import type { Command } from '../domain/decision.ts'
import { isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import { isOnHold, loadCase, saveCase, saveUntouched } from '../store/cases.ts'
import { lockTransfer } from '../store/transfers.ts'
import { systemActor, type TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'

/** Which case is changed. */
export interface CaseTarget {
  /** Id of the transfer. */
  readonly id: string
  /** The version of the case that the person has seen; any without it. */
  readonly expectedVersion?: number | undefined
}

/**
 * Applies what a person does to the case of a transfer, and returns the transfer.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `CASE_VERSION_CONFLICT`, and as by `decideCase`.
 */
export function changeCase(
  service: TransferService,
  { id, expectedVersion }: CaseTarget,
  makeCommand: (by: { readonly by: string; readonly at: Date }) => CaseCommand,
  actor: Actor,
): Promise<Result<Transfer>> {
  return inTransaction<Transfer>(service, async (work) => {
    // The lock of the transfer, for which every decision waits, guards its case too.
    const transfer = isUuid(id) ? await lockTransfer(work.tx, service.sealer, id) : undefined
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
    const current = await loadCase(work.tx, service.sealer, transfer)
    const { version } = current
    if (expectedVersion !== undefined && expectedVersion !== version) {
      return refuse('CASE_VERSION_CONFLICT', `The case is at version ${version}: read it again.`, { version })
    }
    const decision = decideCase(current, transfer, makeCommand({ by: actor.id, at: service.now() }))
    if (!decision.ok) return decision
    if (decision.value === undefined) return ok(transfer)
    await storeCase(service, work, { transfer, change: decision.value, actor })
    // A hold may have kept the transfer BLOCKED although its VASP is trusted by now.
    const { state, vaspId } = transfer
    if (decision.value.event === 'case.released' && state.status === 'BLOCKED' && vaspId !== undefined) {
      await service.jobs.enqueue(work.tx, 'release', { vaspId })
    }
    return ok(transfer)
  })
}

/**
 * Refuses a decision about a transfer on hold with `TRANSACTION_ON_HOLD`. What the counterparty and
 * the clock do still takes effect, and so does the hash of an asset that we have sent.
 */
export async function checkHold({ tx }: UnitOfWork, transfer: Transfer, command: Command): Promise<Result<true>> {
  const { type } = command
  if (type !== 'assess' && type !== 'cancel' && type !== 'acceptConfirmation') return ok(true)
  if (!(await isOnHold(tx, transfer.id))) return ok(true)
  const { status } = transfer.state
  return refuse('TRANSACTION_ON_HOLD', 'The transaction is on hold: releaseTx first.', { status })
}

interface TransferStep {
  readonly before: Transfer
  readonly transfer: Transfer
  readonly command: Command
  readonly actor: Actor
}

/**
 * Closes or reopens the case of a transfer that has changed, and marks a new one as reviewed when a
 * person has decided. The event of the transfer stands for both.
 */
export async function followTransfer(
  { sealer }: TransferService,
  { tx }: UnitOfWork,
  { before, transfer, command, actor }: TransferStep,
): Promise<void> {
  const isDecided = command.type === 'assess' && actor.type === 'USER'
  if (!isDecided && isFinished(before) === isFinished(transfer)) return
  const current = await loadCase(tx, sealer, before)
  if (current.version === 1 && !isDecided) return saveUntouched(tx, openCase(transfer))
  const next = settleCase(current, transfer, command.at)
  if (next !== current) {
    await saveCase(tx, sealer, { next, event: next.status === 'CLOSED' ? 'case.closed' : 'case.reopened' }, systemActor)
  } else if (isDecided && current.status === 'NEW') {
    const reviewed = nextCase(current, command.at, { status: 'IN_REVIEW' })
    await saveCase(tx, sealer, { next: reviewed, event: 'case.reviewed' }, actor)
  }
}

interface CaseStep {
  readonly transfer: Transfer
  readonly change: CaseChange
  readonly actor: Actor
}

/** Stores a change and publishes it, as an event of the transfer and without any internal text. */
async function storeCase(
  { sealer }: TransferService,
  { tx, record }: UnitOfWork,
  { transfer, change, actor }: CaseStep,
): Promise<void> {
  const { next, event, mentions = [] } = change
  await saveCase(tx, sealer, change, actor)
  record({
    type: event,
    subject: { type: 'transfer', id: transfer.id },
    actor,
    at: next.updatedAt,
    detail: {
      version: transfer.version,
      caseVersion: next.version,
      caseStatus: next.status,
      assignee: next.assignee ?? null,
      priority: next.priority,
      dueAt: next.dueAt?.toISOString() ?? null,
      ...(event === 'case.commented' ? { mentions: mentions.join(' ') } : {}),
    },
  })
}
