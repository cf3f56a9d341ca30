import { type Decimal, multiplyDecimals } from '../../foundation/domain/amount.ts'

/** The value of one whole unit of an asset in a currency, as set by an operator. */
export interface Rate {
  readonly assetId: string
  /** ISO 4217 code. */
  readonly currency: string
  readonly value: Decimal
  /** When the rate applied. */
  readonly at: Date
  /** Subject of the person or client that set it. */
  readonly setBy: string
}

/** The value of a transfer in a currency; `undefined` if unknown. */
export type ValueIn = (currency: string) => Decimal | undefined

/**
 * The value of `amount`, in whole units, at the rates of its asset. `undefined` if the amount is unknown, the
 * currency has no rate, or its rate is older than `ageMaxSeconds`.
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
