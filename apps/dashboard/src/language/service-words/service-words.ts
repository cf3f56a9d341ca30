/** A language's translations of the service's English texts, such as the reason why a check failed. */
export interface ServiceWords {
  /**
   * Translations by sentence. `{}` is a value that is kept unchanged, `{field}` the path of a field, `{time}` a time in
   * RFC 3339, `{words}` a value that consists of `phrases`, and `{text}` one that consists of sentences. A translation
   * has all of them in the same order.
   */
  readonly sentences: Readonly<Record<string, string>>
  /** Parts of values, with the spaces and commas between them. */
  readonly phrases: Readonly<Record<string, string>>
}

/** Maximum length: a longer text is not the service's own, and not worth comparing. */
const LENGTH_MAX = 2_000
/**
 * Maximum number of attempts: sentences can match in several ways, and a counterparty may have written the text to
 * match in many.
 */
const MATCHES_MAX = 200

/**
 * `text` in a language; `undefined` if one of its sentences has no translation. `dateTime` formats its times; without
 * it, they are unchanged.
 */
export function inWords(text: string, words: ServiceWords, dateTime: DateTime = (iso) => iso): string | undefined {
  return text.length > LENGTH_MAX ? undefined : compare(text, { words, dateTime, left: MATCHES_MAX })
}

/** Formats a time in RFC 3339 with `dateTime`. Any other string is unchanged, even one with a month 99. */
export function timeInWords(text: string, dateTime: DateTime): string {
  return WHOLE_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? dateTime(text) : text
}

interface Comparison {
  readonly words: ServiceWords
  readonly dateTime: DateTime
  /** Sentences that may still match. */
  left: number
}

function compare(text: string, comparison: Comparison): string | undefined {
  for (const sentence of sentencesOf(comparison.words)) {
    if (comparison.left <= 0) return undefined
    const match = sentence.pattern.exec(text)
    if (match === null) continue
    comparison.left--
    const said = saying(sentence, match.slice(1, -1), comparison)
    if (said === undefined) continue
    const rest = match.at(-1) ?? ''
    const others = rest === '' ? '' : compare(rest, comparison)
    if (others !== undefined) return others === '' ? said : `${said} ${others}`
  }
  return undefined
}

type DateTime = (iso: string) => string

interface Sentence {
  /** Its groups are the values, and the text after the sentence. */
  readonly pattern: RegExp
  readonly slots: readonly string[]
  readonly said: string
}

const known = new WeakMap<ServiceWords, readonly Sentence[]>()

function sentencesOf(words: ServiceWords): readonly Sentence[] {
  const sentences = known.get(words) ?? Object.entries(words.sentences).map(readSentence)
  known.set(words, sentences)
  return sentences
}

export const SLOT = /\{(?:field|time|words|text)?\}/g

const TIME = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
const WHOLE_TIME = new RegExp(`^${TIME}$`)

const GROUPS: Readonly<Record<string, string>> = {
  '{field}': '([\\w.[\\]]+)',
  '{time}': `(${TIME})`,
}

function readSentence([english, said]: readonly [string, string]): Sentence {
  const parts = english.split(SLOT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // A value at the end of a sentence cannot be followed by another sentence, since its end would be unknown.
  const end = english.endsWith('}') ? '()$' : '(?:$| (.+)$)'
  const slots = english.match(SLOT) ?? []
  const groups = slots.map((slot) => GROUPS[slot] ?? '(.+?)')
  const source = parts.map((part, index) => part + (groups[index] ?? '')).join('')
  return { pattern: new RegExp(`^${source}${end}`, 's'), slots, said }
}

function saying({ slots, said }: Sentence, values: readonly string[], comparison: Comparison): string | undefined {
  const { words, dateTime } = comparison
  const shown = values.map((value, index) => {
    switch (slots[index]) {
      case '{text}':
        return compare(value, comparison)
      case '{words}':
        return inPhrases(value, words.phrases)
      case '{time}':
        // The text may have been written by a counterparty.
        return timeInWords(value, dateTime)
      default:
        return value
    }
  })
  if (shown.includes(undefined)) return undefined
  let index = 0
  return said.replace(SLOT, () => shown[index++] ?? '')
}

function inPhrases(value: string, phrases: ServiceWords['phrases']): string | undefined {
  if (value === '') return ''
  for (const [phrase, said] of Object.entries(phrases)) {
    if (!value.startsWith(phrase)) continue
    const rest = inPhrases(value.slice(phrase.length), phrases)
    if (rest !== undefined) return said + rest
  }
  return undefined
}
