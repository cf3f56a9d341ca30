/** The words of a language for what the service says in English, such as why a check failed. */
export interface ServiceWords {
  /**
   * By sentence. `{}` is a value that stays as it is, `{words}` one that consists of `phrases`; the
   * words have both in the same order.
   */
  readonly sentences: Readonly<Record<string, string>>
  /** Parts of values, with the spaces and commas between them. */
  readonly phrases: Readonly<Record<string, string>>
}

/** A longer text is not the service's own, and not worth the time to compare it. */
const LENGTH_MAX = 2_000

/** `text` in the words of a language; `undefined` if one of its sentences has none there. */
export function inWords(text: string, words: ServiceWords): string | undefined {
  if (text.length > LENGTH_MAX) return undefined
  for (const sentence of sentencesOf(words)) {
    const match = sentence.pattern.exec(text)
    const said = match && saying(sentence, match.slice(1, -1), words)
    const rest = match?.at(-1) ?? ''
    const others = rest === '' ? '' : inWords(rest, words)
    if (said != null && others !== undefined) return others === '' ? said : `${said} ${others}`
  }
  return undefined
}

interface Sentence {
  /** Its groups are the values, and what follows the sentence. */
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

const SLOT = /\{(?:words)?\}/g

function readSentence([english, said]: readonly [string, string]): Sentence {
  const parts = english.split(SLOT).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // A value at the end is not followed by another sentence: nothing would say where it ends.
  const end = english.endsWith('}') ? '()$' : '(?:$| (.+)$)'
  return { pattern: new RegExp(`^${parts.join('(.+?)')}${end}`, 's'), slots: english.match(SLOT) ?? [], said }
}

function saying({ slots, said }: Sentence, values: readonly string[], words: ServiceWords): string | undefined {
  const shown = values.map((value, index) => (slots[index] === '{}' ? value : inPhrases(value, words.phrases)))
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
