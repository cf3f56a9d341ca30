import type { InboxRowFragment, TransactionDetailFragment } from '../api/operations.generated.ts'
import type { Formats } from './formats.ts'
import { isolated } from './isolated.ts'
import type { Messages } from './messages.ts'
import { transferAmount } from './transfer-amount.ts'

type Transfer = Pick<InboxRowFragment, 'amount' | 'amountUnit' | 'asset' | 'channel' | 'direction' | 'vasp'>

/** The other VASP, or what is there instead of one. */
export function partyName({ vasp, channel }: Pick<Transfer, 'vasp' | 'channel'>, t: Messages): string {
  return vasp === null ? t.transaction.channels[channel] : isolated(vasp.name)
}

/** Who sends what to whom, without names of people. */
export function transferSentence(transfer: Transfer, t: Messages, formats: Formats): string {
  const { received, sent, receivedOffline, sentOffline } = t.transaction
  const isReceived = transfer.direction === 'RECEIVED'
  const words = transfer.channel === 'TRP' ? (isReceived ? received : sent) : isReceived ? receivedOffline : sentOffline
  return words(partyName(transfer, t), transferAmount(transfer, t, formats))
}

type Change = Pick<TransactionDetailFragment['history'][number], 'actorType' | 'actorId' | 'rule'>

/** Who changed a transfer: the person, where a name is known, and the rule that decided. */
export function changedBy(
  { actorType, actorId, rule }: Change,
  names: ReadonlyMap<string, string>,
  { transaction: { actors, byRule } }: Messages,
): string {
  const name = actorType === 'USER' ? names.get(actorId) : undefined
  const actor = name === undefined ? actors[actorType] : isolated(name)
  return rule === null ? actor : `${actor}, ${byRule(isolated(rule.name), String(rule.version))}`
}
