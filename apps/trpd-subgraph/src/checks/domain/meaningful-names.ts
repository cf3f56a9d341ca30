import { namesOf, personsOf } from '../../ivms101/domain/model.ts'
import type { Check } from './check.ts'
import meaningless from './meaningless-names.json' with { type: 'json' }

/** Checks that the names of the originator and the beneficiary are not placeholders. */
export const meaningfulNames: Check = {
  name: 'MEANINGFUL_NAMES',
  version: meaningless.version,
  needs: [],
  judge({ payload }) {
    const parties = personsOf(payload).filter(({ role }) => role === 'ORIGINATOR' || role === 'BENEFICIARY')
    const names = parties.flatMap(({ person, role }) => namesOf(person).map((name) => ({ name, role })))
    if (names.length === 0) return { verdict: 'UNKNOWN', reason: 'The data contains no names.' }
    const found = names.filter(({ name }) => isMeaningless(name))
    const doubtful = names.filter(({ name }) => isListed(POSSIBLY_REAL, wordsOf(name)))
    if (found.length > 0) {
      return {
        verdict: 'FAIL',
        reason: `A name of the ${rolesOf(found)} is a placeholder, not a name.`,
        ...evidenceOf(found),
      }
    }
    if (doubtful.length > 0) {
      const reason = `A name of the ${rolesOf(doubtful)} is often a placeholder, and also that of real people.`
      return { verdict: 'WARN', reason, ...evidenceOf(doubtful) }
    }
    return { verdict: 'PASS', reason: 'No name is a known placeholder.' }
  },
}

interface FoundName {
  readonly name: string
  readonly role: string
}

function rolesOf(found: readonly FoundName[]): string {
  return [...new Set(found.map(({ role }) => role.toLowerCase()))].join(' and ')
}

function evidenceOf(found: readonly FoundName[]) {
  return { evidence: { names: found.map(({ name }) => name).join('; ') } }
}

const PLACEHOLDERS: ReadonlySet<string> = new Set(
  meaningless.languages.flatMap(({ names }) => names.map((name) => comparable(name))),
)
const POSSIBLY_REAL: ReadonlySet<string> = new Set(
  meaningless.languages.flatMap(({ alsoReal }) => alsoReal.map((name) => comparable(name))),
)
/** Words that occur in no real person's name. */
const WORDS: ReadonlySet<string> = new Set(meaningless.words)

/**
 * True if `name` is a listed placeholder or repeats one, contains a listed word, has no letters, or repeats a
 * single letter.
 */
function isMeaningless(name: string): boolean {
  const words = wordsOf(name)
  const letters = words.join('').replace(/[^\p{L}]/gu, '')
  if (letters === '' || (letters.length > 2 && new Set(letters).size === 1)) return true
  return isListed(PLACEHOLDERS, words) || words.some((word) => WORDS.has(word)) || isRepeated(words)
}

/** In Chinese, Japanese and Korean, the parts of a name may be written without a space. */
function isListed(list: ReadonlySet<string>, words: readonly string[]): boolean {
  return [sorted(words), words.join(''), words.toReversed().join('')].some((name) => list.has(name))
}

/** True if each part of a name is a placeholder, as in "N/A N/A". */
function isRepeated(words: readonly string[]): boolean {
  const half = words.slice(0, words.length / 2)
  return words.join(' ') === [...half, ...half].join(' ') && PLACEHOLDERS.has(sorted(half))
}

/** The words of a name in a canonical order, since a family name may come first or last. */
function comparable(name: string): string {
  return sorted(wordsOf(name))
}

function sorted(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

function wordsOf(name: string): readonly string[] {
  const text = name.normalize('NFKC').toLowerCase()
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
}
