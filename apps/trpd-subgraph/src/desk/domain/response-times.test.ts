import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addHistograms, type ResponseHistogram, summarizeResponses } from './response-times.ts'

/** A histogram of these durations. */
function histogramOf(durations: readonly number[]): ResponseHistogram {
  const buckets = durations.map((seconds) => Math.floor(4 * Math.log2(Math.max(1, seconds))))
  return addHistograms(buckets.map((bucket) => [{ bucket, count: 1 }]))
}

it('percentiles of a histogram are within a tenth of the exact ones', () => {
  const someDurations = fc.array(fc.double({ min: 1.2, max: 2_000_000, noNaN: true }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(someDurations, (durations) => {
      const sorted = durations.toSorted((a, b) => a - b)
      const exact = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
      const summary = summarizeResponses(histogramOf(durations))
      expect(summary?.count).toBe(durations.length)
      expect(Math.abs((summary?.p50Seconds ?? 0) / exact(0.5) - 1)).toBeLessThan(0.1)
      expect(Math.abs((summary?.p95Seconds ?? 0) / exact(0.95) - 1)).toBeLessThan(0.1)
    }),
  )
})

it('histograms add up by bucket, and an empty one has no percentiles', () => {
  const [a, b] = [histogramOf([3, 3, 70]), histogramOf([3, 9])]
  expect(addHistograms([a, b])).toEqual(histogramOf([3, 3, 70, 3, 9]))
  expect(summarizeResponses([])).toBeUndefined()
})

it('a duration of less than a second and a fifth counts as one second', () => {
  expect(summarizeResponses(histogramOf([0, 0.3, 1.1]))).toEqual({ count: 3, p50Seconds: 1, p95Seconds: 1 })
})
