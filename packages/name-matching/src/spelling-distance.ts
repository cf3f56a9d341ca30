/**
 * The distance between two words: 0 when they sound alike, about 1 for each different letter.
 *
 * Edits that are typical of spelling variants and transliterations cost less than others: replacing a vowel by another,
 * a doubled letter, a silent h, letters of similar sound, swapped neighbours. Stops counting at `limit`, and returns
 * `Infinity` beyond it.
 */
export function spellingDistance(left: string, right: string, limit = Number.POSITIVE_INFINITY): number {
  if (left === right) return 0
  const a = left.length > WORD_LENGTH_MAX ? left.slice(0, WORD_LENGTH_MAX) : left
  const b = right.length > WORD_LENGTH_MAX ? right.slice(0, WORD_LENGTH_MAX) : right
  const width = b.length + 1
  ROWS[0][0] = 0
  for (let j = 1; j < width; j += 1) {
    GAPS[j] = gapCost(b, j - 1)
    ROWS[0][j] = (ROWS[0][j - 1] as number) + (GAPS[j] as number)
  }
  let before = -1
  for (let i = 1; i <= a.length; i += 1) {
    const row = ROWS[i % 3] as Float64Array
    const above = ROWS[(i + 2) % 3] as Float64Array
    const twoAbove = ROWS[(i + 1) % 3] as Float64Array
    const letter = a.charCodeAt(i - 1)
    const costs = letter * LETTERS
    const gapLeft = gapCost(a, i - 1)
    row[0] = (above[0] as number) + gapLeft
    let best = row[0] as number
    let letterBefore = -1
    for (let j = 1; j < width; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = (above[j - 1] as number) + (SUBSTITUTION_COSTS[costs + other] as number)
      const deleted = (above[j] as number) + gapLeft
      if (deleted < cost) cost = deleted
      const inserted = (row[j - 1] as number) + (GAPS[j] as number)
      if (inserted < cost) cost = inserted
      if (letter === letterBefore && before === other) {
        const transposed = (twoAbove[j - 2] as number) + TRANSPOSED
        if (transposed < cost) cost = transposed
      }
      row[j] = cost
      if (cost < best) best = cost
      letterBefore = other
    }
    if (best > limit) return Number.POSITIVE_INFINITY
    before = letter
  }
  const distance = (ROWS[a.length % 3] as Float64Array)[b.length] as number
  return distance > limit ? Number.POSITIVE_INFINITY : distance
}

/**
 * True if words with these letters are certainly further apart than `limit`. This is known without comparing their
 * order, since each letter that only one of them has costs an edit.
 */
export function areLettersFarApart(left: number, right: number, limit: number): boolean {
  // An edit may remove a letter of each word, so the costs of both sides do not add up.
  return areMissingLettersFarApart(left, right, limit) || areMissingLettersFarApart(right, left, limit)
}

/** True if the letters that only the left word has put it further than `limit` from the right one. */
export function areMissingLettersFarApart(left: number, right: number, limit: number): boolean {
  return missingCost(left & ~right, right) > limit
}

/** One bit for each letter from `a` to `z` in the part of a folded word that is compared. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length && at < WORD_LENGTH_MAX; at += 1) {
    const letter = word.charCodeAt(at) - LETTER_A
    if (letter >= 0) letters |= 1 << letter
  }
  return letters
}

/** The minimum cost of removing the letters `missing`, or replacing them by the letters `others`. */
function missingCost(missing: number, others: number): number {
  let cost = 0
  for (let rest = missing; rest !== 0; rest &= rest - 1) {
    const letter = 31 - Math.clz32(rest & -rest)
    const gap = GAP_COSTS[letter] as number
    cost += ((ALIKE_LETTERS[letter] as number) & others) === 0 ? gap : Math.min(gap, LIKE_SOUND)
  }
  return cost
}

/** Maximum number of compared letters of a word. */
export const WORD_LENGTH_MAX = 48

const ROWS = [0, 1, 2].map(() => new Float64Array(WORD_LENGTH_MAX + 1)) as [Float64Array, Float64Array, Float64Array]
/** For each letter of the right word, its cost as an additional letter. */
const GAPS = new Float64Array(WORD_LENGTH_MAX + 1)

const TRANSPOSED = 0.8
const VOWEL = 0.5
/** An additional or missing vowel makes another syllable, which is rarer among spelling variants. */
const MISSING_VOWEL = 0.8
const SILENT_H = 0.3
const DOUBLED = 0.2
const LIKE_SOUND = 0.5

const VOWELS = new Set('aeiouy'.split('').map((letter) => letter.charCodeAt(0)))

/** Consonants that languages and transliterations use for each other. */
const ALIKE: ReadonlySet<number> = new Set(
  'ck cq kq gq gk kx xs xz cs sz cz td dt bp vw fv bv wu gj jy jz yi wv cj gh kh xh ij'
    .split(' ')
    .flatMap((pair) => [
      pairCode(pair.charCodeAt(0), pair.charCodeAt(1)),
      pairCode(pair.charCodeAt(1), pair.charCodeAt(0)),
    ]),
)

function pairCode(a: number, b: number): number {
  return a * 128 + b
}

function substitutionCost(a: number, b: number): number {
  if (a === b) return 0
  if (VOWELS.has(a) && VOWELS.has(b)) return VOWEL
  return ALIKE.has(pairCode(a, b)) ? LIKE_SOUND : 1
}

/** Size of the tables: folded words are ASCII. */
const LETTERS = 128
const LETTER_A = 97
const ALPHABET = Array.from({ length: 26 }, (_, at) => LETTER_A + at)

/** `substitutionCost` of two letters, at the first times `LETTERS` plus the second. */
const SUBSTITUTION_COSTS = Float64Array.from({ length: LETTERS * LETTERS }, (_, pair) =>
  substitutionCost(Math.floor(pair / LETTERS), pair % LETTERS),
)

/** For each letter of the alphabet, the letters that may be written for it, as bits. */
const ALIKE_LETTERS = ALPHABET.map((letter) =>
  ALPHABET.reduce(
    (bits, other, at) => (substitutionCost(letter, other) < 1 && letter !== other ? bits | (1 << at) : bits),
    0,
  ),
)

/** For each letter of the alphabet, its cost as an additional letter unless it is doubled. */
const GAP_COSTS = ALPHABET.map((letter) => gapCost(String.fromCharCode(letter), 0))

/** The cost of an additional letter. */
function gapCost(word: string, at: number): number {
  const letter = word.charCodeAt(at)
  if (at > 0 && word.charCodeAt(at - 1) === letter) return DOUBLED
  if (letter === 104) return SILENT_H
  return VOWELS.has(letter) ? MISSING_VOWEL : 1
}
