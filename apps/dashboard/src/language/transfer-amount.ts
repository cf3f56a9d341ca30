import type { InboxRowFragment } from '../api/operations.generated.ts'
import { wholeAmount } from './amount.ts'
import type { Formats } from './formats.ts'
import { isolated } from './isolated.ts'
import type { Messages } from './messages.ts'

type Transfer = Pick<InboxRowFragment, 'amount' | 'amountUnit' | 'asset'>

/** The amount with its symbol. While its unit is unknown it is shown as it was written. */
export function transferAmount(transfer: Transfer, t: Messages, formats: Formats): string {
  const { number, isUnitKnown } = amountParts(transfer, formats)
  return isUnitKnown ? number : `${number} (${t.transaction.unknownUnit})`
}

/** The amount alone, and whether its unit is known. */
export function amountParts(
  { amount, amountUnit, asset }: Transfer,
  formats: Formats,
): { readonly number: string; readonly isUnitKnown: boolean } {
  const whole = amountUnit === null ? undefined : wholeAmount(amount, amountUnit, asset.decimals)
  const number = isolated(`${whole === undefined ? amount : formats.decimal(whole)} ${asset.symbol}`)
  return { number, isUnitKnown: whole !== undefined }
}
