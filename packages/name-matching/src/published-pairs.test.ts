import { describe, expect, it } from 'vitest'
import { compareNames, MATCH_SCORE, STRONG_MATCH_SCORE } from './compare-names.ts'
import { createNameIndex } from './name-index.ts'
import { prepareName } from './prepare-name.ts'
import {
  type Half,
  measureListedAliases,
  measurePairs,
  measureTransliterations,
  qualityAt,
} from './testing/measure-matcher.ts'

const pairs = measurePairs()

/** The results of nomenklatura's logic-v2 on the same pairs, at its default threshold and at .85. */
const LOGIC_V2 = { f1: 0.79, strongPrecision: 0.93, strongRecall: 0.6 }

describe('the published pairs of nomenklatura', () => {
  it.each<Half>(['TUNED', 'HELD_OUT'])('half %s: the default threshold has a better F1 than logic-v2', (half) => {
    const quality = qualityAt(
      pairs.filter((pair) => pair.half === half),
      MATCH_SCORE,
    )
    expect(quality.f1).toBeGreaterThan(0.9)
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

  it('all published pairs together have an F1 of .92, and those of organisations .93', () => {
    expect(qualityAt(pairs, MATCH_SCORE).f1).toBeGreaterThanOrEqual(0.92)
    const organisations = pairs.filter(({ kind }) => kind === 'ORGANISATION')
    expect(qualityAt(organisations, MATCH_SCORE).f1).toBeGreaterThan(0.93)
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

describe("aliases of OFAC's list, with which no threshold was chosen", () => {
  const listed = measureListedAliases()

  it.each([
    ['PERSON', 0.85, 0.84],
    ['ORGANISATION', 0.85, 0.6],
  ] as const)('%s: a precision of %d and a recall of %d', (kind, precision, recall) => {
    const quality = qualityAt(
      listed.filter((pair) => pair.kind === kind),
      MATCH_SCORE,
    )
    expect(quality.precision).toBeGreaterThan(precision)
    expect(quality.recall).toBeGreaterThan(recall)
  })
})

describe('names in other scripts and their Latin forms', () => {
  const transliterations = measureTransliterations()
  const promised = ['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Chinese', 'Japanese', 'Korean', 'Armenian', 'Georgian']

  it.each(promised)('%s: by each standard it is a strong match', (script) => {
    const ofScript = transliterations.filter((one) => one.script === script)
    expect(ofScript.length).toBeGreaterThanOrEqual(10)
    expect(ofScript.filter(({ score }) => score < STRONG_MATCH_SCORE)).toEqual([])
  })

  it.each(['native', 'latin'] as const)('each is found among thousands by its other form: %s', (listed) => {
    const index = createNameIndex<string>()
    for (let at = 0; at < 3_000; at += 1) index.add(`Name${at} Family${at % 50}`, 'PERSON', '')
    const names = transliterations.filter(({ script }) => promised.includes(script))
    for (const name of names) index.add(name[listed], 'PERSON', name.native)
    const missed = names.filter((name) => {
      const query = prepareName(listed === 'native' ? name.latin : name.native, 'PERSON')
      const hits = index.candidates(query).ids.map((id) => index.compare(query, id)?.owner)
      return !hits.includes(name.native)
    })
    expect(missed).toEqual([])
  })

  it('no transliterated name matches that of another person', () => {
    const others = transliterations.flatMap(({ native, latin, script }) =>
      transliterations
        .filter((other) => other.script === script && compareNames(latin, other.latin, 'PERSON').score < MATCH_SCORE)
        .filter((other) => other.native !== native && !hasSameSpelling(native, other.native))
        .map((other) => ({ native, latin: other.latin, score: compareNames(native, other.latin, 'PERSON').score })),
    )
    expect(others.length).toBeGreaterThan(1_000)
    expect(others.filter(({ score }) => score >= MATCH_SCORE)).toEqual([])
  })

  function hasSameSpelling(left: string, right: string): boolean {
    return compareNames(left, right, 'PERSON').score >= STRONG_MATCH_SCORE
  }
})
