import { areVariants } from './name-variants.ts'
import type { NameWord } from './prepare-name.ts'
import { soundKey } from './sound-key.ts'
import { areLettersFarApart, spellingDistance } from './spelling-distance.ts'
import { transliterationScore } from './transliteration.ts'

/**
 * How two words of a name agree.
 *
 * `EQUAL` same letters · `TRANSLITERATED` same word in another script · `VARIANT` a nickname, or the name in another
 * language · `INITIAL` an initial for a word · `JOINED` same letters, divided differently · `SPELLING` similar letters
 * or sounds.
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
  if (left.withoutForm === right.folded || right.withoutForm === left.folded)
    return { how: 'JOINED', score: JOINED_FORM_SCORE }
  if ((left.folded.length === 1 || right.folded.length === 1) && !isHangul(left) && !isHangul(right))
    return left.folded[0] === right.folded[0] ? { how: 'INITIAL', score: INITIAL_SCORE } : undefined
  if (left.isAbbreviation || right.isAbbreviation) return undefined
  if (areVariants(left.folded, right.folded)) return { how: 'VARIANT', score: VARIANT_SCORE }
  if ((left.script === 'CONSONANTS') !== (right.script === 'CONSONANTS')) return compareConsonants(left, right)
  const transliterated = compareTransliterated(left, right)
  if (transliterated !== undefined) return { how: 'TRANSLITERATED', score: transliterated }
  const score = compareSpelling(left, right)
  if (score === undefined) return undefined
  return { how: left.script === right.script || score < SAME_SOUND ? 'SPELLING' : 'TRANSLITERATED', score }
}

export type Spelling = Pick<NameWord, 'folded' | 'letters'>

/**
 * The similarity of two spellings, from 0 to 1, or `undefined` when they differ by more than a misspelling: in a larger
 * share of their letters than `differenceMax`.
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
  // If words differ by a syllable, the shorter one has room for fewer misspellings: Bush and Habbash.
  const shorter = Math.min(left.length, right.length)
  const least = (length - shorter > 1 ? shorter : length) * differenceMax
  if (areLettersFarApart(letters, others, least)) return undefined
  const distance = spellingDistance(left, right, least)
  return distance === Number.POSITIVE_INFINITY ? undefined : 1 - distance / length
}

const INITIAL_SCORE = 0.9
const VARIANT_SCORE = 0.92
/** A legal form that is written as part of the name. */
const JOINED_FORM_SCORE = 0.97
/** Minimum similarity at which transliterations count as the same word. */
const SAME_SOUND = 0.7
/** Shorter words are different if one letter differs. */
const SPELLED_LENGTH_MIN = 3
/** Words that differ in a larger share of their letters are different words. */
const DIFFERENCE_MAX = 0.32

/** Characters of one script must be equal, or variants with the same reading; otherwise the names are different. */
function compareCharacters(left: NameWord, right: NameWord): WordMatch | undefined {
  if (left.written === right.written) return { how: 'EQUAL', score: 1 }
  if (isHangul(left) === isHangul(right)) return undefined
  return left.folded === right.folded ? { how: 'TRANSLITERATED', score: 0.95 } : undefined
}

export function isHangul({ script, written }: NameWord): boolean {
  const code = written.charCodeAt(0)
  return script === 'IDEOGRAM' && code >= HANGUL_FIRST && code <= HANGUL_LAST
}

/** Syllables of Hangul, which `NFKC` composes. */
const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3

/** Compares words of which only one is Latin, by the standards of the other's script. */
function compareTransliterated(left: NameWord, right: NameWord): number | undefined {
  if ((left.script === 'LATIN') === (right.script === 'LATIN')) return undefined
  const [native, latin] = left.script === 'LATIN' ? [right, left] : [left, right]
  return transliterationScore(native, latin)
}

/**
 * Compares a word without vowels with one that has them, by their consonants. Hebrew writes v as b or w, f as p, and ch
 * as h; and w for o and u, like Arabic.
 */
export function compareConsonants(left: Consonants, right: Consonants): WordMatch | undefined {
  let best: number | undefined
  const isHebrew = isInHebrew(left) || isInHebrew(right)
  for (const a of skeletonsOf(left, isHebrew)) {
    for (const b of skeletonsOf(right, isHebrew)) {
      if (a === b && a !== '') return { how: 'TRANSLITERATED', score: CONSONANTS_SCORE }
      const length = Math.max(a.length, b.length)
      if (length < 3 || Math.abs(a.length - b.length) > length * DIFFERENCE_MAX) continue
      const distance = spellingDistance(a, b, length * DIFFERENCE_MAX)
      const score = CONSONANTS_SCORE - distance / length
      if (distance !== Number.POSITIVE_INFINITY && score > (best ?? 0)) best = score
    }
  }
  return best === undefined ? undefined : { how: 'TRANSLITERATED', score: best }
}

export type Consonants = Pick<NameWord, 'folded' | 'written' | 'sound' | 'script'>

const CONSONANTS_SCORE = 0.95

function isInHebrew({ script, written }: Consonants): boolean {
  return script === 'CONSONANTS' && /\p{Script=Hebrew}/u.test(written)
}

/** Cached, since the words of an index are compared with every query. */
const HEBREW_SKELETONS = new WeakMap<Consonants, readonly string[]>()

function skeletonsOf(word: Consonants, isHebrew: boolean): readonly string[] {
  if (!isHebrew) return [withoutVowel(word.sound)]
  let skeletons = HEBREW_SKELETONS.get(word)
  if (skeletons === undefined) {
    const sounds = [word.sound, soundKey(word.folded.replace(/w/g, 'v')), soundKey(word.folded.replace(/ch/g, 'h'))]
    skeletons = [...new Set(sounds.map((sound) => withoutVowel(sound.replace(/f/g, 'p'))))]
    HEBREW_SKELETONS.set(word, skeletons)
  }
  return skeletons
}

/** Removes the mark of a word that starts with a vowel; see `soundKey`. */
function withoutVowel(sound: string): string {
  return sound.startsWith('a') ? sound.slice(1) : sound
}
