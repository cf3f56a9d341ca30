import { ok, type Result, refuse } from '@travel-rule/service/result'

/** A person's named selection of a list, such as the filters of the dashboard's inbox. */
export interface SavedView {
  readonly id: string
  /** Unique per person. */
  readonly name: string
  /** The query string of the list's URL, without `?`; opaque to this service. */
  readonly query: string
  /** At most one per person. */
  readonly isDefault: boolean
  readonly updatedAt: Date
}

/** Maximum number of views per person. */
export const SAVED_VIEWS_MAX = 50
const NAME_LENGTH_MAX = 60
const QUERY_LENGTH_MAX = 1_000
/** Control characters, line and paragraph separators, and bidirectional controls. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** The name without surrounding spaces, in normal form C. Refused with `SAVED_VIEW_INVALID`. */
export function parseViewName(text: string): Result<string> {
  const name = text.isWellFormed() ? text.trim().normalize('NFC') : ''
  const length = [...name].length
  if (length >= 1 && length <= NAME_LENGTH_MAX && !FORBIDDEN_CHARACTERS.test(name)) return ok(name)
  return invalid('name', `1 to ${NAME_LENGTH_MAX} characters on one line`)
}

/** The query unchanged. Refused with `SAVED_VIEW_INVALID`. */
export function parseViewQuery(text: string): Result<string> {
  if (text.length <= QUERY_LENGTH_MAX && text.isWellFormed() && !FORBIDDEN_CHARACTERS.test(text)) return ok(text)
  return invalid('query', `at most ${QUERY_LENGTH_MAX} characters on one line`)
}

/** Minimum number of letters and digits in a text by which views are erased: a shorter text would match too many. */
export const MIN_LETTERS = 3

/** The words of a text, without case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text.toWellFormed().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** True if the name or the query of a view contains all of these words. */
export function isAbout({ name, query }: Pick<SavedView, 'name' | 'query'>, words: readonly string[]): boolean {
  const values = [...new URLSearchParams(query)].flat()
  const own = new Set([name, ...values].flatMap(wordsOf))
  return words.every((word) => own.has(word))
}

function invalid(field: string, expected: string): Result<never> {
  return refuse('SAVED_VIEW_INVALID', `${field} must have ${expected}.`, { field })
}
