import { type AmountUnit, type Decimal, fromBaseUnits, isInteger, toBaseUnits } from './amount.ts'
import { type Parsed, parsed, refused } from './parsed.ts'

/** How one counterparty writes amounts of one asset. `unit` is undefined while nobody has settled it. */
export interface AmountRules {
  readonly unit: AmountUnit | undefined
  readonly decimals: number
}

/**
 * The smallest units that a counterparty means by `amount`.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` (a whole number from a counterparty whose unit is not settled: put the transfer on
 * hold and ask), `AMOUNT_UNIT_CONTRADICTED` (a fraction from one that writes smallest units), `AMOUNT_PRECISION`.
 *
 * A fraction can only be in whole units, whatever is settled. Source: open point "unit of amount" of the TRP facts.
 */
export function readWireAmount(amount: Decimal, { unit, decimals }: AmountRules): Parsed<bigint> {
  if (!isInteger(amount)) {
    if (unit !== 'BASE') return toBaseUnits(amount, decimals)
    return refused(
      'AMOUNT_UNIT_CONTRADICTED',
      'The amount is a fraction, but the wire profile of the counterparty says that it writes smallest units.',
    )
  }
  if (unit === undefined) {
    return refused(
      'AMOUNT_UNIT_UNKNOWN',
      'Does the counterparty write amounts in whole units or in smallest units? Set amountUnit in its wire profile.',
    )
  }
  return unit === 'BASE' ? parsed(BigInt(amount)) : toBaseUnits(amount, decimals)
}

/**
 * `baseUnits` as the counterparty expects to read it.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` while its unit is not settled.
 */
export function writeWireAmount(baseUnits: bigint, { unit, decimals }: AmountRules): Parsed<Decimal> {
  if (unit === undefined) {
    return refused(
      'AMOUNT_UNIT_UNKNOWN',
      'The counterparty’s unit of amounts is not known. Set amountUnit in its wire profile.',
    )
  }
  return parsed(fromBaseUnits(baseUnits, unit === 'BASE' ? 0 : decimals))
}
