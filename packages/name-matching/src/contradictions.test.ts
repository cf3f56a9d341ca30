import { expect, it } from 'vitest'
import { compareNames, MATCH_SCORE } from './compare-names.ts'
import { createNameIndex } from './name-index.ts'
import { prepareName } from './prepare-name.ts'
import { measurePairs } from './testing/measure-matcher.ts'

const published = measurePairs()
const words = [...new Set(published.flatMap(({ left, right }) => `${left} ${right}`.split(/\s+/)))]
const nameOf = (at: number) =>
  [7, 31, 101]
    .slice(at % 3)
    .map((step) => words[(at * step) % words.length])
    .join(' ')

/** The words of a name, divided differently. */
const DIVIDED = [
  (name: string) => name.replace(/\s+/u, ''),
  (name: string) => name.replace(/\s+(?=\S+$)/u, ''),
  (name: string) => name.replace(/^(\S{3})/u, '$1 '),
  (name: string) => name.replace(/(\S{3})$/u, ' $1'),
]

it.each(['PERSON', 'ORGANISATION'] as const)(
  'an index discards names of the kind %s only if they score below the threshold',
  (kind) => {
    const mixed = Array.from({ length: 1_500 }, (_, at) => {
      const left = nameOf(at * 97)
      const other = nameOf(at * 89)
      const divided = DIVIDED[at % DIVIDED.length]?.(left) ?? left
      return { left, right: at % 3 === 0 ? other : at % 3 === 1 ? divided : `${divided} ${other}` }
    })
    const acronym = { left: 'UNESCO', right: 'United Nations Educational Scientific Cultural Organization' }
    const pairs = [acronym, ...published, ...mixed]
    // Too few names to weigh the words of an index by their number.
    for (let start = 0; start < pairs.length; start += 1_000) {
      const chunk = pairs.slice(start, start + 1_000)
      const index = createNameIndex<number>()
      for (const [at, { right }] of chunk.entries()) index.add(right, kind, at)
      for (const [at, { left, right }] of chunk.entries()) {
        const compared = compareNames(left, right, kind)
        const found = index.compare(prepareName(left, kind), at, MATCH_SCORE)?.comparison
        expect(found).toEqual(compared.score < MATCH_SCORE ? undefined : compared)
      }
    }
  },
)
