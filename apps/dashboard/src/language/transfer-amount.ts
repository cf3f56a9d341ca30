import type { InboxRowFragment } from '../api/operations.generated.ts'
import { wholeAmount } from './amount.ts'
import type { Formats } from './formats.ts'
import { isolated } from './isolated.ts'
import type { Messages } from './messages.ts'

type Transfer = Pick<InboxRowFragment, 'amount' | 'amountUnit' | 'asset'>

/** The amount with its symbol; as received while its unit is unknown. */
export function transferAmount(transfer: Transfer, t: Messages, formats: Formats): string {
  const { number, isUnitKnown } = amountParts(transfer, formats)
  return isUnitKnown ? number : `${number} (${t.transaction.unknownUnit})`
}

/** The amount with its symbol, but without a note on its unit; and if the unit is known. */
export function amountParts(
  { amount, amountUnit, asset }: Transfer,
  formats: Formats,
): { readonly number: string; readonly isUnitKnown: boolean } {
  const whole = amountUnit === null ? undefined : wholeAmount(amount, amountUnit, asset.decimals)
  const number = isolated(`${whole === undefined ? amount : formats.decimal(whole)} ${asset.symbol}`)
  return { number, isUnitKnown: whole !== undefined }
}
