import { CONTRADICTORY_MAX, MATCH_SCORE, matchPrepared, type NameComparison } from './compare-names.ts'
import { openContradictions } from './contradictions.ts'
import { variantGroups } from './name-variants.ts'
import { type LeftName, openLeftName } from './pair-words.ts'
import { type NameKind, type NameWord, type PreparedName, prepareName } from './prepare-name.ts'
import { soundKey } from './sound-key.ts'
import { respellCarons } from './transliteration.ts'
import { shippedWeight, weightOfShare } from './word-weights.ts'

/** A matching name of the index, with the comparison. */
export interface NameHit<Owner> {
  readonly owner: Owner
  readonly name: string
  readonly comparison: NameComparison
}

/**
 * Finds the names that match a query among many, without comparing all of them.
 *
 * Every name that shares a word with the query, by sound, is compared, however common the word is. Names
 * that share only similar words are compared when these are a large enough part of either name.
 */
export interface NameIndex<Owner> {
  readonly size: number
  add(name: string, kind: NameKind, owner: Owner): void
  /**
   * The candidates for `query`, each of which must be passed to `compare`. This is a separate step, so that a caller
   * can let other work run in between. If there are more than `max`, returns those that share most with the query, and
   * `isCut` is true.
   */
  candidates(query: PreparedName, max?: number): Candidates
  /** The hit for one candidate if it scores at least `threshold`. */
  compare(query: PreparedName, candidate: number, threshold?: number): NameHit<Owner> | undefined
}

/** Names to compare with a query. */
export interface Candidates {
  readonly ids: readonly number[]
  readonly isCut: boolean
}

/** Maximum number of names with which a query is compared; no list has so many with one common word. */
export const CANDIDATES_MAX = 20_000
/** Candidates with only similar words must share at least this part of the query's words, weighted by rarity. */
const SHARED_MIN = 0.3
/** With fewer names, the number of names that have a word says little. */
const WEIGHED_NAMES_MIN = 5_000
/** Or this part of their own words: words added to a listed name must not hide it. */
const OWN_SHARED_MIN = 0.5

