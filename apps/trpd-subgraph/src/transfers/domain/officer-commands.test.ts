import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { after, approve, at, decline, later, received, sent } from '../../testing/example-transfers.ts'
import { decide } from './decide-transfer.ts'
import type { Command } from './decision.ts'
import { canResubmit } from './repair-transfer.ts'
import { openRegistered, type Transfer } from './transfer.ts'

const approved: Command = { type: 'resolve', verdict: { outcome: 'APPROVE', address: 'x' }, at }
const rejected: Command = { type: 'resolve', verdict: { outcome: 'DECLINE', reason: 'other' }, at }
const confirm: Command = { type: 'confirm', txHash: 'h', at }
const confirmed: Command = { type: 'receiveConfirmation', txHash: 'h', at }
const cancel: Command = { type: 'cancel', reason: 'r', by: 'o', at }
const canceled: Command = { type: 'receiveCancellation', reason: 'r', at }
const expire: Command = { type: 'expire', at: later }
const declinedOtherwise: Command = {
  type: 'assess',
  verdict: { outcome: 'DECLINE', reason: 'other' },
  by: 'o',
  expiresAt: later,
  at,
}
const delivered: Command = { type: 'delivered', kind: 'INQUIRY', attempts: 1, expiresAt: later, at }
const giveUp: Command = { type: 'giveUpDelivery', kind: 'INQUIRY', attempts: 1, problem: 'p', at }
const unnotified: Command = { ...giveUp, kind: 'RESOLUTION' }

/** Everything that officers can do with a transfer; a resubmission creates another one. */
const COMMANDS: Readonly<Record<string, Command | 'resubmit'>> = {
  '`assessTx` APPROVE': approve,
  '`assessTx` DECLINE': decline,
  '`confirmTx`': confirm,
  '`acceptConfirmation`': { type: 'acceptConfirmation', by: 'o', at },
  '`cancelTx`': cancel,
  '`correctTx`': { type: 'correct', at },
  '`resubmitTx`': 'resubmit',
  '`retryDelivery`': { type: 'retryDelivery', expiresAt: later, at },
  '`archiveTx`': { type: 'archive', at },
}

const { travelAddress: _travel, vaspId: _vasp, protocolVersion: _version, ...facts } = sent(true)
const registered = (txHash: string | undefined) =>
  openRegistered({ facts: { ...facts, channel: 'OFFLINE' }, address: 'x', txHash })

const STATES: Readonly<Record<string, Transfer>> = {
  'SENT BLOCKED': sent(false),
  'SENT PENDING, not delivered': sent(true),
  'SENT PENDING, delivered': after(sent(true), delivered),
  'SENT FAILED': after(sent(true), giveUp),
  'SENT APPROVED': after(sent(true), approved),
  'SENT CONFIRMED': after(sent(true), approved, confirm),
  'SENT DECLINED': after(sent(true), rejected),
  'SENT CANCELED': after(sent(true), delivered, cancel),
  'SENT EXPIRED': after(sent(true), expire),
  'RECEIVED BLOCKED, VASP not trusted': received(false),
  'RECEIVED BLOCKED, amount unit unknown': received(true, 'UNKNOWN'),
  'RECEIVED PENDING': received(true),
  'RECEIVED APPROVED': after(received(true), approve),
  'RECEIVED APPROVED, not delivered': after(received(true), approve, unnotified),
  'RECEIVED CONFIRMED': after(received(true), approve, confirmed),
  'RECEIVED DECLINED': after(received(true), declinedOtherwise),
  'RECEIVED CANCELED': after(received(true), approve, canceled),
  'RECEIVED EXPIRED': after(received(true), approve, expire),
  'RECEIVED EXPIRED, a hash was kept': after(received(true), approve, expire, confirmed),
  'registered APPROVED': registered(undefined),
  'registered CONFIRMED': registered('g'),
  'registered CANCELED': after(registered(undefined), cancel),
}

it('the table in docs/trp.md says what officers can do with a transfer in every state', () => {
  const expected = [
    ['transaction', ...Object.keys(COMMANDS)],
    ...Object.entries(STATES).map(([state, transfer]) => [
      state,
      ...Object.values(COMMANDS).map((command) => cellOf(transfer, command)),
    ]),
  ]
  expect(tableOf(readFileSync(new URL('../../../../../docs/trp.md', import.meta.url), 'utf8'))).toEqual(expected)
})

/** The cells of the table whose first cell is `transaction`, including the header but not the rule. */
function tableOf(document: string): string[][] {
  const lines = document.split('\n')
  const rest = lines.slice(lines.findIndex((line) => line.startsWith('| transaction | `assessTx`')))
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .filter((line) => !line.startsWith('|--'))
    .map((line) => line.slice(2, -2).split(' | '))
}

/** The effect of a command, in the words of the document. */
function cellOf(transfer: Transfer, command: Command | 'resubmit'): string {
  if (command === 'resubmit') return canResubmit(transfer) ? 'another transaction' : '–'
  const decision = decide(transfer, command)
  if (decision.outcome === 'refused') return '–'
  if (decision.outcome === 'unchanged') return 'no effect'
  const { status } = decision.transfer.state
  const what = status === transfer.state.status ? 'yes' : `→ ${status}`
  const kind = decision.send ?? decision.resend
  return kind === undefined ? what : `${what}, ${kind}`
}
