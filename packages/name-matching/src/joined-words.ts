import { compareConsonants, compareSpelling, isHangul } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { soundKey } from './sound-key.ts'
import { areLettersFarApart, areMissingLettersFarApart, lettersOf, WORD_LENGTH_MAX } from './spelling-distance.ts'
import { hasSonorantsOf, haveSameSonorants, transliterationScore } from './transliteration.ts'

/** Consecutive words for which one word of the other name may stand. */
export interface Row {
  readonly words: readonly NameWord[]
  /** Index of the first word in its name. */
  readonly start: number
  /** The words joined into one. The same object for each comparison, since values derived from it are cached. */
  readonly joined: JoinedWord
}

type JoinedWord = Pick<NameWord, 'folded' | 'written' | 'letters' | 'script'> & {
  /** Set only for rows that are compared with many words. */
  readonly sound?: string
}

/** How a word agrees with consecutive words. */
export interface JoinedMatch {
  readonly how: 'INITIAL' | 'JOINED'
  readonly score: number
  readonly letters: number
}

/** Maximum number of consecutive words for which one word of the other name may stand. */
export const JOINED_MAX = 4

/** All sequences of two to `JOINED_MAX` consecutive words. */
export function rowsOf(words: readonly NameWord[]): Row[] {
  const rows: Row[] = []
  for (let start = 0; start < words.length - 1; start += 1) {
    for (let end = start + 2; end <= words.length && end - start <= JOINED_MAX; end += 1) {
      const row = words.slice(start, end)
      const joined = join(row)
      rows.push({ words: row, start, joined: { ...joined, sound: soundKey(joined.folded) } })
    }
  }
  return rows
}

function join(words: readonly NameWord[]): JoinedWord {
  let folded = ''
  let written = ''
  let letters = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as NameWord
    folded += word.folded
    written += word.written
    letters |= word.letters
  }
  return { folded, written, letters, script: (words[0] as NameWord).script }
}

/** How consecutive words agree with one word of the other name. */
export function matchRow(words: readonly NameWord[], one: NameWord, joined = join(words)): JoinedMatch | undefined {
  if (areInitials(one, words)) return { how: 'INITIAL', score: INITIALS_SCORE, letters: one.folded.length }
  const first = words[0] as NameWord
  if (!mayBeOne(one, first, joined.folded.length, joined.letters)) return undefined
  const score = transliteratedScore(joined, first, one) ?? joinedScore(joined, one, words)
  if (score === undefined) return undefined
  return { how: 'JOINED', score, letters: Math.max(joined.folded.length, one.folded.length) }
}

/**
 * True if `one` may stand for consecutive words of the same writing that include `part`, judged only by the letters of
 * `part`.
 */
export function mayHavePart(one: NameWord, part: NameWord): boolean {
  const { length } = part.folded
  if (one.folded.length <= JOINED_MAX && one.folded.includes(part.folded.charAt(0))) return true
  if (isAbjad(one) !== isAbjad(part)) {
    const longest = one.folded.length * (isAbjad(one) ? ABJAD_LETTERS_MAX : 1)
    return length < longest && hasSonorantsOf(one.letters, part.letters)
  }
  if (one.script === 'LATIN' && isHangul(part))
    return length < one.folded.length + OTHER_HANGUL_LETTERS_MAX && hasSonorantsOf(one.letters, part.letters)
  const longest = one.folded.length + OTHER_LETTERS_MAX
  if (length >= longest) return false
  return (
    longest > WORD_LENGTH_MAX || !areMissingLettersFarApart(part.letters, one.letters, longest * JOINED_DIFFERENCE_MAX)
  )
}

/** The minimum and maximum number of letters of consecutive words of one writing for which `one` may stand. */
export function lengthsFor(one: NameWord, writing: Writing): readonly [min: number, max: number] {
  const { length } = one.folded
  if (isAbjad(one) !== (writing === 'ABJAD'))
    return isAbjad(one) ? [length, length * ABJAD_LETTERS_MAX] : [Math.ceil(length / ABJAD_LETTERS_MAX), length]
  const others = one.script === 'LATIN' && writing === 'HANGUL' ? OTHER_HANGUL_LETTERS_MAX : OTHER_LETTERS_MAX
  return [length - others, length + others]
}

/**
 * True if `one` may stand for consecutive words, judged only by their letters.
 *
 * `part` is the first or last of them, `length` the number of all their letters, and `letters` the set of these
 * letters.
 */
