import type { InboxRowFragment, TransactionDetailFragment } from '../api/operations.generated.ts'
import type { Formats } from './formats.ts'
import { isolated } from './isolated.ts'
import type { Messages } from './messages.ts'
import { transferAmount } from './transfer-amount.ts'

type Transfer = Pick<InboxRowFragment, 'amount' | 'amountUnit' | 'asset' | 'channel' | 'direction' | 'status' | 'vasp'>

/** The other VASP, or a placeholder if it is unknown. */
export function partyName({ vasp, channel }: Pick<Transfer, 'vasp' | 'channel'>, t: Messages): string {
  return vasp === null ? t.transaction.channels[channel] : isolated(vasp.name)
}

/** Who sends what to whom, without names of people. */
export function transferSentence(transfer: Transfer, t: Messages, formats: Formats): string {
  return wordsOf(transfer, t)(partyName(transfer, t), transferAmount(transfer, t, formats))
}

function wordsOf(
  { channel, direction, status }: Transfer,
  { transaction: words }: Messages,
): Messages['transaction']['sent'] {
  const isReceived = direction === 'RECEIVED'
  if (channel !== 'TRP') return isReceived ? words.receivedOffline : words.sentOffline
  switch (status) {
    case 'BLOCKED':
    case 'PENDING':
    case 'APPROVED':
      return isReceived ? words.received : words.sent
    case 'CONFIRMED':
      return isReceived ? words.receivedConfirmed : words.sentConfirmed
    case 'DECLINED':
    case 'CANCELED':
    case 'EXPIRED':
    case 'FAILED':
      return isReceived ? words.receivedClosed : words.sentClosed
  }
}

type Change = Pick<TransactionDetailFragment['history'][number], 'actorType' | 'actorId' | 'rule'>

/** Who changed a transfer: the person, if a name is known, and the rule that decided. */
export function changedBy(
  { actorType, actorId, rule }: Change,
  names: ReadonlyMap<string, string>,
  { transaction: { actors, byRule } }: Messages,
): string {
  const name = actorType === 'USER' ? names.get(actorId) : undefined
  const actor = name === undefined ? actors[actorType] : isolated(name)
  return rule === null ? actor : `${actor}, ${byRule(isolated(rule.name), String(rule.version))}`
}
