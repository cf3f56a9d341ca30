import { type Agreement, compareWords } from './compare-words.ts'
import { JOINED_MAX, matchRow, mayBeInitials, mayBeOne, type Row, rowsOf } from './joined-words.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { shippedWeight, type WeighWord } from './word-weights.ts'

/** Words of one name that stand for words of the other. Several words on a side: divided differently. */
export interface WordPair {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly how: Agreement
  readonly score: number
  /** Number of letters that the pair explains. */
  readonly letters: number
}

/**
 * A left name that is compared with many others, and how its words agree with theirs. The other names share many words,
 * as the same objects.
 */
export interface LeftName {
  readonly name: PreparedName
  readonly rows: readonly Row[]
  /** The weight of an organisation's words. */
  readonly weigh: WeighWord
  readonly agreements: Map<NameWord, Agreements>
}

/** The pairs of words of a left name, including consecutive words, with one right word. */
export type Agreements = readonly Omit<WordPair, 'right'>[]

/** Maximum number of words whose agreement is cached for one name; few names meet so many. */
export const KNOWN_MAX = 20_000

export function openLeftName(name: PreparedName, weigh: WeighWord = shippedWeight): LeftName {
  return { name, weigh, rows: rowsOf(name.words), agreements: new Map() }
}

/** The best assignment of words to words, starting with the best pairs. Each word is in at most one pair. */
export function pairWords(left: LeftName, right: PreparedName): WordPair[] {
  const candidates = right.words.flatMap((word, at) => pairsOf(left, word, at))
  candidates.push(...joinedPairs(left.name.words, right.words))
  if (candidates.length < 2) return candidates
  candidates.sort((a, b) => rank(b) - rank(a))
  let usedLeft = 0
  let usedRight = 0
  return candidates.filter((pair) => {
    const ofLeft = placesOf(pair.left)
    const ofRight = placesOf(pair.right)
    if ((usedLeft & ofLeft) !== 0 || (usedRight & ofRight) !== 0) return false
    usedLeft |= ofLeft
    usedRight |= ofRight
    return true
  })
}

/** One bit for each word. A name has at most `WORDS_MAX` words, fewer than 32. */
export function placesOf(words: readonly number[]): number {
  let places = 0
  for (const at of words) places |= 1 << at
  return places
}

/** Certain and long pairs first; among equals, those in the same place. */
function rank(pair: WordPair): number {
  const distance = Math.abs((pair.left[0] as number) - (pair.right[0] as number))
  return pair.score ** 3 * Math.sqrt(pair.letters) - distance * 0.001
}

/** The pairs of one right word with left words and with consecutive left words. */
function pairsOf(left: LeftName, word: NameWord, place: number): WordPair[] {
  return agreementsOf(left, word).map((agreement) => ({ ...agreement, right: [place] }))
}

export function agreementsOf(left: LeftName, word: NameWord): Agreements {
  const former = left.agreements.get(word)
  if (former !== undefined) return former
  const agreements: Omit<WordPair, 'right'>[] = []
  for (let at = 0; at < left.name.words.length; at += 1) {
    const other = left.name.words[at] as NameWord
    const match = compareWords(other, word)
    const letters = Math.max(other.folded.length, word.folded.length)
    if (match !== undefined) agreements.push({ ...match, left: [at], letters })
  }
  for (const row of left.rows) {
    const match = matchRow(row.words, word, row.joined)
    if (match !== undefined) agreements.push({ ...match, left: placesFrom(row.start, row.words.length) })
  }
  const kept = agreements.length === 0 ? NONE : agreements
  if (left.agreements.size < KNOWN_MAX) left.agreements.set(word, kept)
  return kept
}

/** Most words agree with no other. */
const NONE: Agreements = []

/** The pairs of consecutive right words with one left word. */
function joinedPairs(ones: readonly NameWord[], many: readonly NameWord[]): WordPair[] {
  const pairs: WordPair[] = []
  for (let start = 0; start < many.length - 1; start += 1) {
    let { length } = (many[start] as NameWord).folded
    let { letters } = many[start] as NameWord
    for (let end = start + 2; end <= many.length && end - start <= JOINED_MAX; end += 1) {
      const last = many[end - 1] as NameWord
      length += last.folded.length
      letters |= last.letters
      for (const [at, one] of ones.entries()) {
        // In most names, the letters alone show that no word stands for several.
        if (!mayBeOne(one, last, length, letters) && !mayBeInitials(one, end - start)) continue
        const match = matchRow(many.slice(start, end), one)
        if (match !== undefined) pairs.push({ left: [at], right: placesFrom(start, end - start), ...match })
      }
    }
  }
  return pairs
}

function placesFrom(start: number, words: number): number[] {
  return Array.from({ length: words }, (_, offset) => start + offset)
}
