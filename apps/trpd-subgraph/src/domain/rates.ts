import { type Decimal, multiplyDecimals } from './amount.ts'

/** What one whole unit of an asset is worth in a currency, as an operator has set it. */
export interface Rate {
  readonly assetId: string
  /** ISO 4217 code. */
  readonly currency: string
  readonly value: Decimal
  /** When the rate applied. */
  readonly at: Date
  /** Subject of the person or client that has set it. */
  readonly setBy: string
}

/** The value of a transfer in a currency; `undefined` when it is not known. */
export type ValueIn = (currency: string) => Decimal | undefined

/**
 * The value of `amount`, in whole units, by the rates of its asset. Unknown are an amount of an unknown
 * unit, a currency without a rate, and one whose rate is older than `ageMaxSeconds`.
 */
export function valueIn(
  amount: Decimal | undefined,
  rates: readonly Pick<Rate, 'currency' | 'value' | 'at'>[],
  { at, ageMaxSeconds }: { readonly at: Date; readonly ageMaxSeconds: number },
): ValueIn {
  return (currency) => {
    const rate = rates.find((each) => each.currency === currency)
    if (rate === undefined || amount === undefined) return undefined
    return at.getTime() - rate.at.getTime() > ageMaxSeconds * 1_000 ? undefined : multiplyDecimals(amount, rate.value)
  }
}
