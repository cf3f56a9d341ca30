import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { after, approve, at, decline, later, received, sent } from '../../testing/example-transfers.ts'
import { decide } from './decide-transfer.ts'
import type { Command, Decision } from './decision.ts'
import { lateTxHashOf, type Transfer } from './transfer.ts'

const resolution = (address: string): Command => ({ type: 'resolve', verdict: { outcome: 'APPROVE', address }, at })
const rejected: Command = { type: 'resolve', verdict: { outcome: 'DECLINE', reason: 'r' }, at }
const txid = (txHash: string): Command => ({ type: 'receiveConfirmation', txHash, at })
const canceled: Command = { type: 'receiveCancellation', reason: 'r', at }
const cancel: Command = { type: 'cancel', reason: 'r', by: 'o', at }
const expire: Command = { type: 'expire', at: later }

interface MessageTable {
  readonly direction: Transfer['direction']
  readonly messages: Readonly<Record<string, Command>>
  readonly states: Readonly<Record<string, Transfer>>
}

const TABLES: readonly MessageTable[] = [
  {
    direction: 'SENT',
    messages: {
      '`approved`': resolution('x'),
      '`approved`, another address': resolution('y'),
      '`rejected`': { ...rejected, verdict: { outcome: 'DECLINE', reason: 'another' } },
    },
    states: {
      BLOCKED: sent(false),
      PENDING: sent(true),
      'PENDING, time limit passed': sent(true),
      APPROVED: after(sent(true), resolution('x')),
      CONFIRMED: after(sent(true), resolution('x'), { type: 'confirm', txHash: 'h', at }),
      DECLINED: after(sent(true), rejected),
      CANCELED: after(sent(true), cancel),
      'CANCELED, `canceled` was sent': after(sent(true), resolution('x'), cancel),
      EXPIRED: after(sent(true), expire),
      FAILED: after(sent(true), { type: 'giveUpDelivery', kind: 'INQUIRY', attempts: 1, problem: 'p', at }),
    },
  },
  {
    direction: 'RECEIVED',
    messages: { '`txid`': txid('h'), 'another `txid`': txid('i'), '`canceled`': canceled },
    states: {
      BLOCKED: received(false),
      PENDING: received(true),
      APPROVED: after(received(true), approve),
      'APPROVED, time limit passed': after(received(true), approve),
      CONFIRMED: after(received(true), approve, txid('h')),
      DECLINED: after(received(true), decline),
      'DECLINED after an approval': after(received(true), approve, decline),
      CANCELED: after(received(true), approve, canceled),
      EXPIRED: after(received(true), approve, expire),
      'EXPIRED, a hash was kept': after(received(true), approve, expire, txid('h')),
    },
  },
]

const document = readFileSync(new URL('../../../../../docs/trp.md', import.meta.url), 'utf8')

describe.each(TABLES)('messages about a $direction transfer', ({ direction, messages, states }) => {
  it(`the table of docs/trp.md for ${direction} matches the code for every state and message`, () => {
    const expected = [
      [direction, ...Object.keys(messages)],
      ...Object.entries(states).map(([state, transfer]) => [
        state,
        ...Object.values(messages).map((message) =>
          cellOf(transfer, decide(transfer, state.endsWith('time limit passed') ? { ...message, at: later } : message)),
        ),
      ]),
    ]
    expect(tableOf(direction)).toEqual(expected)
  })

  it(`the table for ${direction} has every status that such a transfer can have`, () => {
    const statuses = new Set(Object.values(states).map(({ state }) => state.status))
    const all = ['BLOCKED', 'PENDING', 'APPROVED', 'CONFIRMED', 'DECLINED', 'CANCELED', 'EXPIRED']
    expect([...statuses].toSorted()).toEqual([...all, ...(direction === 'SENT' ? ['FAILED'] : [])].toSorted())
  })
})

/** The cells of the table whose first cell is `direction`, including the header but not the rule. */
function tableOf(direction: string): string[][] {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${direction} |`))
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest
    .slice(0, end)
    .filter((line) => !line.startsWith('|--'))
    .map((line) => line.slice(2, -2).split(' | '))
}

/** A decision in the words of the document. */
function cellOf(before: Transfer, decision: Decision): string {
  if (decision.outcome === 'refused') {
    return decision.refusal.code === 'TRANSACTION_EXPIRED' ? 'as EXPIRED' : '422'
  }
  const { transfer } = decision
  if (decision.outcome === 'unchanged') return '204'
  if (decision.send === 'CANCELLATION') return '204, `canceled` is sent'
  if (lateTxHashOf(transfer) !== lateTxHashOf(before)) return '204, the hash is kept'
  if (transfer.state.status !== before.state.status) return `204 → ${transfer.state.status}`
  throw new Error('the decision has no words in the document')
}
