import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, approve, at, decline, facts, later, received, sent } from '../../testing/example-transfers.ts'
import { decide } from './decide-transfer.ts'
import type { Command } from './decision.ts'
import { isTerminal, openReceived, type Transfer, type TransferStatus } from './transfer.ts'
import { allowedActions, folderOf, type TransferAction } from './transfer-view.ts'

const muchLater = new Date('2026-01-03T00:00:00Z')

const approved: Command = { type: 'resolve', verdict: { outcome: 'APPROVE', address: 'x' }, at }
const rejected: Command = { type: 'resolve', verdict: { outcome: 'DECLINE', reason: 'r' }, at }
const confirm: Command = { type: 'confirm', txHash: 'h', at }
const confirmed: Command = { type: 'receiveConfirmation', txHash: 'h', at }
const cancel: Command = { type: 'cancel', reason: 'r', by: 'o', at }
const canceled: Command = { type: 'receiveCancellation', reason: 'r', at }
const trusted: Command = { type: 'releaseTrust', expiresAt: later, at }
const unit: Command = { type: 'releaseAmountUnit', unit: 'WHOLE', expiresAt: later, at }
const expire: Command = { type: 'expire', at: muchLater }
const giveUp: Command = { type: 'giveUpDelivery', kind: 'INQUIRY', attempts: 3, problem: 'p', at }
const retry: Command = { type: 'retryDelivery', expiresAt: later, at }
const archive: Command = { type: 'archive', at }
const acceptLate: Command = { type: 'acceptConfirmation', by: 'o', at }
const correction: Command = { type: 'correct', at }
const completion: Command = { type: 'completeData', at }
const delivered: Command = { type: 'delivered', kind: 'INQUIRY', attempts: 1, expiresAt: later, at }

describe('every transition of the protocol', () => {
  const table: readonly (readonly [string, Transfer, Command, TransferStatus])[] = [
    ['SENT BLOCKED is released by trust', sent(false), trusted, 'PENDING'],
    ['SENT BLOCKED is declined by us', sent(false), decline, 'DECLINED'],
    ['SENT BLOCKED is canceled', sent(false), cancel, 'CANCELED'],
    ['SENT PENDING is approved', sent(true), approved, 'APPROVED'],
    ['SENT PENDING is rejected', sent(true), rejected, 'DECLINED'],
    ['SENT PENDING expires', sent(true), expire, 'EXPIRED'],
    ['SENT PENDING cannot be delivered', sent(true), giveUp, 'FAILED'],
    ['SENT PENDING is canceled', sent(true), cancel, 'CANCELED'],
    ['SENT FAILED is canceled', after(sent(true), giveUp), cancel, 'CANCELED'],
    ['SENT BLOCKED is corrected', sent(false), correction, 'BLOCKED'],
    ['SENT PENDING is corrected while its inquiry waits to be sent', sent(true), correction, 'PENDING'],
    ['SENT FAILED is corrected', after(sent(true), giveUp), correction, 'FAILED'],
    ['SENT APPROVED is completed with data', after(sent(true), approved), completion, 'APPROVED'],
    ['RECEIVED BLOCKED is completed with data', received(false), completion, 'BLOCKED'],
    ['RECEIVED PENDING is completed with data', received(true), completion, 'PENDING'],
    ['RECEIVED CONFIRMED is completed with data', after(received(true), approve, confirmed), completion, 'CONFIRMED'],
    ['SENT FAILED is retried', after(sent(true), giveUp), retry, 'PENDING'],
    ['SENT APPROVED is confirmed', after(sent(true), approved), confirm, 'CONFIRMED'],
    ['SENT APPROVED is canceled', after(sent(true), approved), cancel, 'CANCELED'],
    ['RECEIVED BLOCKED is released by trust', received(false), trusted, 'PENDING'],
    ['RECEIVED BLOCKED is declined', received(false), decline, 'DECLINED'],
    ['RECEIVED PENDING is approved', received(true), approve, 'APPROVED'],
    ['RECEIVED PENDING is declined', received(true), decline, 'DECLINED'],
    ['RECEIVED APPROVED is confirmed', after(received(true), approve), confirmed, 'CONFIRMED'],
    ['RECEIVED APPROVED is canceled', after(received(true), approve), canceled, 'CANCELED'],
    ['RECEIVED APPROVED expires', after(received(true), approve), expire, 'EXPIRED'],
  ]
  it.each(table)('%s', (_name, transfer, command, status) => {
    expect(after(transfer, command).state.status).toBe(status)
  })
})

