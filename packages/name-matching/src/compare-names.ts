import type { Agreement } from './compare-words.ts'
import type { FormFamily } from './organisation-forms.ts'
import { type LeftName, openLeftName, pairWords, placesOf, type WordPair } from './pair-words.ts'
import { type NameKind, type NameWord, type PreparedName, prepareName } from './prepare-name.ts'
import type { WeighWord } from './word-weights.ts'

export interface NameComparison {
  /** From 0 (nothing in common) to 1 (the same name). */
  readonly score: number
  readonly pairs: readonly ComparedWords[]
  /** Words of the left name without a counterpart, as written. */
  readonly missingRight: readonly string[]
  /** Words of the right name without a counterpart, as written. */
  readonly missingLeft: readonly string[]
  /** True if the agreeing words are in a different order. */
  readonly isReordered: boolean
  /** True if the legal forms belong to different kinds of organisation. */
  readonly isOtherForm: boolean
}

export interface ComparedWords {
  readonly left: string
  readonly right: string
  readonly how: Agreement
  readonly score: number
}

/**
 * Pairs at or above this score may name the same person or organisation.
 */
export const MATCH_SCORE = 0.7

/** Pairs at or above this score are the same name, apart from spelling. */
export const STRONG_MATCH_SCORE = 0.8

/**
 * The likelihood that two names belong to the same person or organisation, with the words that agree and those that do
 * not.
 *
 * Names may be in any script and order, with titles, legal forms and punctuation. Equal inputs always give the same
 * score, which does not depend on which name is left.
 */
export function compareNames(left: Name, right: Name, kind: NameKind): NameComparison {
  return comparePrepared(prepareName(fullName(left), kind), prepareName(fullName(right), kind))
}

/** A name in one string, or its two parts; `given` is missing for organisations and single names. */
export type Name = string | { readonly family: string; readonly given?: string | undefined }

function fullName(name: Name): string {
  return typeof name === 'string' ? name : `${name.given ?? ''} ${name.family}`
}

/** Like `compareNames`, for prepared names. */
export function comparePrepared(left: PreparedName, right: PreparedName): NameComparison {
  return describe(compareEvidence(openLeftName(left), right))
}

/** Like `comparePrepared`, but `undefined` below `threshold`. */
export function matchPrepared(left: LeftName, right: PreparedName, threshold: number): NameComparison | undefined {
  const evidence = compareEvidence(left, right)
  return evidence.score < threshold ? undefined : describe(evidence)
}

function compareEvidence(leftName: LeftName, right: PreparedName): Scored {
  const pairs = pairWords(leftName, right)
  const left = leftName.name
  let agreedLeft = 0
  let agreedRight = 0
  for (const pair of pairs) {
    agreedLeft |= placesOf(pair.left)
    agreedRight |= placesOf(pair.right)
  }
  const onlyLeft = left.words.filter((_, at) => (agreedLeft & (1 << at)) === 0)
  const onlyRight = right.words.filter((_, at) => (agreedRight & (1 << at)) === 0)
  const isReordered = countInversions(pairs) > 0
  const isOtherForm = areDifferentForms(left.form, right.form)
  const evidence: Evidence = { left, right, pairs, onlyLeft, onlyRight, isReordered, isOtherForm }
  const score = left.kind === 'PERSON' ? scorePerson(evidence) : scoreOrganisation(evidence, leftName.weigh)
  return { ...evidence, score: Math.round(Math.max(0, Math.min(1, score)) * 1000) / 1000 }
}

function describe({
  score,
  left,
  right,
  pairs,
  onlyLeft,
  onlyRight,
  isReordered,
  isOtherForm,
}: Scored): NameComparison {
  return {
    score,
    pairs: pairs.map((pair) => ({
      left: pair.left.map((at) => left.words[at]?.written).join(' '),
      right: pair.right.map((at) => right.words[at]?.written).join(' '),
      how: pair.how,
      score: Math.round(pair.score * 1000) / 1000,
    })),
    missingRight: onlyLeft.map((word) => word.written),
    missingLeft: onlyRight.map((word) => word.written),
    isReordered,
    isOtherForm,
  }
}

interface Evidence {
  readonly left: PreparedName
  readonly right: PreparedName
  readonly pairs: readonly WordPair[]
  readonly onlyLeft: readonly NameWord[]
  readonly onlyRight: readonly NameWord[]
  readonly isReordered: boolean
  readonly isOtherForm: boolean
}

