export interface Quantiles {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

/** Of times in milliseconds, in any order; `NaN` without times. */
export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

export function median(values: readonly number[]): number {
  return quantilesOf(values).p50Ms
}
