import { describe, expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'
import { CANDIDATES_MAX, createNameIndex } from './name-index.ts'
import { prepareName } from './prepare-name.ts'

const index = createNameIndex<number>()
for (let at = 0; at < 2_000; at += 1) index.add(`Name${at} Family${at % 50}`, 'PERSON', at)
index.add('Maria Ivanovna Petrova', 'PERSON', 9_001)
index.add('Muammar Gaddafi', 'PERSON', 9_002)
index.add('习近平', 'PERSON', 9_003)
index.add('Sergei Lavrov', 'PERSON', 9_004)

function search(name: string): number[] {
  const query = prepareName(name, 'PERSON')
  return index.candidates(query).ids.flatMap((candidate) => index.compare(query, candidate)?.owner ?? [])
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

  it('an index finds nothing for a name that is not in it', () => {
    expect(search('Quentin Zellweger')).toEqual([])
    expect(search('')).toEqual([])
    expect(search('۔۔۔ ***')).toEqual([])
  })

  it('an index finds a name among words that are rarer than its own', () => {
    for (const [at, word] of ['Bobkowitz', 'Dragumir', 'Fuldtska', 'Plitvonk', 'Zergmantl'].entries())
      index.add(`Name${at} ${word}`, 'PERSON', 10_000 + at)
    for (let at = 0; at < 60; at += 1) {
      index.add(`Wilhelm Other${at}`, 'PERSON', 11_000 + at)
      index.add(`Other${at} Lindqvist`, 'PERSON', 12_000 + at)
    }
    index.add('Wilhelm Lindqvist', 'PERSON', 9_005)
    expect(search('Wilhelm Lindqvist Bobkowitz Dragumir Fuldtska Plitvonk Zergmantl')).toContain(9_005)
  })

  it('two queries in a row do not influence each other', () => {
    expect(search('Muammar Gaddafi')).toEqual(search('Muammar Gaddafi'))
  })
})

describe('a name with a word that thousands have', () => {
  const common = createNameIndex<number>()
  const query = prepareName('Luis Osma', 'PERSON')
  const best = () => common.candidates(query).ids.flatMap((id) => common.compare(query, id)?.name ?? [])

  it('a name with a word that thousands share is found behind all of them, even if it shares only that word', () => {
    for (let at = 0; at < 2_000; at += 1) common.add(`Luis Family${at}`, 'PERSON', at)
    common.add('Luis Osman', 'PERSON', 2_000)
    // Sounds like the other word of the query, which therefore weighs more than the common one.
    common.add('Osama Other', 'PERSON', 2_001)
    expect(best()).toEqual(['Luis Osman'])
    expect(common.candidates(query).isCut).toBe(false)
  })

  it('an index reports when there are more candidates than can be compared', () => {
    while (common.size <= CANDIDATES_MAX) common.add(`Luis Family${common.size}`, 'PERSON', common.size)
    expect(common.candidates(query)).toMatchObject({ isCut: true, ids: { length: CANDIDATES_MAX } })
  })
})

describe('a name that is too long', () => {
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x'

  it.each([
    ['has more words than are compared', `${letters} Sergei Lavrov`, true],
    ['has more letters than are compared', `${'a'.repeat(400)} Sergei Lavrov`, true],
    ['has titles, which do not count', `${'Mr '.repeat(24)}Sergei Lavrov`, false],
  ])('a name reports if it was cut: one that %s', (_how, name, isCut) => {
    expect(prepareName(name, 'PERSON').isCut).toBe(isCut)
  })

  it('a name behind many titles is found', () => {
    expect(search(`${'Mr '.repeat(24)}Sergei Lavrov`)).toContain(9_004)
  })
})

it('a word that many listed organisations have identifies an organisation less', () => {
  const listed = createNameIndex<number>()
  for (let at = 0; at < 6_000; at += 1)
    listed.add(at % 10 === 0 ? `Name${at} Sanat Group` : `Name${at} Family${at}`, 'ORGANISATION', at)
  listed.add('Zarvan Quillon Sanat', 'ORGANISATION', -1)
  const query = prepareName('Zarvan Quillon', 'ORGANISATION')
  const [hit] = listed.candidates(query).ids.flatMap((id) => listed.compare(query, id) ?? [])
  expect(hit?.owner).toBe(-1)
  const alone = compareNames('Zarvan Quillon', 'Zarvan Quillon Sanat', 'ORGANISATION').score
  expect(hit?.comparison.score).toBeGreaterThan(alone)
})

it('a word in brackets weighs as little in an index as in a comparison, even if another name has it without brackets', () => {
  const listed = createNameIndex<number>()
  listed.add('Kabul Melli Trading', 'ORGANISATION', 1)
  listed.add('Zarvan Quillon (Kabul)', 'ORGANISATION', 2)
  const query = prepareName('Zarvan Quillon', 'ORGANISATION')
  const [hit] = listed.candidates(query).ids.flatMap((id) => listed.compare(query, id) ?? [])
  expect(hit?.owner).toBe(2)
  expect(hit?.comparison).toEqual(compareNames('Zarvan Quillon', 'Zarvan Quillon (Kabul)', 'ORGANISATION'))
})

describe('an organisation is found', () => {
  it.each([
    ['by its acronym', 'PLA', 'People’s Liberation Army'],
    ['by the name of its acronym', 'People’s Liberation Army', 'PLA'],
    ['with its form in its name', 'JSCARGUMENT', 'Argument AO'],
    ['without the form in its name', 'Siemens', 'SiemensAG'],
  ])('%s', (_how, name, listed) => {
    const organisations = createNameIndex<string>()
    for (let at = 0; at < 2_000; at += 1) organisations.add(`Name${at} Family${at % 50}`, 'ORGANISATION', '')
    organisations.add(listed, 'ORGANISATION', listed)
    const query = prepareName(name, 'ORGANISATION')
    const found = organisations.candidates(query).ids.flatMap((id) => organisations.compare(query, id)?.owner ?? [])
    expect(found).toEqual([listed])
  })
})
