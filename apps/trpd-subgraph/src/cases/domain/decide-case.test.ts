import { expect, it } from 'vitest'
import { after, approve, at, decline, received } from '../../testing/example-transfers.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { type Case, openCase, settleCase } from './case.ts'
import { allowedCaseActions, CASE_TEXT_LENGTH_MAX, type CaseCommand, decideCase } from './decide-case.ts'

const pending = received(true)
const approved = after(pending, approve)
const confirmed = after(approved, { type: 'receiveConfirmation', txHash: 'h', at })
const canceled = after(approved, { type: 'receiveCancellation', reason: 'r', at })
const confirmedLate = after(canceled, { type: 'receiveConfirmation', txHash: 'h', at })

const by = 'ada'
const hold: CaseCommand = { type: 'hold', reason: 'why', by, at }
const awaitData: CaseCommand = { type: 'awaitData', reason: 'why', by, at }
const release: CaseCommand = { type: 'release', reason: 'done', by, at }
const take: CaseCommand = { type: 'take', isAssignable: true, by, at }
const toBob: CaseCommand = { type: 'assign', assignee: 'bob', isAssignable: true, by, at }
const unassign: CaseCommand = { type: 'assign', isAssignable: false, by, at }

function afterAll(transfer: Transfer, ...commands: readonly CaseCommand[]): Case {
  return commands.reduce((current, command) => {
    const decision = decideCase(current, transfer, command)
    if (!decision.ok) throw new Error(decision.refusal.code)
    return decision.value?.next ?? current
  }, openCase(transfer))
}

function codeOf(current: Case, command: CaseCommand, transfer: Transfer = pending): string | undefined {
  const decision = decideCase(current, transfer, command)
  return decision.ok ? undefined : decision.refusal.code
}

it('a case is NEW until a person starts to review it, and CLOSED if its transfer is finished', () => {
  expect(openCase(pending).status).toBe('NEW')
  expect(openCase(confirmed).status).toBe('CLOSED')
  expect(afterAll(pending, take)).toMatchObject({ status: 'IN_REVIEW', assignee: by, version: 2 })
})

it('a release ends a hold and a wait for data, and closes the case of a finished transfer', () => {
  expect(afterAll(pending, hold)).toMatchObject({ status: 'ON_HOLD', pause: { by, at, reason: 'why' } })
  expect(afterAll(pending, awaitData).status).toBe('WAITING_FOR_DATA')
  for (const paused of [hold, awaitData]) {
    const released = afterAll(pending, paused, release)
    expect(released.status).toBe('IN_REVIEW')
    expect(released).not.toHaveProperty('pause')
    expect(decideCase(afterAll(pending, paused), canceled, release)).toMatchObject({
      value: { next: { status: 'CLOSED' } },
    })
  }
})

it('a hold takes precedence over a wait for data, and neither can be released twice', () => {
  expect(afterAll(pending, awaitData, hold).status).toBe('ON_HOLD')
  expect(codeOf(afterAll(pending, hold), awaitData)).toBe('CASE_WRONG_STATUS')
  expect(codeOf(afterAll(pending, hold), { ...hold, reason: 'another' })).toBe('CASE_WRONG_STATUS')
  expect(codeOf(afterAll(pending, hold, release), release)).toBe('CASE_WRONG_STATUS')
})

it('a repeated command has no effect', () => {
  const dueAt = new Date('2026-02-01T00:00:00Z')
  const commands: CaseCommand[] = [
    hold,
    take,
    { ...toBob, assignee: by },
    { type: 'prioritize', priority: 'URGENT', by, at },
    { type: 'schedule', dueAt, by, at },
  ]
  for (const command of commands) {
    expect(afterAll(pending, command, command).version).toBe(2)
  }
})

it('a case of another person cannot be taken, only assigned', () => {
  const taken = afterAll(pending, take)
  expect(codeOf(taken, { ...take, by: 'bob' })).toBe('CASE_TAKEN')
  expect(afterAll(pending, take, { ...toBob, by: 'bob' }).assignee).toBe('bob')
  expect(afterAll(pending, take, unassign)).not.toHaveProperty('assignee')
})

it('a case is assigned only to people who are assignable, and stays with a person who no longer is', () => {
  expect(codeOf(openCase(pending), { ...toBob, isAssignable: false })).toBe('CASE_ASSIGNEE_NOT_ALLOWED')
  expect(codeOf(openCase(pending), { ...take, isAssignable: false })).toBe('CASE_ASSIGNEE_NOT_ALLOWED')
  const assigned = afterAll(pending, toBob)
  expect(decideCase(assigned, pending, { ...toBob, isAssignable: false })).toEqual({ ok: true, value: undefined })
  expect(afterAll(pending, toBob, unassign)).not.toHaveProperty('assignee')
})

