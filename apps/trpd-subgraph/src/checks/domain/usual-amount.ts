import { wholeAmount } from '../../assets/domain/asset.ts'
import { compareDecimals, type Decimal, fromBaseUnits, toBaseUnits } from '../../foundation/domain/amount.ts'
import type { Check } from './check.ts'

/** Minimum number of earlier transfers needed to determine a usual amount. */
const EARLIER_MIN = 5
/** An amount is unusual when it is more than this many times the largest earlier one. */
const FACTOR = 3n

/** Checks whether the amount is far above the earlier ones to the same travel address. */
export const usualAmount: Check = {
  name: 'USUAL_AMOUNT',
  version: 1,
  needs: ['SIMILAR'],
  judge({ transfer, asset, similar }) {
    if (similar === undefined) throw new Error('the check USUAL_AMOUNT ran without its facts')
    const amount = wholeAmount(transfer, asset)
    if (amount === undefined) return { verdict: 'UNKNOWN', reason: 'The unit of the amount is unknown.' }
    const { count, largest } = similar.approved
    if (largest === undefined || count < EARLIER_MIN) {
      const reason = `Fewer than ${EARLIER_MIN} transactions to this travel address were approved before.`
      return { verdict: 'UNKNOWN', reason }
    }
    const evidence = { largestEarlierAmount: largest, earlierTransactions: String(count) }
    return compareDecimals(amount, times(largest, FACTOR)) > 0
      ? { verdict: 'WARN', reason: `The amount is more than ${FACTOR} times the largest earlier one.`, evidence }
      : { verdict: 'PASS', reason: `The amount is at most ${FACTOR} times the largest earlier one.`, evidence }
  },
}

function times(amount: Decimal, factor: bigint): Decimal {
  const decimals = amount.split('.')[1]?.length ?? 0
  const units = toBaseUnits(amount, decimals)
  if (!units.ok) throw new Error('an amount has more decimal places than it has')
  return fromBaseUnits(units.value * factor, decimals)
}
