import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { CasePriority } from '../domain/case.ts'
import { isAssignable } from './assignees.ts'
import { type CaseTarget, changeCase } from './change-case.ts'

type CaseAction<Input> = (service: WorkPorts, input: CaseTarget & Input, actor: Actor) => Promise<Result<Transfer>>

interface Reasoned {
  /** Internal text. */
  readonly reason: string
}

/** Blocks every decision about a transfer until it is released. Refused as by `changeCase`. */
export const holdTx: CaseAction<Reasoned> = (service, { reason, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'hold', reason, ...by }), actor)

/** Records that data is missing. Refused as by `changeCase`. */
export const awaitData: CaseAction<Reasoned> = (service, { reason, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'awaitData', reason, ...by }), actor)

/** Ends a hold or a wait for data. Refused as by `changeCase`. */
export const releaseTx: CaseAction<Reasoned> = (service, { reason, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'release', reason, ...by }), actor)

/** Assigns the case to a person, or unassigns it. Refused as by `changeCase`. */
export const assignTx: CaseAction<{ readonly assignee?: string | undefined }> = (
  service,
  { assignee, ...target },
  actor,
) =>
  changeCase(
    service,
    target,
    async (by, { work }) => {
      const mayBeAssigned = assignee !== undefined && (await isAssignable(work.tx, assignee, by.at))
      return ok({ type: 'assign', assignee, isAssignable: mayBeAssigned, ...by })
    },
    actor,
  )

/** Gives the case to the caller, unless it is another person's. Refused as by `changeCase`. */
export const takeTx: CaseAction<{ readonly isPerson: boolean }> = (service, { isPerson, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'take', isAssignable: isPerson, ...by }), actor)

/** Adds a comment. Refused as by `changeCase`. */
export const commentTx: CaseAction<{ readonly text: string; readonly mentions?: readonly string[] | undefined }> = (
  service,
  { text, mentions = [], ...target },
  actor,
) => changeCase(service, target, (by) => ok({ type: 'comment', text, mentions, ...by }), actor)

/** Sets the priority. Refused as by `changeCase`. */
export const setPriority: CaseAction<{ readonly priority: CasePriority }> = (service, { priority, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'prioritize', priority, ...by }), actor)

/** Sets the due time, or restores the default. Refused as by `changeCase`. */
export const setDueTime: CaseAction<{ readonly dueAt?: Date | undefined }> = (service, { dueAt, ...target }, actor) =>
  changeCase(service, target, (by) => ok({ type: 'schedule', dueAt, ...by }), actor)
