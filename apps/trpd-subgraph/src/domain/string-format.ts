/** What `isChainString` asks for, to be put behind the name of a field. */
export const CHAIN_STRING_RULE = 'is a text of 1 to 256 printable ASCII characters without white space'

/** Whether `text` can be a payment address or a transaction hash. */
export function isChainString(text: string): boolean {
  return /^[!-~]{1,256}$/.test(text)
}

/** Whether `text` is a UUID, in any case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** Whether a person's `text` can be a name: not blank, on one line, at most `lengthMax` code points, and nothing that cannot be stored. */
export function isSingleLine(text: string, lengthMax: number): boolean {
  return isFreeText(text, lengthMax) && !/[\t\n\r\u2028\u2029]/.test(text)
}

/** Whether a person's `text` can be a note: the same, but on as many lines as they like. */
export function isFreeText(text: string, lengthMax: number): boolean {
  return text.trim() !== '' && [...text].length <= lengthMax && text.isWellFormed() && !CONTROL.test(text)
}

/** Control characters but tabulators and the ends of lines. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u

/** How many Unicode characters `text` has; an emoji outside of the basic plane counts once. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
