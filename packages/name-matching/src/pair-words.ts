import { type Agreement, compareSpelling, compareWords, type WordMatch } from './compare-words.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { areLettersFarApart, lettersOf, WORD_LENGTH_MAX } from './spelling-distance.ts'

/** Words of one name that stand for words of the other. More than one on a side: divided otherwise. */
export interface WordPair {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly how: Agreement
  readonly score: number
  /** Letters that the pair explains. */
  readonly letters: number
}

/**
 * How the words of one left name agree with words of other names, by the place of the left word: names
 * that it is compared with share many words, as the same objects.
 */
export type KnownWords = Map<NameWord, (WordMatch | null)[]>

/** Most words that are kept for one name: few names meet so many, and they need not be remembered. */
export const KNOWN_MAX = 20_000

/** The best assignment of words to words, best pairs first; a word is in one pair at most. */
export function pairWords(left: PreparedName, right: PreparedName, known?: KnownWords): WordPair[] {
  const candidates = singles(left.words, right.words, known)
  addJoined(candidates, left.words, right.words, false)
  addJoined(candidates, right.words, left.words, true)
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

/** One bit for each place of a word: a name has at most `WORDS_MAX` words, which are less than 32. */
export function placesOf(words: readonly number[]): number {
  let places = 0
  for (const at of words) places |= 1 << at
  return places
}

/** Words in a row that one word of the other name may stand for. */
const JOINED_MAX = 4
const JOINED_SCORE_MIN = 0.8
/** A little more than that score allows, since it is rounded. */
const JOINED_DIFFERENCE_MAX = 1.001 - JOINED_SCORE_MIN
const JOINED_LETTERS_MIN = 4

/** Sure and long pairs first; among equals those at the same place. */
function rank(pair: WordPair): number {
  const distance = Math.abs((pair.left[0] as number) - (pair.right[0] as number))
  return pair.score ** 3 * Math.sqrt(pair.letters) - distance * 0.001
}

function singles(left: readonly NameWord[], right: readonly NameWord[], known?: KnownWords): WordPair[] {
  const pairs: WordPair[] = []
  const rows = right.map((word) => matchesOf(word, known))
  for (let i = 0; i < left.length; i += 1)
    for (let j = 0; j < right.length; j += 1) {
      const a = left[i] as NameWord
      const b = right[j] as NameWord
      const row = rows[j] as (WordMatch | null)[]
      let match = row[i]
      if (match === undefined) {
        match = compareWords(a, b) ?? null
        row[i] = match
      }
      if (match !== null) {
        const { how, score } = match
        pairs.push({ left: [i], right: [j], how, score, letters: Math.max(a.folded.length, b.folded.length) })
      }
    }
  return pairs
}

function matchesOf(word: NameWord, known: KnownWords | undefined): (WordMatch | null)[] {
  const former = known?.get(word)
  if (former !== undefined) return former
  const matches: (WordMatch | null)[] = []
  if (known !== undefined && known.size < KNOWN_MAX) known.set(word, matches)
  return matches
}

function addJoined(pairs: WordPair[], many: readonly NameWord[], ones: readonly NameWord[], swapped: boolean): void {
  for (let start = 0; start < many.length - 1; start += 1) {
    let length = (many[start] as NameWord).folded.length
    let letters = (many[start] as NameWord).letters
    for (let end = start + 2; end <= many.length && end - start <= JOINED_MAX; end += 1) {
      length += (many[end - 1] as NameWord).folded.length
      letters |= (many[end - 1] as NameWord).letters
      if (length < JOINED_LETTERS_MIN) continue
      for (let index = 0; index < ones.length; index += 1) {
        const one = ones[index] as NameWord
        if (one.folded.length !== end - start && isOther(length, letters, one)) continue
        const match = matchJoined(many.slice(start, end), one)
        if (match === undefined) continue
        const span = Array.from({ length: end - start }, (_, offset) => start + offset)
        pairs.push({ left: swapped ? [index] : span, right: swapped ? span : [index], ...match })
      }
    }
  }
}

/** Whether the number of letters and their kinds alone show that words in a row are not this one. */
function isOther(length: number, letters: number, { folded, letters: others }: NameWord): boolean {
  if (Math.abs(length - folded.length) > OTHER_LETTERS_MAX) return true
  const longer = Math.max(length, folded.length)
  return longer <= WORD_LENGTH_MAX && areLettersFarApart(letters, others, longer * JOINED_DIFFERENCE_MAX)
}

function matchJoined(
  parts: readonly NameWord[],
  one: NameWord,
): Pick<WordPair, 'how' | 'score' | 'letters'> | undefined {
  if (areInitials(one, parts)) return { how: 'INITIAL', score: INITIALS_SCORE, letters: one.folded.length }
  const text = parts.map(({ folded }) => folded).join('')
  const score = joinedScore(text, one, parts)
  if (score === undefined) return undefined
  return { how: 'JOINED', score, letters: Math.max(text.length, one.folded.length) }
}

/** Words that are written as one differ in at most this many letters. */
const OTHER_LETTERS_MAX = 3

const INITIALS_SCORE = 0.85

/** `JC` for Jean-Claude. */
function areInitials(one: NameWord, parts: readonly NameWord[]): boolean {
  if (one.folded.length !== parts.length || one.script === 'IDEOGRAM' || one.written !== one.written.toUpperCase())
    return false
  return parts.every(({ folded }, index) => folded.length > 1 && folded[0] === one.folded[index])
}

function joinedScore(text: string, one: NameWord, parts: readonly NameWord[]): number | undefined {
  if (one.script === 'IDEOGRAM' || one.isNumber || Math.abs(text.length - one.folded.length) > OTHER_LETTERS_MAX)
    return undefined
  if (parts.some(({ isNumber }) => isNumber)) return undefined
  if (text === one.folded) return 1
  const score = compareSpelling({ folded: text, letters: lettersOf(text) }, one, JOINED_DIFFERENCE_MAX)
  return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
}
