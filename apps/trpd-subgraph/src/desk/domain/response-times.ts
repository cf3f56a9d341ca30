/** The distribution of decision times: counts by bucket, in ascending order. */
export type ResponseHistogram = readonly ResponseBucket[]

export interface ResponseBucket {
  /** From 2^(bucket/4) seconds, inclusive, to 2^((bucket+1)/4); bucket 0 begins at 0. */
  readonly bucket: number
  readonly count: number
}

/** Decision times. The percentiles are accurate to a tenth. */
export interface ResponseTimes {
  readonly count: number
  readonly p50Seconds: number
  readonly p95Seconds: number
}

/** The summary of a histogram; `undefined` if it is empty. */
export function summarizeResponses(histogram: ResponseHistogram): ResponseTimes | undefined {
  const count = histogram.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return undefined
  return { count, p50Seconds: percentile(histogram, count * 0.5), p95Seconds: percentile(histogram, count * 0.95) }
}

/** The sum of histograms. */
export function addHistograms(histograms: readonly ResponseHistogram[]): ResponseHistogram {
  const counts = Map.groupBy(histograms.flat(), ({ bucket }) => bucket)
  return [...counts]
    .map(([bucket, same]) => ({ bucket, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => a.bucket - b.bucket)
}

/** The middle of the bucket that contains the decision with this rank. */
function percentile(histogram: ResponseHistogram, rank: number): number {
  let passed = 0
  for (const { bucket, count } of histogram) {
    passed += count
    if (passed >= rank) return bucket === 0 ? 1 : 2 ** ((bucket + 0.5) / 4)
  }
  return Number.NaN
}
