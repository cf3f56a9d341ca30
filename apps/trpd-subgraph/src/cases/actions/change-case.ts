import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isErased } from '../../erasure/store/erase-transfers.ts'
import {
  type ChangePorts,
  systemActor,
  type TransferCommand,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { resumeWithheld } from '../../release/actions/announce-release.ts'
import { permissionFor, refuseObstacles } from '../../release/actions/permission.ts'
import type { Obstacle } from '../../release/domain/may-do.ts'
import { type AppliedRule, ruleDetail } from '../../rules/domain/rule.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { lockTransfer } from '../../transfers/store/transfers.ts'
import { type Case, isFinished, nextCase, openCase, settleCase, withoutProposal } from '../domain/case.ts'
import { type CaseChange, type CaseCommand, decideCase } from '../domain/decide-case.ts'
import { needsSecondPerson } from '../domain/four-eyes.ts'
import { isOnHold, loadCase, saveCase } from '../store/cases.ts'

/** The case to change. */
export interface CaseTarget {
  /** Id of the transfer. */
  readonly id: string
  /** The version of the case that the person has seen; if absent, any version is accepted. */
  readonly expectedVersion?: number | undefined
}

/**
 * Applies a person's command to the case of a transfer, and returns the transfer.
 *
 * Refused as by `lockTarget`, with `CASE_VERSION_CONFLICT`, and as by `decideCase`.
 */
export function changeCase(
  service: WorkPorts,
  target: CaseTarget,
  makeCommand: MakeCaseCommand,
  actor: Actor,
): Promise<Result<Transfer>> {
  return inTransaction<Transfer>(service, async (work) => {
    const locked = await lockTarget(work, target)
    if (!locked.ok) return locked
    const transfer = locked.value
    const current = await loadCase(work.tx, work.sealer, transfer)
    const seen = checkCaseVersion(current, target)
    if (!seen.ok) return seen
    const command = await makeCommand({ by: actor.id, at: work.now() }, { work, transfer })
    if (!command.ok) return command
    const decision = decideCase(current, transfer, command.value)
    if (!decision.ok) return decision
    if (decision.value === undefined) return ok(transfer)
    await storeCase(work, { transfer, before: current, change: decision.value, actor })
    // A hold may have kept the transfer BLOCKED although its VASP has since been trusted.
    const { state, vaspId } = transfer
    if (decision.value.event === 'case.released' && state.status === 'BLOCKED' && vaspId !== undefined) {
      await work.jobs.enqueue(work.tx, 'release', { vaspId })
    }
    if (decision.value.event === 'case.released') await resumeWithheld(work, transfer)
    return ok(transfer)
  })
}

/**
 * Applies a command to the case of a transfer that this transaction has locked. Refused as by
 * `decideCase`.
 */
export async function commandCase(
  work: UnitOfWork,
  { transfer, command, actor }: { readonly transfer: Transfer; readonly command: CaseCommand; readonly actor: Actor },
): Promise<Result<true>> {
  const before = await loadCase(work.tx, work.sealer, transfer)
  const decision = decideCase(before, transfer, command)
  if (!decision.ok) return decision
  if (decision.value !== undefined) await storeCase(work, { transfer, before, change: decision.value, actor })
  return ok(true)
}

/** Creates the command for the person `by`. */
export type MakeCaseCommand = (
  by: { readonly by: string; readonly at: Date },
  locked: { readonly work: UnitOfWork; readonly transfer: Transfer },
) => Result<CaseCommand> | Promise<Result<CaseCommand>>

/**
 * The transfer of a case, locked. The lock that serializes decisions also guards the case. Refused with
 * `TRANSACTION_NOT_FOUND` and `TRANSACTION_ERASED`.
 */
export async function lockTarget(
  { tx, sealer }: UnitOfWork,
  { id }: Pick<CaseTarget, 'id'>,
): Promise<Result<Transfer>> {
  const transfer = isUuid(id) ? await lockTransfer(tx, sealer, id) : undefined
  if (transfer !== undefined) return ok(transfer)
  if (!isUuid(id) || !(await isErased(tx, id))) return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
  return refuse('TRANSACTION_ERASED', 'The personal data of this transaction was erased: it can no longer be changed.')
}

/** Refused with `CASE_VERSION_CONFLICT` if the case has changed since the person saw it. */
export function checkCaseVersion({ version }: Case, { expectedVersion }: CaseTarget): Result<true> {
  if (expectedVersion === undefined || expectedVersion === version) return ok(true)
  return refuse('CASE_VERSION_CONFLICT', `The case is at version ${version}: read it again.`, { version })
}

/**
 * Refuses a decision about a transfer on hold with `TRANSACTION_ON_HOLD`; a decision that needs a second
 * person, unless one has proposed it, with `TRANSACTION_SECOND_PERSON_MISSING`; and an approval or payment
 * that is stopped by something with `TRANSACTION_NOT_RELEASED`. Actions of the counterparty and expiry still
 * take effect, and so do a cancellation and the hash of a payment that was already made. Returns what should
 * have stopped that payment.
 */
export async function checkDecision(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, command, proposedBy }: TransferCommand,
): Promise<Result<readonly Obstacle[]>> {
  const { assets, policy } = service
  const { type } = command
  if (type === 'confirm') {
    if (transfer.direction !== 'SENT') return ok([])
    const paid = await permissionFor(service, work, transfer, 'PAY')
    if (paid === 'MAY') return ok([])
    return command.isOnLedger ? ok(paid) : refuseObstacles('PAY', paid)
  }
  if (type !== 'assess' && type !== 'acceptConfirmation') return ok([])
  const { status } = transfer.state
  if (await isOnHold(work.tx, transfer.id)) {
    return refuse('TRANSACTION_ON_HOLD', 'The transaction is on hold: releaseTx first.', { status })
  }
  if (proposedBy === undefined && needsSecondPerson(transfer, command, { limits: policy.decisions.fourEyes, assets })) {
    const message =
      'A decision about this amount needs a second person: proposeDecision, and another person accepts it.'
    return refuse('TRANSACTION_SECOND_PERSON_MISSING', message, { status })
  }
  if (type !== 'assess' || command.verdict.outcome !== 'APPROVE') return ok([])
  const permission = await permissionFor(service, work, transfer, 'APPROVE')
  return permission === 'MAY' ? ok([]) : refuseObstacles('APPROVE', permission)
}