describe('a refused command', () => {
  const table: readonly (readonly [string, Transfer, Command, string])[] = [
    ['we cannot approve our own inquiry', sent(true), approve, 'TRANSACTION_WRONG_DIRECTION'],
    ['a counterparty cannot decide about its own inquiry', received(true), approved, 'TRANSACTION_WRONG_DIRECTION'],
    ['a PENDING transfer cannot be confirmed', sent(true), confirm, 'TRANSACTION_WRONG_STATUS'],
    [
      'a second hash does not replace the first',
      after(sent(true), approved, confirm),
      { ...confirm, txHash: 'i' },
      'TRANSACTION_WRONG_STATUS',
    ],
    [
      'a CONFIRMED transfer cannot be canceled',
      after(sent(true), approved, confirm),
      cancel,
      'TRANSACTION_WRONG_STATUS',
    ],
    ['a BLOCKED inquiry cannot be approved', received(false), approve, 'TRANSACTION_WRONG_STATUS'],
    [
      'an inquiry can be approved until the moment it expires',
      sent(true),
      { ...approved, at: later },
      'TRANSACTION_EXPIRED',
    ],
    [
      'a confirmation after the time limit is refused',
      after(received(true), approve),
      { ...confirmed, at: later },
      'TRANSACTION_EXPIRED',
    ],
    ['a delivered message cannot be retried', after(sent(true), delivered), retry, 'TRANSACTION_WRONG_STATUS'],
    [
      'an inquiry that the counterparty has cannot be corrected',
      after(sent(true), delivered),
      correction,
      'TRANSACTION_WRONG_STATUS',
    ],
    ['a decided inquiry cannot be corrected', after(sent(true), approved), correction, 'TRANSACTION_WRONG_STATUS'],
    ['the inquiry of a counterparty cannot be corrected', received(true), correction, 'TRANSACTION_WRONG_DIRECTION'],
    ['no data from a link changes what we will send', sent(false), completion, 'TRANSACTION_WRONG_STATUS'],
    ['no data from a link changes what we have sent', sent(true), completion, 'TRANSACTION_WRONG_STATUS'],
    [
      'no data from a link changes what we may send again',
      after(sent(true), giveUp),
      completion,
      'TRANSACTION_WRONG_STATUS',
    ],
    [
      'a transfer that has ended without a payment is not completed',
      after(received(true), decline),
      completion,
      'TRANSACTION_WRONG_STATUS',
    ],
    ['an open transfer cannot be archived', sent(true), archive, 'TRANSACTION_WRONG_STATUS'],
  ]
  it.each(table)('%s', (_name, transfer, command, code) => {
    expect(decide(transfer, command)).toMatchObject({
      outcome: 'refused',
      refusal: { code, status: transfer.state.status },
    })
  })
})

it('repeating a command has no effect', () => {
  const done = after(sent(true), approved, confirm)
  expect(decide(done, confirm)).toEqual({ outcome: 'unchanged', transfer: done })
  const decided = after(received(true), approve)
  expect(decide(decided, approve).outcome).toBe('unchanged')
})

it('a late approval of a canceled transfer causes one cancellation', () => {
  const late = decide(after(sent(true), cancel), approved)
  expect(late).toMatchObject({ outcome: 'accepted', send: 'CANCELLATION', transfer: { state: { status: 'CANCELED' } } })
  if (late.outcome !== 'accepted') throw new Error(late.outcome)
  expect(decide(late.transfer, approved).outcome).toBe('unchanged')
})

it('the hash of a payment made after the time limit is evidence until an officer accepts it', () => {
  const expired = after(received(true), approve, expire)
  const late = after(expired, { ...confirmed, at: muchLater })
  expect(late.state).toMatchObject({ status: 'EXPIRED', address: 'x', lateTxHash: 'h' })
  expect(folderOf(late)).toBe('INBOX')
  expect(allowedActions(late, muchLater)).toEqual(['ACCEPT_CONFIRMATION', 'ARCHIVE'])
  expect(folderOf(after(late, archive))).toBe('ARCHIVE')
  const accepted = after(late, acceptLate)
  expect(accepted).toMatchObject({ state: { status: 'CONFIRMED', address: 'x', txHash: 'h' }, decidedBy: 'o' })
  expect(decide(expired, acceptLate)).toMatchObject({ refusal: { code: 'TRANSACTION_WRONG_STATUS' } })
})

