import { type Agreement, compareSpelling, compareWords, type KnownSpellings } from './compare-words.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'

/** Words of one name that stand for words of the other. More than one on a side: divided otherwise. */
export interface WordPair {
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly how: Agreement
  readonly score: number
  /** Letters that the pair explains. */
  readonly letters: number
}

/** The best assignment of words to words, best pairs first; a word is in one pair at most. */
export function pairWords(left: PreparedName, right: PreparedName, known?: KnownSpellings): WordPair[] {
  const candidates = [
    ...singles(left.words, right.words, known),
    ...joined(left.words, right.words, false),
    ...joined(right.words, left.words, true),
  ]
  candidates.sort((a, b) => rank(b) - rank(a))
  const usedLeft = new Set<number>()
  const usedRight = new Set<number>()
  return candidates.filter((pair) => {
    if (pair.left.some((at) => usedLeft.has(at)) || pair.right.some((at) => usedRight.has(at))) return false
    for (const at of pair.left) usedLeft.add(at)
    for (const at of pair.right) usedRight.add(at)
    return true
  })
}

/** Words in a row that one word of the other name may stand for. */
const JOINED_MAX = 4
const JOINED_SCORE_MIN = 0.8
const JOINED_LETTERS_MIN = 4

/** Sure and long pairs first; among equals those at the same place. */
function rank(pair: WordPair): number {
  const distance = Math.abs((pair.left[0] as number) - (pair.right[0] as number))
  return pair.score ** 3 * Math.sqrt(pair.letters) - distance * 0.001
}

function singles(left: readonly NameWord[], right: readonly NameWord[], known?: KnownSpellings): WordPair[] {
  const pairs: WordPair[] = []
  for (const [i, a] of left.entries())
    for (const [j, b] of right.entries()) {
      const match = compareWords(a, b, known)
      if (match) pairs.push({ left: [i], right: [j], ...match, letters: Math.max(a.folded.length, b.folded.length) })
    }
  return pairs
}

function joined(many: readonly NameWord[], ones: readonly NameWord[], swapped: boolean): WordPair[] {
  const pairs: WordPair[] = []
  for (let start = 0; start < many.length - 1; start += 1) {
    let text = (many[start] as NameWord).folded
    const span = [start]
    for (let at = start + 1; at < many.length && span.length < JOINED_MAX; at += 1) {
      text += (many[at] as NameWord).folded
      span.push(at)
      if (text.length < JOINED_LETTERS_MIN) continue
      for (const [index, one] of ones.entries()) {
        const isInitials = areInitials(one, many, span)
        const score = isInitials
          ? INITIALS_SCORE
          : joinedScore(
              text,
              one,
              span.map((at) => many[at] as NameWord),
            )
        if (score === undefined) continue
        const letters = isInitials ? one.folded.length : Math.max(text.length, one.folded.length)
        const how = isInitials ? 'INITIAL' : 'JOINED'
        pairs.push({ left: swapped ? [index] : [...span], right: swapped ? [...span] : [index], how, score, letters })
      }
    }
  }
  return pairs
}

const INITIALS_SCORE = 0.85

/** `JC` for Jean-Claude. */
function areInitials(one: NameWord, many: readonly NameWord[], span: readonly number[]): boolean {
  if (one.folded.length !== span.length || one.script === 'IDEOGRAM' || one.written !== one.written.toUpperCase())
    return false
  return span.every(
    (at, index) => (many[at] as NameWord).folded.length > 1 && (many[at] as NameWord).folded[0] === one.folded[index],
  )
}

function joinedScore(text: string, one: NameWord, parts: readonly NameWord[]): number | undefined {
  if (one.script === 'IDEOGRAM' || one.isNumber || Math.abs(text.length - one.folded.length) > 3) return undefined
  if (parts.some(({ isNumber }) => isNumber)) return undefined
  if (text === one.folded) return 1
  // Not remembered: words written as one are seldom met again, and there are many of them.
  const score = compareSpelling(text, one.folded)
  return score !== undefined && score >= JOINED_SCORE_MIN ? score : undefined
}
