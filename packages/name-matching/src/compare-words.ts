import { areVariants } from './name-variants.ts'
import type { NameWord } from './prepare-name.ts'
import { areLettersFarApart, spellingDistance } from './spelling-distance.ts'

/**
 * How two words of a name agree.
 *
 * `EQUAL` the same letters · `TRANSLITERATED` the same in another script · `VARIANT` a nickname, or the
 * name in another language · `INITIAL` an initial for a word · `JOINED` the same, divided otherwise ·
 * `SPELLING` similar letters or sounds.
 */
export type Agreement = 'EQUAL' | 'TRANSLITERATED' | 'VARIANT' | 'INITIAL' | 'JOINED' | 'SPELLING'

export interface WordMatch {
  readonly how: Agreement
  /** From 0 to 1. */
  readonly score: number
}

/** How two words agree, or `undefined` when they are different words. */
export function compareWords(left: NameWord, right: NameWord): WordMatch | undefined {
  if (left.script === 'IDEOGRAM' && right.script === 'IDEOGRAM') return compareCharacters(left, right)
  if (left.folded === right.folded)
    return left.script === right.script ? { how: 'EQUAL', score: 1 } : { how: 'TRANSLITERATED', score: 1 }
  if (left.isNumber || right.isNumber) return undefined
  if (left.folded.length === 1 || right.folded.length === 1)
    return left.folded[0] === right.folded[0] ? { how: 'INITIAL', score: INITIAL_SCORE } : undefined
  if (areVariants(left.folded, right.folded)) return { how: 'VARIANT', score: VARIANT_SCORE }
  if ((left.script === 'CONSONANTS') !== (right.script === 'CONSONANTS')) return compareConsonants(left, right)
  const score = compareSpelling(left, right)
  if (score === undefined) return undefined
  return { how: left.script === right.script || score < SAME_SOUND ? 'SPELLING' : 'TRANSLITERATED', score }
}

export type Spelling = Pick<NameWord, 'folded' | 'letters'>

/**
 * How similar two spellings are, from 0 to 1, or `undefined` when they differ by more than a misspelling:
 * in a larger share of their letters than `differenceMax`.
 */
export function compareSpelling(
  { folded: left, letters }: Spelling,
  { folded: right, letters: others }: Spelling,
  differenceMax = DIFFERENCE_MAX,
): number | undefined {
  const length = Math.max(left.length, right.length)
  if (length < SPELLED_LENGTH_MIN) return undefined
  const limit = length * DIFFERENCE_MAX
  if (Math.abs(left.length - right.length) > limit * 2) return undefined
  const least = length * differenceMax
  if (areLettersFarApart(letters, others, least)) return undefined
  const distance = spellingDistance(left, right, least)
  return distance === Number.POSITIVE_INFINITY ? undefined : 1 - distance / length
}

const INITIAL_SCORE = 0.9
const VARIANT_SCORE = 0.92
/** Transliterations at least this similar count as the same word. */
const SAME_SOUND = 0.7
/** Shorter words differ when a letter does. */
const SPELLED_LENGTH_MIN = 3
/** Words that differ in a larger share of their letters are different words. */
const DIFFERENCE_MAX = 0.34

/** Characters of one script are the same, or variants with the same reading; else they are different names. */
function compareCharacters(left: NameWord, right: NameWord): WordMatch | undefined {
  if (left.written === right.written) return { how: 'EQUAL', score: 1 }
  const isHangul = /\p{Script=Hangul}/u
  if (isHangul.test(left.written) === isHangul.test(right.written)) return undefined
  return left.folded === right.folded ? { how: 'TRANSLITERATED', score: 0.95 } : undefined
}

/** A word without vowels against one that has them: by their consonants. */
function compareConsonants(left: NameWord, right: NameWord): WordMatch | undefined {
  const a = left.sound.replace(/^a/, '')
  const b = right.sound.replace(/^a/, '')
  if (a === b && a !== '') return { how: 'TRANSLITERATED', score: 0.95 }
  const length = Math.max(a.length, b.length)
  if (length < 3) return undefined
  const distance = spellingDistance(a, b, length * DIFFERENCE_MAX)
  return distance === Number.POSITIVE_INFINITY ? undefined : { how: 'TRANSLITERATED', score: 0.95 - distance / length }
}