it('our approval can be withdrawn until it is confirmed, and a payment made nevertheless is evidence', () => {
  const approval = after(received(true), approve)
  expect(allowedActions(approval, at)).toContain('DECLINE')
  const withdrawn = decide(approval, decline)
  expect(withdrawn).toMatchObject({ send: 'RESOLUTION', transfer: { state: { status: 'DECLINED', reason: 'r' } } })
  expect(after(approval, decline, confirmed).state).toMatchObject({ status: 'DECLINED', lateTxHash: 'h' })
  expect(decide(after(approval, confirmed), decline)).toMatchObject({ refusal: { code: 'TRANSACTION_WRONG_STATUS' } })
})

it('when both sides end a transfer at once, each accepts the message of the other', () => {
  const ours = after(sent(true), approved, cancel)
  expect(decide(ours, rejected)).toEqual({ outcome: 'unchanged', transfer: ours })
  const theirs = after(received(true), approve, decline)
  expect(decide(theirs, canceled)).toEqual({ outcome: 'unchanged', transfer: theirs })
})

it('an approval that is undelivered at its time limit is not sent again', () => {
  const undelivered: Command = { type: 'giveUpDelivery', kind: 'RESOLUTION', attempts: 3, problem: 'p', at }
  const approval = after(received(true), approve, undelivered)
  expect(decide(approval, retry)).toMatchObject({ outcome: 'accepted', resend: 'RESOLUTION' })
  expect(decide(after(approval, expire), retry).outcome).toBe('refused')
  expect(decide(after(received(true), decline, undelivered), retry).outcome).toBe('accepted')
})

it('a VASP that is not trusted receives nothing about an inquiry that is declined while it is BLOCKED', () => {
  expect(decide(received(false), decline)).not.toHaveProperty('send')
  expect(decide(received(true, 'UNKNOWN'), decline)).toMatchObject({ send: 'RESOLUTION' })
})

it('a late decision about an inquiry that FAILED and was canceled changes nothing, and a late approval is canceled', () => {
  const given = after(sent(true), giveUp, cancel)
  expect(folderOf(given)).toBe('ARCHIVE')
  expect(decide(given, rejected).outcome).toBe('unchanged')
  expect(decide(given, approved)).toMatchObject({ send: 'CANCELLATION', transfer: { state: { status: 'CANCELED' } } })
  expect(decide(given, retry)).toMatchObject({ refusal: { code: 'TRANSACTION_WRONG_STATUS' } })
})

it('a transfer with two holds stays BLOCKED until both are lifted', () => {
  const both = openReceived({ facts: { ...facts, direction: 'RECEIVED' }, amountUnit: undefined, vaspTrusted: false })
  expect(after(both, trusted).state).toEqual({ status: 'BLOCKED', holds: ['AMOUNT_UNIT_UNKNOWN'] })
  expect(after(both, trusted, unit).state.status).toBe('PENDING')
})

it('an approval proves that the inquiry was delivered', () => {
  const delayed: Command = {
    type: 'delayDelivery',
    kind: 'INQUIRY',
    attempts: 1,
    problem: 'p',
    nextAttemptAt: later,
    at,
  }
  expect(after(sent(true), delayed, approved).delivery.state).toBe('DELIVERED')
})

const starts = [
  sent(true),
  sent(false),
  sent(false, 'UNKNOWN'),
  received(true),
  received(false),
  received(true, 'UNKNOWN'),
]
const commands = [
  approve,
  decline,
  approved,
  rejected,
  confirm,
  confirmed,
  cancel,
  canceled,
  trusted,
  unit,
  expire,
  giveUp,
  retry,
  archive,
  delivered,
  acceptLate,
  correction,
].flatMap((command) => [command, { ...command, at: muchLater }])
const anyHistory = fc.tuple(fc.constantFrom(...starts), fc.array(fc.constantFrom(...commands), { maxLength: 12 }))

