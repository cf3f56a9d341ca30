import type { InboxRowFragment } from '../api/operations.generated.ts'
import { wholeAmount } from './amount.ts'
import type { Formats } from './formats.ts'
import { isolated } from './isolated.ts'
import type { Messages } from './messages.ts'

type Transfer = Pick<InboxRowFragment, 'amount' | 'amountUnit' | 'asset'>

/** The amount with its symbol. While its unit is unknown it is shown as it was written. */
export function transferAmount({ amount, amountUnit, asset }: Transfer, t: Messages, formats: Formats): string {
  const whole = amountUnit === null ? undefined : wholeAmount(amount, amountUnit, asset.decimals)
  const number = whole === undefined ? `${amount} ${asset.symbol}` : `${formats.decimal(whole)} ${asset.symbol}`
  return whole === undefined ? `${isolated(number)} (${t.transaction.unknownUnit})` : isolated(number)
}
