import { type Decimal, fromBaseUnits } from './amount.ts'
import type { Asset } from './asset.ts'
import type { Transfer } from './transfer.ts'

/** The amount of a transfer in whole units; `undefined` while its unit is unknown. */
export function wholeAmount(
  { amount, amountUnit }: Pick<Transfer, 'amount' | 'amountUnit'>,
  { decimals }: Asset,
): Decimal | undefined {
  if (amountUnit === undefined) return undefined
  return amountUnit === 'WHOLE' ? (amount as Decimal) : fromBaseUnits(BigInt(amount), decimals)
}
