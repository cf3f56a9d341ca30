import { type AmountUnit, type Decimal, fromBaseUnits } from '../../foundation/domain/amount.ts'
import type { Asset } from './asset.ts'

/** The amount of a transfer in whole units; `undefined` while its unit is unknown. */
export function wholeAmount(
  { amount, amountUnit }: { readonly amount: string; readonly amountUnit?: AmountUnit | undefined },
  { decimals }: Asset,
): Decimal | undefined {
  if (amountUnit === undefined) return undefined
  return amountUnit === 'WHOLE' ? (amount as Decimal) : fromBaseUnits(BigInt(amount), decimals)
}
