/** Longest identifier in a token, in UTF-16 units. Source: OpenID Connect Core 1.0, section 2, `sub`. */
const IDENTIFIER_LENGTH_MAX = 255
const NAME_LENGTH_MAX = 200

/** Whether a claim is a text that can be stored, logged and compared: 1 to 255 letters, none of them a control character. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= IDENTIFIER_LENGTH_MAX && isPrintable(value)
}

/** A claim as one line to show people, at most 200 letters; `undefined` when there is nothing to show. */
export function nameToShow(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.slice(0, NAME_LENGTH_MAX).toWellFormed() || undefined
}

function isPrintable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
