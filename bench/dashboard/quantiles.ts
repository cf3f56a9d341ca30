import { quantilesOf as ofTimes } from '../quantiles.ts'

export interface Quantiles {
  readonly p50: number
  readonly p95: number
}

/** Requires at least one value. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const { p50Ms: p50, p95Ms: p95 } = ofTimes(values)
  return { p50, p95 }
}
