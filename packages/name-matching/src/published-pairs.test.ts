import { describe, expect, it } from 'vitest'
import { MATCH_SCORE, STRONG_MATCH_SCORE } from './compare-names.ts'
import { type Half, measurePairs, qualityAt } from './testing/measure-matcher.ts'

const pairs = measurePairs()

/** What logic-v2 of nomenklatura reaches on the same pairs at its default threshold, and at .85. */
const LOGIC_V2 = { f1: 0.79, strongPrecision: 0.93, strongRecall: 0.6 }

describe('the published pairs of nomenklatura', () => {
  it.each<Half>(['TUNED', 'HELD_OUT'])('half %s: the default threshold has a better F1 than logic-v2', (half) => {
    const quality = qualityAt(
      pairs.filter((pair) => pair.half === half),
      MATCH_SCORE,
    )
    expect(quality.f1).toBeGreaterThan(0.87)
    expect(quality.f1).toBeGreaterThan(LOGIC_V2.f1)
  })

  it.each<Half>(['TUNED', 'HELD_OUT'])('half %s: strong matches have a better recall at a precision of .93', (half) => {
    const quality = qualityAt(
      pairs.filter((pair) => pair.half === half),
      STRONG_MATCH_SCORE,
    )
    expect(quality.precision).toBeGreaterThanOrEqual(LOGIC_V2.strongPrecision)
    expect(quality.recall).toBeGreaterThan(0.75)
  })

  it('818 pairs are compared, 423 of them matches', () => {
    expect(pairs).toHaveLength(818)
    expect(pairs.filter((pair) => pair.isMatch)).toHaveLength(423)
  })

  it('no other threshold is clearly better than the default', () => {
    const best = Math.max(...[0.5, 0.55, 0.6, 0.65, 0.75, 0.8, 0.85, 0.9].map((at) => qualityAt(pairs, at).f1))
    expect(qualityAt(pairs, MATCH_SCORE).f1).toBeGreaterThan(best - 0.02)
  })
})
