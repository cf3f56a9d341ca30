import { expect, it } from 'vitest'
import type { ScreeningHit } from '../../screening/domain/screening-index.ts'
import type { ScreeningResult } from '../../screening/domain/screening-result.ts'
import { hasNewHit, screening } from './screening.ts'

/** A screening that found these entries, in this order. */
function found(...entryIds: string[]): ScreeningResult {
  const subject = { role: 'ORIGINATOR', name: 'Max\nMuster', kind: 'PERSON' } as const
  const hits = entryIds.map((entryId) => {
    const hit = { list: 'UN', entryId, listedName: `Muster ${entryId}`, comparison: { score: 0.75 } }
    return hit as unknown as ScreeningHit
  })
  return {
    verdict: 'WARN',
    evidence: { subjects: [{ subject, hits, vendorHits: [] }], wallets: [], gaps: [], lists: [] },
  }
}

function evidenceOf(result: ScreeningResult): Readonly<Record<string, string>> {
  const finding = screening.judge({ screening: result } as Parameters<typeof screening.judge>[0])
  return finding?.evidence ?? {}
}

const seven = ['1', '2', '3', '4', '5', '6', '7']

it('the evidence of screening lists five hits separately, and the others together', () => {
  const evidence = evidenceOf(found(...seven))
  expect(Object.keys(evidence)).toEqual(['hit1', 'hit2', 'hit3', 'hit4', 'hit5', 'otherHits'])
  expect(evidence.otherHits).toBe('Max Muster ~ Muster 6 (UN 6, 0.75)\nMax Muster ~ Muster 7 (UN 7, 0.75)')
})

it('a hit is new wherever it ranks, and a known hit is not new when it ranks higher', () => {
  const earlier = [evidenceOf(found(...seven))]
  expect(hasNewHit(found(...seven, '8'), earlier)).toBe(true)
  expect(hasNewHit(found(...seven.toReversed()), earlier)).toBe(false)
  expect(hasNewHit(found('7'), earlier)).toBe(false)
})

it('a hit whose score has changed with the lists is not new', () => {
  expect(hasNewHit(found('1'), [{ hit1: 'Max Muster ~ Muster 1 (UN 1, 0.812)' }])).toBe(false)
})

it('a hit that an earlier version stored with a line break is not new', () => {
  const earlier = [{ hit1: 'Max\nMuster ~ Muster 1 (UN 1, 0.75)' }]
  expect(hasNewHit(found('1'), earlier)).toBe(false)
  expect(hasNewHit(found('2'), earlier)).toBe(true)
})

it('the reason of a pass says that only names were screened, unless a list with wallets was used', () => {
  const reasonWith = (name: 'OPENSANCTIONS' | 'OFAC_SDN' | 'UN', hasWallets?: boolean) => {
    const list = { name, version: '1', loadedAt: new Date(), ...(hasWallets === undefined ? {} : { hasWallets }) }
    const fact: ScreeningResult = { verdict: 'PASS', evidence: { subjects: [], wallets: [], gaps: [], lists: [list] } }
    return screening.judge({ screening: fact } as Parameters<typeof screening.judge>[0])?.reason
  }
  expect(reasonWith('OPENSANCTIONS', true)).toBe('Nothing was found in the sanctions lists.')
  expect(reasonWith('OPENSANCTIONS', false)).toContain('only names were screened')
  // Results of earlier versions do not say whether a list has wallets.
  expect(reasonWith('OFAC_SDN')).toBe('Nothing was found in the sanctions lists.')
  expect(reasonWith('UN')).toContain('only names were screened')
})
