import { isNamed } from './compare-names.ts'
import {
  JOINED_MAX,
  lengthsFor,
  matchRow,
  mayBeInitials,
  mayBeOne,
  mayHavePart,
  type Writing,
  writingOf,
} from './joined-words.ts'
import { agreementsOf, type LeftName, placesOf } from './pair-words.ts'
import { type NameKind, type NameWord, WORDS_MAX } from './prepare-name.ts'

/** The words of many names, referred to by number. */
export interface WordSequence {
  /** The words by their number. */
  readonly words: readonly NameWord[]
  /** The word numbers of all names, one name after another. */
  readonly numbers: readonly number[]
}

/**
 * Decides if the name with the words from `start` (inclusive) to `end` (exclusive) contradicts `left`: each has a word,
 * among those that identify someone, with which no word of the other agrees, however the words are paired.
 *
 * Most names of an index do. This follows from how each of their words relates to `left`, which is determined once per
 * word.
 */
export function openContradictions(
  left: LeftName,
  { words, numbers }: WordSequence,
): (start: number, end: number) => boolean {
  const ones = left.name.words
  const counts = WORD_COUNTS[left.name.kind]
  const counted = placesOf([...ones.keys()].filter((at) => counts(ones[at] as NameWord)))
  const everyPlace = placesOf([...ones.keys()])
  /** For each word, the places of the left words that agree with it, plus the flags `KNOWN` and `ALONE`. */
  const agreed = new Int32Array(words.length)
  /** For each word, the places of the left words that may stand for it and its neighbours. */
  const parts = new Int32Array(words.length)
  const lengths = new Uint16Array(words.length)
  /** For each word, the index of its writing in `WRITINGS`. */
  const writings = new Uint8Array(words.length)
  /** For each left word and writing, the possible numbers of letters of consecutive words for which it may stand. */
  const ranges = ones.flatMap((one) => WRITINGS.map((writing) => lengthsFor(one, writing)))
  const shortest = ranges.map(([min]) => min)
  const longest = ranges.map(([, max]) => max)

  return (start, end) => {
    // One word may be the acronym of the others.
    if (left.name.kind === 'ORGANISATION' && (ones.length === 1 || end - start === 1)) return false
    let all = 0
    for (let at = start; at < end; at += 1) {
      const number = numbers[at] as number
      all |= (agreed[number] as number) || learn(number)
    }
    if ((all & ALONE) === 0 || (counted & ~all) === 0) return false
    return !areJoined(start, end)
  }

  function learn(number: number): number {
    const word = words[number] as NameWord
    const agreements = agreementsOf(left, word)
    let places = agreements.length === 0 && counts(word) ? KNOWN | ALONE : KNOWN
    for (const pair of agreements) places |= placesOf(pair.left)
    agreed[number] = places
    let possible = 0
    for (let at = 0; at < ones.length; at += 1) if (mayHavePart(ones[at] as NameWord, word)) possible |= 1 << at
    parts[number] = possible
    lengths[number] = word.folded.length
    writings[number] = WRITINGS.indexOf(writingOf(word))
    return places
  }

  /** True if one left word stands for consecutive words. */
  function areJoined(start: number, end: number): boolean {
    for (let at = start; at < end - 1; at += 1) {
      const number = numbers[at] as number
      const writing = writings[number] as number
      let possible = parts[number] as number
      let length = lengths[number] as number
      for (let behind = at + 2; behind <= end && behind - at <= JOINED_MAX; behind += 1) {
        const next = numbers[behind - 1] as number
        length += lengths[next] as number
        // The first and the last word determine how consecutive words are compared.
        const isOneWriting = writing === writings[next]
        possible = isOneWriting ? possible & (parts[next] as number) : everyPlace
        for (let rest = possible; rest !== 0; rest &= rest - 1) {
          const place = 31 - Math.clz32(rest & -rest)
          const one = ones[place] as NameWord
          const range = place * WRITINGS.length + writing
          const isOtherLength = length < (shortest[range] as number) || length > (longest[range] as number)
          if (isOneWriting && isOtherLength && !mayBeInitials(one, behind - at)) continue
          const last = words[next] as NameWord
          if (!mayBeOne(one, last, length, lettersIn(at, behind)) && !mayBeInitials(one, behind - at)) continue
          const row = numbers.slice(at, behind).map((part) => words[part] as NameWord)
          if (matchRow(row, one) !== undefined) return true
        }
      }
    }
    return false
  }

  function lettersIn(start: number, end: number): number {
    let letters = 0
    for (let at = start; at < end; at += 1) letters |= (words[numbers[at] as number] as NameWord).letters
    return letters
  }
}

const WRITINGS: readonly Writing[] = ['ABJAD', 'HANGUL', 'OTHER']

/** The word was compared with those of the left name. */
const KNOWN = 1 << WORDS_MAX
/** The word counts, and no left word agrees with it. */
const ALONE = 2 << WORDS_MAX

/** Selects the words that contradict the other name when it lacks them. */
const WORD_COUNTS: Readonly<Record<NameKind, (word: NameWord) => boolean>> = {
  PERSON: ({ isParticle }) => !isParticle,
  ORGANISATION: isNamed,
}
