/**
 * How far apart two words are: 0 when they sound alike, about 1 for each letter that differs.
 *
 * Edits that spelling variants and transliterations make cost less than others: a vowel for another,
 * a doubled letter, a silent h, letters of like sound, two neighbours in the wrong order.
 * Counts no further than `limit`, and returns `Infinity` beyond it.
 */
export function spellingDistance(left: string, right: string, limit = Number.POSITIVE_INFINITY): number {
  if (left === right) return 0
  const a = left.length > WORD_LENGTH_MAX ? left.slice(0, WORD_LENGTH_MAX) : left
  const b = right.length > WORD_LENGTH_MAX ? right.slice(0, WORD_LENGTH_MAX) : right
  const width = b.length + 1
  ROWS[0][0] = 0
  for (let j = 1; j < width; j += 1) ROWS[0][j] = (ROWS[0][j - 1] as number) + gapCost(b, j - 1)
  for (let i = 1; i <= a.length; i += 1) {
    const row = ROWS[i % 3] as Float64Array
    const above = ROWS[(i + 2) % 3] as Float64Array
    const twoAbove = ROWS[(i + 1) % 3] as Float64Array
    const gapLeft = gapCost(a, i - 1)
    row[0] = (above[0] as number) + gapLeft
    let best = row[0] as number
    for (let j = 1; j < width; j += 1) {
      let cost = Math.min(
        (above[j - 1] as number) + substitutionCost(a.charCodeAt(i - 1), b.charCodeAt(j - 1)),
        (above[j] as number) + gapLeft,
        (row[j - 1] as number) + gapCost(b, j - 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (twoAbove[j - 2] as number) + TRANSPOSED)
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return Number.POSITIVE_INFINITY
  }
  const distance = (ROWS[a.length % 3] as Float64Array)[b.length] as number
  return distance > limit ? Number.POSITIVE_INFINITY : distance
}

/** Longer words are compared by this many letters. */
const WORD_LENGTH_MAX = 48

const ROWS = [0, 1, 2].map(() => new Float64Array(WORD_LENGTH_MAX + 1)) as [Float64Array, Float64Array, Float64Array]

const TRANSPOSED = 0.8
const VOWEL = 0.5
const SILENT_H = 0.3
const DOUBLED = 0.2
const LIKE_SOUND = 0.5

const VOWELS = new Set('aeiouy'.split('').map((letter) => letter.charCodeAt(0)))

/** Consonants that languages and transliterations write for each other. */
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

/** What an additional letter costs. */
function gapCost(word: string, at: number): number {
  const letter = word.charCodeAt(at)
  if (at > 0 && word.charCodeAt(at - 1) === letter) return DOUBLED
  if (letter === 104) return SILENT_H
  return VOWELS.has(letter) ? VOWEL : 1
}