export function createNameIndex<Owner>(): NameIndex<Owner> {
  const names: { readonly name: string; readonly prepared: PreparedName; readonly owner: Owner }[] = []
  const postings = new Map<string, number[]>()
  let scratch = openScratch(1_024)
  let own = new Float32Array(1_024)
  let ownSize = 0
  /** Queries that are still in use. */
  const queries = new WeakMap<PreparedName, Query>()
  /** The words of all names, without duplicates, so that their agreement with a query's words is computed once. */
  const words: NameWord[] = []
  const numberOfWord = new Map<string, number>()
  /** The word numbers of all names, one name after another; see `starts`. */
  const numbers: number[] = []
  /** The start of each name's words, followed by the end of the last name's. */
  const starts = [0]
  /** For each word, the number of names that have it. */
  const counts = new Map<string, number>()
  /** A word that many names of the index have weighs less than in names at large. */
  const weigh = (word: NameWord) => {
    const shipped = shippedWeight(word)
    if (names.length < WEIGHED_NAMES_MIN) return shipped
    return Math.min(shipped, weightOfShare((counts.get(word.folded) ?? 1) / names.length))
  }
  /** Cached weights of a name's words, valid until names are added. */
  const ownWeight = (id: number) => {
    const known = own[id] as number
    if (known > 0) return known
    let weight = 0
    for (const key of mainKeysOf((names[id] as { prepared: PreparedName }).prepared))
      weight += Math.log(1 + names.length / (postings.get(key)?.length ?? 1))
    own[id] = weight
    return weight
  }
  return {
    get size() {
      return names.length
    },
    add(name, kind, owner) {
      const own = prepareName(name, kind)
      if (own.words.length === 0) return
      for (const word of own.words) numbers.push(numberOf(word, kind))
      const prepared = { ...own, words: numbers.slice(starts.at(-1)).map((number) => words[number] as NameWord) }
      starts.push(numbers.length)
      const id = names.push({ name, prepared, owner }) - 1
      for (const word of new Set(prepared.words)) counts.set(word.folded, (counts.get(word.folded) ?? 0) + 1)
      for (const key of new Set([...wordsOf(prepared).flat(), ...acronymKeys(prepared, 'LISTED')])) {
        const ids = postings.get(key)
        if (ids) ids.push(id)
        else postings.set(key, [id])
      }
    },
    candidates(query, max = CANDIDATES_MAX) {
      if (own.length < names.length) {
        scratch = openScratch(names.length * 2)
        own = new Float32Array(names.length * 2)
      }
      if (ownSize !== names.length) own.fill(0)
      ownSize = names.length
      const [first = [], ...others] = wordsOf(query)
      const keys = [[...first, ...acronymKeys(query, 'QUERY')], ...others]
      return gather(keys, postings, names.length, { ...scratch, ownWeight }, max)
    },
    compare(query, candidate, threshold = MATCH_SCORE) {
      const entry = names[candidate]
      if (!entry) return undefined
      const { left, contradicts } = open(query)
      if (threshold > CONTRADICTORY_MAX && contradicts(starts[candidate] as number, starts[candidate + 1] as number))
        return undefined
      const comparison = matchPrepared(left, entry.prepared, threshold)
      return comparison && { owner: entry.owner, name: entry.name, comparison }
    },
  }

  function open(query: PreparedName): Query {
    const former = queries.get(query)
    if (former !== undefined && former.size === names.length) return former
    const left = openLeftName(query, weigh)
    const opened = { left, size: names.length, contradicts: openContradictions(left, { words, numbers }) }
    queries.set(query, opened)
    return opened
  }

  /** The number of the word, if it was already added. */
  function numberOf(word: NameWord, kind: NameKind): number {
    // The same letters are a different word in brackets, after `bin`, or in another script.
    const { written, folded, script, isPatronymic, isAside, isPlace } = word
    const key = [kind, written, folded, script, isPatronymic, isAside, isPlace].join(' ')
    const former = numberOfWord.get(key)
    if (former !== undefined) return former
    const number = words.push(word) - 1
    numberOfWord.set(key, number)
    return number
  }
}

/** A query, and the number of names when it was first compared. */
interface Query {
  readonly left: LeftName
  readonly size: number
  readonly contradicts: (start: number, end: number) => boolean
}

/** Reused for all queries: with an array per query, half of the work of a search would be garbage collection. */
interface Scratch {
  /** For each name, the weight shared with the query; zero between queries. */
  readonly weights: Float32Array
  /** For each name, the weight shared by the current word. */
  readonly best: Float32Array
  /** 1 for each name that shares an equal word, rather than only a similar one. */
  readonly sharesWord: Uint8Array
  /** The names that share a word with the query. */
  readonly touched: Int32Array
  /** The names that share the current word. */
  readonly seen: Int32Array
}

function openScratch(size: number): Scratch {
  return {
    weights: new Float32Array(size),
    best: new Float32Array(size),
    sharesWord: new Uint8Array(size),
    touched: new Int32Array(size),
    seen: new Int32Array(size),
  }
}

interface GatherScratch extends Scratch {
  /** The total weight of the name's own words. */
  ownWeight(id: number): number
}