it('a person cannot put a finished transfer on hold, and waits for data only if the asset may have moved', () => {
  const declined = after(pending, decline)
  for (const finished of [confirmed, canceled, declined]) {
    expect(codeOf(openCase(finished), hold, finished)).toBe('TRANSACTION_WRONG_STATUS')
    expect(afterAll(finished, { ...hold, type: 'holdForReview' }).status).toBe('ON_HOLD')
  }
  expect(afterAll(confirmed, awaitData).status).toBe('WAITING_FOR_DATA')
  expect(codeOf(openCase(declined), awaitData, declined)).toBe('TRANSACTION_WRONG_STATUS')
  expect(codeOf(openCase(confirmedLate), hold, confirmedLate)).toBeUndefined()
})

it.each([
  ['an empty reason', { ...hold, reason: ' \n' }, 'CASE_TEXT_INVALID'],
  ['a control character', { ...hold, reason: 'a\u0000b' }, 'CASE_TEXT_INVALID'],
  ['a text that is too long', { ...hold, reason: 'x'.repeat(CASE_TEXT_LENGTH_MAX + 1) }, 'CASE_TEXT_INVALID'],
  ['an empty assignee', { ...toBob, assignee: '' }, 'CASE_PERSON_INVALID'],
  ['a mention over two lines', { type: 'comment', text: 'x', mentions: ['a\nb'], by, at }, 'CASE_PERSON_INVALID'],
  [
    'too many mentions',
    { type: 'comment', text: 'x', mentions: Array.from({ length: 51 }, (_, index) => `u${index}`), by, at },
    'CASE_MENTIONS_TOO_MANY',
  ],
  [
    'mentions that are too long for an event',
    {
      type: 'comment',
      text: 'x',
      mentions: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(255, 'é')),
      by,
      at,
    },
    'CASE_MENTIONS_TOO_MANY',
  ],
] as const)('a case refuses %s', (_name, command, code) => {
  expect(codeOf(openCase(pending), command)).toBe(code)
})

it('a case accepts a limited number of changes, but a release even beyond the limit', () => {
  const full = { ...afterAll(pending, hold), version: 10_000 }
  expect(codeOf(full, { type: 'comment', text: 'x', mentions: [], by, at })).toBe('CASE_CHANGES_TOO_MANY')
  expect(codeOf(full, release)).toBeUndefined()
})

it('a case closes with its transfer, but not while it is on hold', () => {
  for (const transfer of [confirmed, canceled]) {
    expect(settleCase(openCase(pending), transfer, at).status).toBe('CLOSED')
    expect(settleCase(afterAll(pending, take), transfer, at)).toMatchObject({ status: 'CLOSED', assignee: by })
    const held = afterAll(pending, hold)
    expect(settleCase(held, transfer, at)).toBe(held)
  }
  const open = openCase(pending)
  expect(settleCase(open, approved, at)).toBe(open)
})

it('a case that waits for data stays open while the asset has moved, and closes when it cannot move', () => {
  const waiting = afterAll(pending, awaitData)
  expect(settleCase(waiting, confirmed, at)).toBe(waiting)
  const closed = settleCase(waiting, canceled, at)
  expect(closed.status).toBe('CLOSED')
  expect(closed).not.toHaveProperty('pause')
})

it('a late message reopens a closed case and keeps its assignee', () => {
  expect(settleCase(openCase(canceled), confirmedLate, at)).toMatchObject({ status: 'NEW', version: 2 })
  const closed = settleCase(afterAll(pending, take), canceled, at)
  expect(settleCase(closed, confirmedLate, at)).toMatchObject({ status: 'IN_REVIEW', assignee: by })
})

it('received data returns a case to its officers, but does not end a hold', () => {
  const receive: CaseCommand = { type: 'receiveData', isNeeded: true, by: 'reader', at }
  const received = afterAll(pending, awaitData, receive)
  expect(received).toMatchObject({ status: 'IN_REVIEW', version: 3 })
  expect(received).not.toHaveProperty('pause')
  expect(afterAll(pending, hold, receive)).toMatchObject({ status: 'ON_HOLD', version: 3 })
  // A closed case is reviewed again until it is released. Data kept as evidence only does not reopen it.
  const reopened = afterAll(confirmed, receive)
  expect(reopened.status).toBe('IN_REVIEW')
  expect(decideCase(reopened, confirmed, release)).toMatchObject({ value: { next: { status: 'CLOSED' } } })
  expect(afterAll(canceled, { ...receive, isNeeded: false })).toMatchObject({ status: 'CLOSED', version: 2 })
})

it('the allowed actions of a case are those that are accepted', () => {
  const actions = { HOLD: hold, AWAIT_DATA: awaitData, RELEASE: release, TAKE: { ...take, by: 'bob' } } as const
  for (const steps of [[], [take], [hold], [awaitData], [take, hold], [hold, release]]) {
    const opened = afterAll(pending, ...steps)
    for (const transfer of [pending, confirmed, confirmedLate, after(pending, decline)]) {
      const current = settleCase(opened, transfer, at)
      const accepted = Object.entries(actions).filter(([, command]) => {
        const changed = { ...command, ...('reason' in command ? { reason: 'another' } : {}) }
        return decideCase(current, transfer, changed).ok
      })
      expect(allowedCaseActions(current, transfer).sort()).toEqual(accepted.map(([action]) => action).sort())
    }
  }
})
