import type { InboxRowFragment } from '../api/operations.generated.ts'
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
