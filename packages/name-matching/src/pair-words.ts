import { type Agreement, compareConsonants, compareSpelling, compareWords, isHangul } from './compare-words.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { soundKey } from './sound-key.ts'
import { areLettersFarApart, lettersOf, WORD_LENGTH_MAX } from './spelling-distance.ts'
import { haveSameSonorants, transliterationScore } from './transliteration.ts'
import { shippedWeight, type WeighWord } from './word-weights.ts'

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
 * A left name that is compared with many others, and how its words agree with theirs: those share many
 * words, as the same objects.
 */
export interface LeftName {
  readonly name: PreparedName
  readonly spans: readonly Span[]
  /** What the words of organisations weigh among the others. */
  readonly weigh: WeighWord
  readonly agreements: Map<NameWord, Agreements>
}

/** The pairs of the words of a left name, also in a row, with one right word. */
type Agreements = readonly Omit<WordPair, 'right'>[]

/** Words in a row. */
interface Span {
  readonly places: readonly number[]
  readonly words: readonly NameWord[]
  /** The words as one. */
  readonly text: string
  /** Which letters they have; see `lettersOf`. */
  readonly letters: number
}

/** Most words whose agreement is kept for one name: few names meet so many, and they need not be remembered. */
export const KNOWN_MAX = 20_000

export function openLeftName(name: PreparedName, weigh: WeighWord = shippedWeight): LeftName {
  return { name, weigh, spans: spansOf(name.words), agreements: new Map() }
}

/**
 * Whether each name has a word, among those that `counts`, which nothing in the other agrees with, however
 * the words are paired.
 */
export function areContradictory(left: LeftName, right: PreparedName, counts: (word: NameWord) => boolean): boolean {
  let agreed = 0
  let isRightAlone = false
  for (let at = 0; at < right.words.length; at += 1) {
    const word = right.words[at] as NameWord
    const agreements = agreementsOf(left, word)
    for (let index = 0; index < agreements.length; index += 1) agreed |= placesOf((agreements[index] as WordPair).left)
    isRightAlone ||= agreements.length === 0 && counts(word)
  }
  if (!isRightAlone) return false
  const isLeftAlone = left.name.words.some((word, at) => (agreed & (1 << at)) === 0 && counts(word))
  return isLeftAlone && joinedPairs(left.name.words, right.words).length === 0
}

/** The best assignment of words to words, best pairs first; a word is in one pair at most. */
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

/** The pairs of one right word, with left words and with left words in a row. */
function pairsOf(left: LeftName, word: NameWord, place: number): WordPair[] {
  return agreementsOf(left, word).map((agreement) => ({ ...agreement, right: [place] }))
}

function agreementsOf(left: LeftName, word: NameWord): Agreements {
  const former = left.agreements.get(word)
  if (former !== undefined) return former
  const singles = left.name.words.flatMap((other, at) => {
    const match = compareWords(other, word)
    const letters = Math.max(other.folded.length, word.folded.length)
    return match === undefined ? [] : [{ ...match, left: [at], letters }]
  })
  const joined = left.spans.flatMap((span) => {
    const match = matchJoined(span, word)
    return match === undefined ? [] : [{ ...match, left: span.places }]
  })
  const agreements = [...singles, ...joined]
  if (left.agreements.size < KNOWN_MAX) left.agreements.set(word, agreements)
  return agreements
}

/** The pairs of right words in a row with one left word. */
function joinedPairs(ones: readonly NameWord[], many: readonly NameWord[]): WordPair[] {
  const pairs: WordPair[] = []
  for (let start = 0; start < many.length - 1; start += 1) {
    let { length } = (many[start] as NameWord).folded
    let { letters } = many[start] as NameWord
    for (let end = start + 2; end <= many.length && end - start <= JOINED_MAX; end += 1) {
      const last = many[end - 1] as NameWord
      length += last.folded.length
      letters |= last.letters
      for (let at = 0; at < ones.length; at += 1) {
        const one = ones[at] as NameWord
        // In most names the letters alone say that no word stands for several, and their number in one script.
        if (one.script === last.script && isOtherLength(one.folded.length, length, end - start)) continue
        if (!mayBeOne(one, last, length, letters) && !areInitials(one, many, start, end)) continue
        const span = spanOf(many, start, end)
        const match = matchJoined(span, one)
        if (match !== undefined) pairs.push({ left: [at], right: span.places, ...match })
      }
    }
  }
  return pairs
}

/** Every two to `JOINED_MAX` words in a row. */
function spansOf(words: readonly NameWord[]): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < words.length - 1; start += 1) {
    for (let end = start + 2; end <= words.length && end - start <= JOINED_MAX; end += 1)
      spans.push(spanOf(words, start, end))
  }
  return spans
}

