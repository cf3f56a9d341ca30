import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import { needsData } from '../../data-requests/domain/data-request.ts'
import { codePoints, isFreeText, isSingleLine } from '../../foundation/domain/string-format.ts'
import { decide } from '../../transfers/domain/decide-transfer.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import {
  type Case,
  type CasePriority,
  isFinished,
  nextCase,
  type Proposal,
  withoutPause,
  withoutProposal,
} from './case.ts'

/** Every change that can be made to a case. `by` is the actor, `at` the time. */
export type CaseCommand =
  /** Stops every decision until the case is released. */
  | { readonly type: 'hold'; readonly reason: string; readonly by: string; readonly at: Date }
  /** A hold by a rule or by screening, which makes a person look even at a finished transfer. */
  | { readonly type: 'holdForReview'; readonly reason: string; readonly by: string; readonly at: Date }
  /** Data is missing; decisions remain possible. */
  | { readonly type: 'awaitData'; readonly reason: string; readonly by: string; readonly at: Date }
  /** Requested data arrived; unless `isNeeded`, no one has to review it. */
  | { readonly type: 'receiveData'; readonly isNeeded: boolean; readonly by: string; readonly at: Date }
  /** Ends a hold, a wait, or the review of a finished transfer. */
  | { readonly type: 'release'; readonly reason: string; readonly by: string; readonly at: Date }
  /** Assigns the case to `assignee`, if that person is assignable; unassigns it without one. */
  | {
      readonly type: 'assign'
      readonly assignee?: string | undefined
      readonly isAssignable: boolean
      readonly by: string
      readonly at: Date
    }
  /** Assigns the case to `by`, if that person is assignable and the case is not another person's. */
  | { readonly type: 'take'; readonly isAssignable: boolean; readonly by: string; readonly at: Date }
  | {
      readonly type: 'comment'
      readonly text: string
      readonly mentions: readonly string[]
      readonly by: string
      readonly at: Date
    }
  | { readonly type: 'prioritize'; readonly priority: CasePriority; readonly by: string; readonly at: Date }
  /** Sets the due time; without `dueAt`, the default applies. */
  | { readonly type: 'schedule'; readonly dueAt?: Date | undefined; readonly by: string; readonly at: Date }
  /** Accepts a finding of a check. */
  | {
      readonly type: 'acceptFinding'
      readonly check: CheckName
      readonly verdict: CheckVerdict
      readonly reason: string
      readonly by: string
      readonly at: Date
    }
  | { readonly type: 'propose'; readonly proposal: Proposal; readonly by: string; readonly at: Date }
  | { readonly type: 'withdrawProposal'; readonly reason: string; readonly by: string; readonly at: Date }

/** The changes of a case, as named in its history and the audit log. */
export type CaseEventType =
  | 'case.held'
  | 'case.awaiting_data'
  | 'case.data_received'
  | 'case.released'
  | 'case.assigned'
  | 'case.unassigned'
  | 'case.commented'
  | 'case.prioritized'
  | 'case.scheduled'
  | 'case.finding_accepted'
  | 'case.proposed'
  | 'case.proposal_withdrawn'
  | 'case.reviewed'
  | 'case.closed'
  | 'case.reopened'

/** The next version of a case, and the event that led to it. */
export interface CaseChange {
  readonly next: Case
  readonly event: CaseEventType
  /** Internal text; may contain personal data. */
  readonly text?: string
  /** Subjects of the people mentioned in a comment. */
  readonly mentions?: readonly string[]
}

/** Maximum number of characters of a comment or an internal reason. */
export const CASE_TEXT_LENGTH_MAX = 4_000
/** Maximum number of people mentioned in a comment. */
export const MENTIONS_MAX = 50
/** Maximum size of their ids as JSON, limited by the space in the event of a comment. */
const MENTIONS_BYTES_MAX = 6_000
/** Maximum number of changes of one case, so that its history stays readable. */
const CHANGES_MAX = 10_000

/**
 * Applies `command` to `current`, the case of `transfer`; `undefined` if it has no effect.
 *
 * Refused with `CASE_TEXT_INVALID`, `CASE_PERSON_INVALID`, `CASE_ASSIGNEE_NOT_ALLOWED`,
 * `CASE_MENTIONS_TOO_MANY`, `CASE_TAKEN`, `CASE_WRONG_STATUS`, `CASE_CHANGES_TOO_MANY`,
 * `TRANSACTION_WRONG_STATUS`, `PROPOSAL_EXISTS` and `PROPOSAL_NOT_FOUND`; a proposal also as by `decide`.
 */