/** The allowed transitions. Source: TRP facts of this project, "States". */
const FOLLOWS: Readonly<Record<Transfer['direction'], Partial<Record<TransferStatus, readonly TransferStatus[]>>>> = {
  SENT: {
    BLOCKED: ['PENDING', 'CANCELED', 'DECLINED'],
    PENDING: ['APPROVED', 'DECLINED', 'EXPIRED', 'FAILED', 'CANCELED'],
    FAILED: ['PENDING', 'APPROVED', 'DECLINED', 'CANCELED'],
    APPROVED: ['CONFIRMED', 'DECLINED', 'CANCELED'],
  },
  RECEIVED: {
    BLOCKED: ['PENDING', 'DECLINED'],
    PENDING: ['APPROVED', 'DECLINED'],
    APPROVED: ['CONFIRMED', 'DECLINED', 'CANCELED', 'EXPIRED'],
    // Only when an officer accepts a late hash.
    DECLINED: ['CONFIRMED'],
    CANCELED: ['CONFIRMED'],
    EXPIRED: ['CONFIRMED'],
  },
}

/** The transfer after applying the accepted commands. */
function endOf(start: Transfer, history: readonly Command[]): Transfer {
  return history.reduce((current, command) => {
    const decision = decide(current, command)
    return decision.outcome === 'accepted' ? decision.transfer : current
  }, start)
}

it('property: no sequence of commands causes a transition outside the protocol', () => {
  fc.assert(
    fc.property(anyHistory, ([start, history]) => {
      let current = start
      for (const command of history) {
        const decision = decide(current, command)
        if (decision.outcome !== 'accepted') continue
        const [from, to] = [current.state.status, decision.transfer.state.status]
        if (from !== to) expect(FOLLOWS[current.direction][from] ?? []).toContain(to)
        expect(decision.transfer.version).toBe(current.version + 1)
        current = decision.transfer
      }
    }),
    { numRuns: 2_000 },
  )
})

it('property: a transfer that waits for a counterparty always has a time limit, even after a retry', () => {
  fc.assert(
    fc.property(anyHistory, ([start, history]) => {
      const end = endOf(start, history)
      if (folderOf(end) === 'WAITING') expect(end.state).toHaveProperty('expiresAt', later)
    }),
    { numRuns: 2_000 },
  )
})

it('property: a finished transfer stays finished, unless its inquiry is delivered after all or an officer accepts a late hash', () => {
  fc.assert(
    fc.property(anyHistory, ([start, history]) => {
      let current = start
      for (const command of history) {
        const decision = decide(current, command)
        if (decision.outcome !== 'accepted') continue
        if (isTerminal(current.state) && current.state.status !== 'FAILED' && command.type !== 'acceptConfirmation') {
          expect(decision.transfer.state.status).toBe(current.state.status)
        }
        current = decision.transfer
      }
    }),
    { numRuns: 2_000 },
  )
})

/** Actions that remain possible for a finished transfer, besides archiving it. */
const ENDS: ReadonlySet<TransferAction> = new Set(['RETRY_DELIVERY', 'ACCEPT_CONFIRMATION', 'CANCEL'])

it('property: a finished transfer needs us only if its latest message was given up or its hash was late', () => {
  fc.assert(
    fc.property(anyHistory, ([start, history]) => {
      const end = endOf(start, history)
      if (!isTerminal(end.state)) return
      const actions = allowedActions(end, at)
      expect(folderOf(end)).toBe(actions.includes('ARCHIVE') ? 'INBOX' : 'ARCHIVE')
      const others = actions.filter((action) => !ENDS.has(action))
      expect(others).toEqual(folderOf(end) === 'INBOX' ? ['ARCHIVE'] : [])
    }),
  )
})

it('a message that was given up returns its transfer to the inbox until it is retried or archived', () => {
  const undelivered = after(sent(true), giveUp)
  expect(folderOf(undelivered)).toBe('INBOX')
  expect(folderOf(after(undelivered, retry))).toBe('WAITING')
  const archived = after(undelivered, archive)
  expect(folderOf(archived)).toBe('ARCHIVE')
  expect(folderOf(after(archived, retry))).toBe('WAITING')
  const abandoned = after(sent(true), cancel)
  expect([abandoned.delivery.state, folderOf(abandoned)]).toEqual(['FAILED', 'ARCHIVE'])
})