function gather(
  words: readonly (readonly string[])[],
  postings: ReadonlyMap<string, readonly number[]>,
  size: number,
  { weights, best, sharesWord, touched, seen, ownWeight }: GatherScratch,
  max: number,
): Candidates {
  let touchedCount = 0
  let possible = 0
  for (const keys of words) {
    let seenCount = 0
    let heaviest = 0
    for (const key of keys) {
      const ids = postings.get(key)
      if (!ids) continue
      const isSimilar = key.startsWith('-')
      const weight = Math.log(1 + size / ids.length) * (isSimilar ? DELETION_WEIGHT : 1)
      heaviest = Math.max(heaviest, weight)
      for (const id of ids) {
        if (!isSimilar) sharesWord[id] = 1
        const before = best[id] as number
        if (before === 0) seen[seenCount++] = id
        if (weight > before) best[id] = weight
      }
    }
    possible += heaviest === 0 ? 1 : heaviest
    for (const id of seen.subarray(0, seenCount)) {
      if (weights[id] === 0) touched[touchedCount++] = id
      weights[id] = (weights[id] as number) + (best[id] as number)
      best[id] = 0
    }
  }
  const least = possible * SHARED_MIN
  const found: number[] = []
  for (const id of touched.subarray(0, touchedCount)) {
    const shared = weights[id] as number
    if (sharesWord[id] === 1 || shared >= least || shared >= ownWeight(id) * OWN_SHARED_MIN) found.push(id)
  }
  const isCut = found.length > max
  if (isCut) found.sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b)
  for (const id of touched.subarray(0, touchedCount)) {
    weights[id] = 0
    sharesWord[id] = 0
  }
  return { ids: isCut ? found.slice(0, max) : found, isCut }
}

/** One key for each word: the word itself. */
function mainKeysOf(name: PreparedName): string[] {
  const core = name.words.filter((word) => !word.isParticle)
  return (core.length > 0 ? core : name.words).map(mainKeyOf)
}

function mainKeyOf({ sound, folded }: NameWord): string {
  return sound === '' ? `~${folded}` : sound
}

/** The keys of each word, and those of neighbours that may be written as one word. */
function wordsOf(name: PreparedName): string[][] {
  const core = name.words.filter((word) => !word.isParticle)
  const words = core.length > 0 ? core : name.words
  const keys = words.map((word) => keysOf(word))
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (next && word.folded.length + next.folded.length <= JOINED_LETTERS_MAX)
      keys[at]?.push(soundKey(word.folded + next.folded))
  }
  if (words.length > 1) keys[0]?.push(`=${soundKey(words.map((word) => word.folded).join(''))}`)
  else keys[0]?.push(`=${words[0]?.sound ?? ''}`)
  return keys
}

/** Organisations are also known by their initials: those of a name are looked up among acronyms, and vice versa. */
function acronymKeys({ kind, words }: PreparedName, side: 'LISTED' | 'QUERY'): string[] {
  if (kind !== 'ORGANISATION') return []
  const [first] = words
  if (words.length === 1 && first !== undefined && isAcronymLength(first.folded.length))
    return [`${side === 'LISTED' ? '!' : '^'}${first.folded}`]
  if (!isAcronymLength(words.length)) return []
  return [`${side === 'LISTED' ? '^' : '!'}${words.map(({ folded }) => folded[0]).join('')}`]
}

function isAcronymLength(length: number): boolean {
  return length >= ACRONYM_LETTERS_MIN && length <= ACRONYM_LETTERS_MAX
}

const ACRONYM_LETTERS_MIN = 3
const ACRONYM_LETTERS_MAX = 8
const JOINED_LETTERS_MAX = 10
/** Shorter sounds have no consonant to spare. */
const DELETION_SOUND_MIN = 3
/** A word that is only similar counts less than the same one. */
const DELETION_WEIGHT = 0.6
/** Longer sounds are found even without deletions in their tail. */
const DELETIONS_MAX = 8

function keysOf(word: NameWord): string[] {
  const { sound } = word
  const keys = [mainKeyOf(word)]
  if (word.isNumber) return keys
  if (word.withoutForm !== undefined) keys.push(soundKey(word.withoutForm))
  const withDigraphs = respellCarons(word.written)
  if (withDigraphs !== undefined) keys.push(soundKey(withDigraphs))
  for (let at = 0; sound.length >= DELETION_SOUND_MIN && at < Math.min(sound.length, DELETIONS_MAX); at += 1)
    keys.push(`-${sound.slice(0, at)}${sound.slice(at + 1)}`)
  for (const group of variantGroups(word.folded) ?? []) keys.push(`#${group}`)
  if (word.folded.length === 1) keys.push(`.${word.folded}`)
  return keys
}