export function decideCase(current: Case, transfer: Transfer, command: CaseCommand): Result<CaseChange | undefined> {
  if (current.version >= CHANGES_MAX && command.type !== 'release' && command.type !== 'receiveData') {
    return refuse('CASE_CHANGES_TOO_MANY', `The case has ${CHANGES_MAX} changes and accepts no more.`)
  }
  switch (command.type) {
    case 'hold':
      return pause(current, { status: 'ON_HOLD', isOver: isFinished(transfer) }, transfer, command)
    case 'holdForReview':
      return pause(current, { status: 'ON_HOLD', isOver: false }, transfer, command)
    case 'awaitData':
      return pause(current, { status: 'WAITING_FOR_DATA', isOver: !needsData(transfer) }, transfer, command)
    case 'receiveData':
      return receiveData(current, command)
    case 'release':
      return release(current, transfer, command)
    case 'assign':
      return assign(current, command)
    case 'take':
      return take(current, command)
    case 'comment':
      return comment(current, command)
    case 'acceptFinding': {
      const text = checkText('reason', command.reason)
      if (!text.ok) return text
      const { check, verdict, at } = command
      const status = current.status === 'NEW' ? 'IN_REVIEW' : current.status
      const accepted = `${check} ${verdict}: ${text.value}`
      return ok({ next: nextCase(current, at, { status }), event: 'case.finding_accepted', text: accepted })
    }
    case 'propose':
      return propose(current, transfer, command)
    case 'withdrawProposal':
      return withdraw(current, command)
    case 'prioritize': {
      const { priority, at } = command
      if (priority === current.priority) return ok(undefined)
      return ok({ next: nextCase(current, at, { priority }), event: 'case.prioritized' })
    }
    case 'schedule': {
      const { dueAt, at } = command
      if (dueAt?.getTime() === current.dueAt?.getTime()) return ok(undefined)
      const { dueAt: _, ...rest } = current
      return ok({ next: nextCase(rest, at, dueAt === undefined ? {} : { dueAt }), event: 'case.scheduled' })
    }
  }
}

/** Actions that are possible only in some states of a case. */
export type CaseAction = 'HOLD' | 'AWAIT_DATA' | 'RELEASE' | 'TAKE'

/** The actions that `decideCase` currently accepts. */
export function allowedCaseActions(current: Case, transfer: Transfer): CaseAction[] {
  const { status, assignee } = current
  return [
    ...(status !== 'ON_HOLD' && !isFinished(transfer) ? (['HOLD'] as const) : []),
    ...(status !== 'ON_HOLD' && needsData(transfer) ? (['AWAIT_DATA'] as const) : []),
    ...(isReleasable(current, transfer) ? (['RELEASE'] as const) : []),
    ...(assignee === undefined ? (['TAKE'] as const) : []),
  ]
}

function propose(
  current: Case,
  transfer: Transfer,
  { proposal, by, at }: CommandOf<'propose'>,
): Result<CaseChange | undefined> {
  const { verdict, internalReason, expiresAt } = proposal
  if (current.proposal !== undefined && current.proposal.expiresAt > at) {
    return refuse('PROPOSAL_EXISTS', 'A decision has already been proposed: call withdrawProposal first.')
  }
  const decision = decide(transfer, { type: 'assess', verdict, by, expiresAt, at })
  if (decision.outcome === 'refused') {
    const { code, message, status } = decision.refusal
    return refuse(code, message, { status })
  }
  if (decision.outcome === 'unchanged') return ok(undefined)
  const status = current.status === 'NEW' ? 'IN_REVIEW' : current.status
  const next = nextCase(current, at, { status, proposal })
  return ok({ next, event: 'case.proposed', ...(internalReason === undefined ? {} : { text: internalReason }) })
}

function withdraw(current: Case, { reason, at }: CommandOf<'withdrawProposal'>): Result<CaseChange | undefined> {
  const text = checkText('reason', reason)
  if (!text.ok) return text
  if (current.proposal === undefined) return refuse('PROPOSAL_NOT_FOUND', 'No decision is proposed.')
  return ok({ next: nextCase(withoutProposal(current), at, {}), event: 'case.proposal_withdrawn', text: text.value })
}

type CommandOf<Type extends CaseCommand['type']> = Extract<CaseCommand, { type: Type }>

function pause(
  current: Case,
  { status, isOver }: { readonly status: 'ON_HOLD' | 'WAITING_FOR_DATA'; readonly isOver: boolean },
  { state }: Transfer,
  { reason, by, at }: CommandOf<'hold' | 'holdForReview' | 'awaitData'>,
): Result<CaseChange | undefined> {
  const text = checkText('reason', reason)
  if (!text.ok) return text
  if (current.status === 'ON_HOLD') {
    if (status === 'ON_HOLD' && current.pause?.reason === text.value) return ok(undefined)
    return wrongStatus(current, 'release it first')
  }
  if (isOver) {
    const why =
      status === 'ON_HOLD' ? 'nothing is left to decide, and setLegalHold keeps its data' : 'it needs no more data'
    return refuse('TRANSACTION_WRONG_STATUS', `The transaction is ${state.status}: ${why}.`, { status: state.status })
  }
  const next = nextCase(current, at, { status, pause: { by, at, reason: text.value } })
  return ok({ next, event: status === 'ON_HOLD' ? 'case.held' : 'case.awaiting_data', text: text.value })
}