/**
 * Closes or reopens the case of a transfer that has changed, and marks it as reviewed when a person has
 * decided. The transfer's event covers both. For a case that no person has touched, a trigger does this.
 */
export async function followTransfer(
  { tx, sealer }: UnitOfWork,
  { transfer: before, command, actor, internalReason: text }: TransferCommand,
  transfer: Transfer,
): Promise<void> {
  const isDecided = (command.type === 'assess' || text !== undefined) && actor.type === 'USER'
  if (!isDecided && isFinished(before) === isFinished(transfer)) return
  const stored = await loadCase(tx, sealer, before)
  if (stored.version === 1 && !isDecided) return
  let current = stored.version === 1 ? openCase(before) : stored
  if (isDecided && (current.status === 'NEW' || current.proposal !== undefined || text !== undefined)) {
    const status = current.status === 'NEW' ? 'IN_REVIEW' : current.status
    current = nextCase(withoutProposal(current), command.at, { status })
    await saveCase(
      tx,
      sealer,
      { next: current, event: 'case.reviewed', ...(text === undefined ? {} : { text }) },
      actor,
    )
  }
  const settled = settlement(current, transfer, command.at)
  if (settled !== undefined) await saveCase(tx, sealer, settled, systemActor)
}

/** The change that makes a case follow its transfer; `undefined` if nothing changes. */
export function settlement(current: Case, transfer: Transfer, at: Date): CaseChange | undefined {
  const next = settleCase(current, transfer, at)
  return next === current ? undefined : { next, event: next.status === 'CLOSED' ? 'case.closed' : 'case.reopened' }
}

/** A change to the case of a locked transfer, and its actor. */
export interface CaseStep {
  readonly transfer: Transfer
  readonly before: Case
  readonly change: CaseChange
  readonly actor: Actor
  /** The rule that makes the change, if no person does. */
  readonly rule?: AppliedRule
  /** Further facts for the audit log. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Applies commands of the system to a case, in order. A refused command is logged. */
export async function commandCaseBySystem(
  work: UnitOfWork,
  transfer: Transfer,
  commands: readonly CaseCommand[],
): Promise<void> {
  for (const command of commands) {
    const done = await commandCase(work, { transfer, command, actor: systemActor })
    if (done.ok) continue
    const { code } = done.refusal
    work.logger.warn({ code, command: command.type, transferId: transfer.id }, 'a case could not be changed')
  }
}

/** Stores a change and publishes it as an event of the transfer, without internal text. */
export async function storeCase(
  { tx, record, sealer }: UnitOfWork,
  { transfer, before, change, actor, rule, detail }: CaseStep,
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
      ...detailOfChange(factsOf(before), factsOf(next)),
      ...(rule && ruleDetail(rule)),
      ...detail,
      ...(event === 'case.commented' ? { mentions: mentions.join(' ') } : {}),
    },
  })
}

function factsOf({ version, status, assignee, priority, dueAt }: Case) {
  return {
    caseVersion: version,
    caseStatus: status,
    assignee: assignee ?? null,
    priority,
    dueAt: dueAt?.toISOString() ?? null,
  }
}