export function mayBeOne(one: NameWord, part: NameWord, length: number, letters: number): boolean {
  if (isAbjad(one) !== isAbjad(part)) {
    const [consonants, all] = isAbjad(one) ? [one.folded.length, length] : [length, one.folded.length]
    return consonants <= all && all <= consonants * ABJAD_LETTERS_MAX && haveSameSonorants(one.letters, letters)
  }
  if (one.script === 'LATIN' && isHangul(part) && Math.abs(length - one.folded.length) <= OTHER_HANGUL_LETTERS_MAX)
    return haveSameSonorants(one.letters, letters)
  return mayBeSpelled(one, length, letters)
}

/** Initials, such as `JC` for Jean-Claude. */
function areInitials(one: NameWord, words: readonly NameWord[]): boolean {
  if (!mayBeInitials(one, words.length)) return false
  let length = 0
  for (let at = 0; at < words.length; at += 1) {
    const { folded } = words[at] as NameWord
    if (folded.length < 2 || folded.charCodeAt(0) !== one.folded.charCodeAt(at)) return false
    length += folded.length
  }
  return length >= JOINED_LETTERS_MIN && one.written === one.written.toUpperCase()
}

/** True if `one` may consist of the initials of this many words, judged only by its letters. */
export function mayBeInitials(one: NameWord, words: number): boolean {
  return one.folded.length === words && one.script !== 'IDEOGRAM'
}

/** Scripts with the same rules for differently divided words. */
export type Writing = 'ABJAD' | 'HANGUL' | 'OTHER'

export function writingOf(word: NameWord): Writing {
  if (isAbjad(word)) return 'ABJAD'
  return isHangul(word) ? 'HANGUL' : 'OTHER'
}

const JOINED_SCORE_MIN = 0.8
/** Slightly more than the score allows, since that is rounded. */
const JOINED_DIFFERENCE_MAX = 1.001 - JOINED_SCORE_MIN
const JOINED_LETTERS_MIN = 4
const INITIALS_SCORE = 0.85
/** Maximum number of letters with vowels per letter without. */
const ABJAD_LETTERS_MAX = 3
/** Allowance for `eo`, `eu` and `oo`, which are two letters for one sound. */
const OTHER_HANGUL_LETTERS_MAX = 5
/** Maximum number of letters in which words written as one may differ. */
const OTHER_LETTERS_MAX = 3

function isAbjad({ script }: Pick<NameWord, 'script'>): boolean {
  return script === 'CONSONANTS'
}

/** Consecutive words in one script and a word in another: `نصر الله` and `Nasrallah`, `정은` and `Jongun`. */
function transliteratedScore(joined: JoinedWord, first: NameWord, one: NameWord): number | undefined {
  if (first.script === one.script) return undefined
  if (isAbjad(one) !== isAbjad(first)) {
    const sound = joined.sound ?? soundKey(joined.folded)
    const score = compareConsonants({ ...joined, sound }, one)?.score
    return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
  }
  return one.script === 'LATIN' && isHangul(first) ? transliterationScore(joined, one) : undefined
}

/** True if the number and kinds of letters alone allow that a word is spelled like consecutive words. */
function mayBeSpelled({ folded, letters: own }: NameWord, length: number, letters: number): boolean {
  if (length < JOINED_LETTERS_MIN || Math.abs(length - folded.length) > OTHER_LETTERS_MAX) return false
  const longer = Math.max(length, folded.length)
  return longer > WORD_LENGTH_MAX || !areLettersFarApart(letters, own, longer * JOINED_DIFFERENCE_MAX)
}

function joinedScore(joined: JoinedWord, one: NameWord, parts: readonly NameWord[]): number | undefined {
  if (isAbjad(one) !== isAbjad(joined)) return undefined
  const { folded } = joined
  const letters = folded.length > WORD_LENGTH_MAX ? lettersOf(folded) : joined.letters
  if (one.script === 'IDEOGRAM' || one.isNumber || Math.abs(folded.length - one.folded.length) > OTHER_LETTERS_MAX)
    return undefined
  if (parts.some(({ isNumber }) => isNumber)) return undefined
  if (folded === one.folded) return 1
  const score = compareSpelling({ folded, letters }, one, JOINED_DIFFERENCE_MAX)
  return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
}