function release(
  current: Case,
  transfer: Transfer,
  { reason, at }: CommandOf<'release'>,
): Result<CaseChange | undefined> {
  const text = checkText('reason', reason)
  if (!text.ok) return text
  if (!isReleasable(current, transfer)) {
    return wrongStatus(current, 'only one that is ON_HOLD or WAITING_FOR_DATA can be released')
  }
  const status = isFinished(transfer) ? 'CLOSED' : 'IN_REVIEW'
  return ok({ next: nextCase(withoutPause(current), at, { status }), event: 'case.released', text: text.value })
}

/** A finished transfer is reviewed when data arrives; a release ends that review too. */
function isReleasable({ status }: Case, transfer: Transfer): boolean {
  if (status === 'ON_HOLD' || status === 'WAITING_FOR_DATA') return true
  return status === 'IN_REVIEW' && isFinished(transfer)
}

/** A case that waits for data or is closed goes back to review; a hold stays until a person releases it. */
function receiveData(current: Case, { isNeeded, at }: CommandOf<'receiveData'>): Result<CaseChange | undefined> {
  if (current.status === 'ON_HOLD' || !isNeeded)
    return ok({ next: nextCase(current, at, {}), event: 'case.data_received' })
  return ok({ next: nextCase(withoutPause(current), at, { status: 'IN_REVIEW' }), event: 'case.data_received' })
}

function assign(
  current: Case,
  { assignee, isAssignable, at }: Omit<CommandOf<'assign'>, 'type' | 'by'>,
): Result<CaseChange | undefined> {
  if (assignee === current.assignee) return ok(undefined)
  if (assignee === undefined) {
    const { assignee: _, ...rest } = current
    return ok({ next: nextCase(rest, at, {}), event: 'case.unassigned' })
  }
  const person = checkPerson('assignee', assignee)
  if (!person.ok) return person
  if (!isAssignable) {
    const message = 'Cases are assigned only to people who work with transactions: see assignees.'
    return refuse('CASE_ASSIGNEE_NOT_ALLOWED', message, { assignee })
  }
  const status = current.status === 'NEW' ? 'IN_REVIEW' : current.status
  return ok({ next: nextCase(current, at, { assignee, status }), event: 'case.assigned' })
}

function take(current: Case, { isAssignable, by, at }: CommandOf<'take'>): Result<CaseChange | undefined> {
  if (current.assignee !== undefined && current.assignee !== by) {
    return refuse('CASE_TAKEN', 'Another person works on this case: assignTx gives it to you nevertheless.', {
      assignee: current.assignee,
    })
  }
  return assign(current, { assignee: by, isAssignable, at })
}

function comment(current: Case, { text, mentions, at }: CommandOf<'comment'>): Result<CaseChange | undefined> {
  const checked = checkText('text', text)
  if (!checked.ok) return checked
  const people = [...new Set(mentions)]
  if (people.length > MENTIONS_MAX) {
    return refuse('CASE_MENTIONS_TOO_MANY', `mentions must have at most ${MENTIONS_MAX} items.`)
  }
  for (const person of people) {
    const valid = checkPerson('mentions', person)
    if (!valid.ok) return valid
  }
  if (Buffer.byteLength(JSON.stringify(people.join(' '))) > MENTIONS_BYTES_MAX) {
    return refuse('CASE_MENTIONS_TOO_MANY', `mentions must have at most ${MENTIONS_BYTES_MAX} bytes.`)
  }
  const next = nextCase(current, at, {})
  return ok({ next, event: 'case.commented', text: checked.value, mentions: people })
}

/** An internal text without surrounding white space. Refused with `CASE_TEXT_INVALID`. */
export function checkText(name: string, text: string): Result<string> {
  const trimmed = text.trim()
  if (codePoints(trimmed) <= CASE_TEXT_LENGTH_MAX && isFreeText(trimmed, CASE_TEXT_LENGTH_MAX)) return ok(trimmed)
  const rule = `must have 1 to ${CASE_TEXT_LENGTH_MAX} characters and no control characters`
  return refuse('CASE_TEXT_INVALID', `${name} ${rule}.`)
}

/** Maximum length of a person's subject: OpenID Connect limits it to 255 ASCII characters. */
const SUBJECT_LENGTH_MAX = 255

function checkPerson(name: string, subject: string): Result<true> {
  if (isSingleLine(subject, SUBJECT_LENGTH_MAX)) return ok(true)
  return refuse('CASE_PERSON_INVALID', `${name} must be the id of a User, with 1 to ${SUBJECT_LENGTH_MAX} characters.`)
}

function wrongStatus({ status }: Case, why: string): Result<never> {
  return refuse('CASE_WRONG_STATUS', `The case is ${status}: ${why}.`, { status })
}