interface Scored extends Evidence {
  readonly score: number
}

function scorePerson(evidence: Evidence): number {
  const { left, pairs } = evidence
  const full = pairs.filter((pair) => pair.how !== 'INITIAL' && pair.left.some((at) => !left.words[at]?.isParticle))
  if (full.length === 0) return pairs.length === 0 ? 0 : 0.3
  let score = 1 - SPELLING_WEIGHT * (1 - agreement(pairs, () => 1)) - WORST_WORD * (1 - worst(pairs))
  const onlyLeft = evidence.onlyLeft.filter((word) => !word.isParticle)
  const onlyRight = evidence.onlyRight.filter((word) => !word.isParticle)
  if (onlyLeft.length > 0 && onlyRight.length > 0) score *= CONTRADICTION
  const missing = Math.max(onlyLeft.length, onlyRight.length)
  if (missing > 0) score -= Math.min(missing, 3) * MISSING_WORD
  const shared = countCore(evidence)
  if (missing > 0 && shared < 2) score *= SINGLE_WORD
  if (evidence.isReordered) score -= REORDERED
  if (haveSwappedFathers(evidence)) score *= SWAPPED_FATHERS
  return score
}

const SPELLING_WEIGHT = 1
/** One differing word counts, however long the rest of the name is. */
const WORST_WORD = 0.5
const CONTRADICTION = 0.55
const MISSING_WORD = 0.04
const SINGLE_WORD = 0.7
const REORDERED = 0.02
const SWAPPED_FATHERS = 0.65

function scoreOrganisation(evidence: Evidence, weigh: WeighWord): number {
  const { left, right, pairs } = evidence
  if (pairs.length === 0) return isAcronym(left, right) || isAcronym(right, left) ? ACRONYM_SCORE : 0
  let score =
    1 -
    ORGANISATION_SPELLING_WEIGHT * (1 - agreement(pairs, (at) => (left.words[at]?.isWeak ? 0.3 : 1))) -
    WORST_WORD * (1 - worst(pairs))
  const onlyLeft = evidence.onlyLeft.filter(isNamed)
  const onlyRight = evidence.onlyRight.filter(isNamed)
  const sum = weightsBy(weigh)
  const agreedLeft = sum(pairs.flatMap((pair) => pair.left.map((at) => left.words[at])))
  const agreedRight = sum(pairs.flatMap((pair) => pair.right.map((at) => right.words[at])))
  const agreed = (agreedLeft + agreedRight) / 2
  if (onlyLeft.length > 0 && onlyRight.length > 0) score *= ORGANISATION_CONTRADICTION
  else score -= missingPenalty(onlyLeft.length > 0 ? onlyLeft : onlyRight, agreed, sum)
  score -= (countWeak(evidence.onlyLeft) + countWeak(evidence.onlyRight)) * WEAK_MISSING_WORD
  const numbersLeft = countNumbers(evidence.onlyLeft)
  const numbersRight = countNumbers(evidence.onlyRight)
  if (numbersLeft > 0 && numbersRight > 0) score -= OTHER_NUMBER
  else if (numbersLeft + numbersRight > 0) score -= agreed < DISTINCT_WEIGHT ? MISSING_ONLY_NUMBER : MISSING_NUMBER
  if (evidence.isOtherForm) score -= OTHER_FORM
  if (evidence.isReordered) score -= REORDERED
  return score
}

/** The deduction from the score for words that only one name has. */
function missingPenalty(missing: readonly NameWord[], agreed: number, sum: SumWeights): number {
  if (missing.length === 0) return 0
  // The agreeing words are too common to name an organisation: "Bank of China" is not a branch of "Bank".
  if (agreed < DISTINCT_WEIGHT) return missing.length * (MISSING_BASE + MISSING_BY_WEIGHT)
  const asides = missing.filter(({ isAside }) => isAside)
  const others = missing.filter(({ isAside }) => !isAside)
  const lost = sum(others)
  const part = Math.min(1, (lost / (lost + agreed)) * LONG_NAME)
  const weighed = others.length * MISSING_BASE + lost * MISSING_BY_WEIGHT
  return weighed * part + (asides.length > 0 ? ASIDE + (asides.length - 1) * FURTHER_ASIDE : 0)
}