function spanOf(words: readonly NameWord[], start: number, end: number): Span {
  const parts = words.slice(start, end)
  return {
    places: parts.map((_, offset) => start + offset),
    words: parts,
    text: parts.map(({ folded }) => folded).join(''),
    letters: parts.reduce((all, { letters }) => all | letters, 0),
  }
}

/** How words in a row agree with one word of the other name. */
function matchJoined(
  { words, text, letters }: Span,
  one: NameWord,
): Pick<WordPair, 'how' | 'score' | 'letters'> | undefined {
  if (areInitials(one, words, 0, words.length))
    return { how: 'INITIAL', score: INITIALS_SCORE, letters: one.folded.length }
  if (!mayBeOne(one, words[0] as NameWord, text.length, letters)) return undefined
  const score = transliteratedScore({ words, text, letters }, one) ?? joinedScore(text, one, words)
  if (score === undefined) return undefined
  return { how: 'JOINED', score, letters: Math.max(text.length, one.folded.length) }
}

/** Whether words in a row, of which `part` is one, may be written as one word, by their letters alone. */
function mayBeOne(one: NameWord, part: NameWord, length: number, letters: number): boolean {
  if (isAbjad(one) !== isAbjad(part)) {
    const [consonants, all] = isAbjad(one) ? [one.folded.length, length] : [length, one.folded.length]
    return consonants <= all && all <= consonants * ABJAD_LETTERS_MAX && haveSameSonorants(one.letters, letters)
  }
  if (one.script === 'LATIN' && isHangul(part) && Math.abs(length - one.folded.length) <= OTHER_HANGUL_LETTERS_MAX)
    return haveSameSonorants(one.letters, letters)
  return mayBeSpelled(one, length, letters)
}

function isAbjad({ script }: NameWord): boolean {
  return script === 'CONSONANTS'
}

/** Words in a row in one script and a word in another: `نصر الله` and `Nasrallah`, `정은` and `Jongun`. */
function transliteratedScore({ words, text, letters }: Omit<Span, 'places'>, one: NameWord): number | undefined {
  const [first] = words as [NameWord]
  if (first.script === one.script) return undefined
  const written = words.map((word) => word.written).join('')
  if (isAbjad(one) !== isAbjad(first)) {
    const joined = { folded: text, written, sound: soundKey(text), script: first.script }
    const score = compareConsonants(joined, one)?.score
    return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
  }
  return one.script === 'LATIN' && isHangul(first)
    ? transliterationScore({ folded: text, written, letters }, one)
    : undefined
}

/** Letters with vowels for each that is written without. */
const ABJAD_LETTERS_MAX = 3

/** `eo`, `eu` and `oo` are two letters for one sound. */
const OTHER_HANGUL_LETTERS_MAX = 5

/** Whether the number of letters and their kinds alone allow that a word is spelled like words in a row. */
function mayBeSpelled({ folded, letters: own }: NameWord, length: number, letters: number): boolean {
  if (length < JOINED_LETTERS_MIN || Math.abs(length - folded.length) > OTHER_LETTERS_MAX) return false
  const longer = Math.max(length, folded.length)
  return longer > WORD_LENGTH_MAX || !areLettersFarApart(letters, own, longer * JOINED_DIFFERENCE_MAX)
}

/** Words that are written as one differ in at most this many letters. */
const OTHER_LETTERS_MAX = 3

/** Whether a word of `own` letters stands neither for `length` letters in its script nor for the initials of `words`. */
function isOtherLength(own: number, length: number, words: number): boolean {
  return own !== words && (own > length + OTHER_LETTERS_MAX || own < length - OTHER_LETTERS_MAX)
}

const INITIALS_SCORE = 0.85

/** `JC` for Jean-Claude: the words from `start` to before `end`. */
function areInitials(one: NameWord, words: readonly NameWord[], start: number, end: number): boolean {
  if (one.folded.length !== end - start || one.script === 'IDEOGRAM') return false
  let length = 0
  for (let at = start; at < end; at += 1) {
    const { folded } = words[at] as NameWord
    if (folded.length < 2 || folded.charCodeAt(0) !== one.folded.charCodeAt(at - start)) return false
    length += folded.length
  }
  return length >= JOINED_LETTERS_MIN && one.written === one.written.toUpperCase()
}

function joinedScore(text: string, one: NameWord, parts: readonly NameWord[]): number | undefined {
  if (isAbjad(one) !== isAbjad(parts[0] as NameWord)) return undefined
  if (one.script === 'IDEOGRAM' || one.isNumber || Math.abs(text.length - one.folded.length) > OTHER_LETTERS_MAX)
    return undefined
  if (parts.some(({ isNumber }) => isNumber)) return undefined
  if (text === one.folded) return 1
  const score = compareSpelling({ folded: text, letters: lettersOf(text) }, one, JOINED_DIFFERENCE_MAX)
  return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
}
