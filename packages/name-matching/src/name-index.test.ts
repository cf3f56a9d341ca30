import { describe, expect, it } from 'vitest'
import { createNameIndex } from './name-index.ts'
import { prepareName } from './prepare-name.ts'

const index = createNameIndex<number>()
for (let at = 0; at < 2_000; at += 1) index.add(`Name${at} Family${at % 50}`, 'PERSON', at)
index.add('Maria Ivanovna Petrova', 'PERSON', 9_001)
index.add('Muammar Gaddafi', 'PERSON', 9_002)
index.add('习近平', 'PERSON', 9_003)
index.add('Sergei Lavrov', 'PERSON', 9_004)

function search(name: string): number[] {
  const query = prepareName(name, 'PERSON')
  return index.candidates(query).flatMap((candidate) => index.compare(query, candidate)?.owner ?? [])
}

describe('an index finds a name among thousands', () => {
  it.each([
    ['in another script', 'Мария Петрова', 9_001],
    ['with a misspelling in each word', 'Moammar Qaddafi', 9_002],
    ['with another division into words', 'Xi Jinping', 9_003],
    ['written as one word', 'SergeiLavrov', 9_004],
    ['in another order', 'PETROVA, Maria', 9_001],
  ])('%s: %s', (_how, query, owner) => {
    expect(search(query)).toContain(owner)
  })

  it('and nothing for a name that is not in it', () => {
    expect(search('Quentin Zellweger')).toEqual([])
    expect(search('')).toEqual([])
    expect(search('۔۔۔ ***')).toEqual([])
  })

  it('two queries in a row do not influence each other', () => {
    expect(search('Muammar Gaddafi')).toEqual(search('Muammar Gaddafi'))
  })
})