type SumWeights = (words: readonly (NameWord | undefined)[]) => number

function weightsBy(weigh: WeighWord): SumWeights {
  return (words) => words.reduce((sum, word) => sum + (word !== undefined && isNamed(word) ? weigh(word) : 0), 0)
}

/** True if a difference in this word means a different organisation. */
export function isNamed({ isNumber, isWeak }: NameWord): boolean {
  return !isNumber && !isWeak
}

function countWeak(words: readonly NameWord[]): number {
  return words.filter(({ isWeak, isNumber }) => isWeak && !isNumber).length
}

function countNumbers(words: readonly NameWord[]): number {
  return words.filter(({ isNumber }) => isNumber).length
}

const ORGANISATION_SPELLING_WEIGHT = 1
const ORGANISATION_CONTRADICTION = 0.5
const MISSING_BASE = 0.22
const MISSING_BY_WEIGHT = 0.12
/** A missing word counts less if it is a small part of the name: less than one in this number. */
const LONG_NAME = 2.6
/** The agreeing words must weigh as much as a word that occurs in one of five hundred names. */
const DISTINCT_WEIGHT = 0.69
const ASIDE = 0.1
const FURTHER_ASIDE = 0.02
const WEAK_MISSING_WORD = 0.08
const OTHER_NUMBER = 0.2
const MISSING_NUMBER = 0.2
/** Deduction for a missing number if only the number distinguishes the names. */
const MISSING_ONLY_NUMBER = 0.34
const OTHER_FORM = 0.15
const ACRONYM_SCORE = 0.75

/** The mean score of the pairs, weighted by their letters. */
function agreement(pairs: readonly WordPair[], weightOf: (left: number) => number): number {
  let sum = 0
  let weights = 0
  for (const pair of pairs) {
    const weight = Math.max(2, pair.letters) * weightOf(pair.left[0] as number)
    sum += weight * pair.score
    weights += weight
  }
  return sum / weights
}

function worst(pairs: readonly WordPair[]): number {
  return pairs.reduce((least, pair) => (pair.how === 'INITIAL' ? least : Math.min(least, pair.score)), 1)
}

/** Number of words that both names share, excluding initials and particles. */
function countCore(evidence: Evidence): number {
  let words = 0
  for (const pair of evidence.pairs) {
    const isCore = pair.left.some((at) => !evidence.left.words[at]?.isParticle)
    if (isCore) words += pair.how === 'JOINED' ? Math.max(pair.left.length, pair.right.length) : 1
  }
  return words
}

/** Example: Muhammad bin Salman is the son of Salman bin Muhammad. */
function haveSwappedFathers(evidence: Evidence): boolean {
  const fatherOnlyLeft = evidence.pairs.some(
    (pair) => isFather(evidence.left, pair.left) && !isFather(evidence.right, pair.right),
  )
  const fatherOnlyRight = evidence.pairs.some(
    (pair) => !isFather(evidence.left, pair.left) && isFather(evidence.right, pair.right),
  )
  return fatherOnlyLeft && fatherOnlyRight
}

function isFather(name: PreparedName, words: readonly number[]): boolean {
  return words.some((at) => name.words[at]?.isPatronymic)
}

function countInversions(pairs: readonly WordPair[]): number {
  if (pairs.length < 2) return 0
  const ordered = [...pairs].sort((a, b) => (a.left[0] as number) - (b.left[0] as number))
  let inversions = 0
  for (const [index, pair] of ordered.entries()) {
    const next = ordered[index + 1]
    if (next && (next.right[0] as number) < (pair.right[0] as number)) inversions += 1
  }
  return inversions
}

function areDifferentForms(left: FormFamily | undefined, right: FormFamily | undefined): boolean {
  return left !== undefined && right !== undefined && left !== 'ANY' && right !== 'ANY' && left !== right
}

/** Maximum score of names that contradict each other; see `openContradictions`. */
export const CONTRADICTORY_MAX = Math.max(CONTRADICTION, ORGANISATION_CONTRADICTION)

/** `PLA` for People's Liberation Army. */
function isAcronym(short: PreparedName, long: PreparedName): boolean {
  const word = short.words[0]?.folded ?? ''
  if (short.words.length !== 1 || word.length < 3 || long.words.length !== word.length) return false
  return long.words.every((candidate, at) => candidate.folded[0] === word[at])
}
