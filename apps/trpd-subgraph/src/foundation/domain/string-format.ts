/** The rule checked by `isChainString`, for messages: it follows the name of a field. */
export const CHAIN_STRING_RULE = 'must have 1 to 256 printable ASCII characters and no white space'

/** True if `text` can be a payment address or a transaction hash. */
export function isChainString(text: string): boolean {
  return /^[!-~]{1,256}$/.test(text)
}

/** True if `text` is a UUID, in any case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** True if `text` can be a name: free text on one line. */
export function isSingleLine(text: string, lengthMax: number): boolean {
  return isFreeText(text, lengthMax) && !/[\t\n\r\u2028\u2029]/.test(text)
}

/** True if `text` is storable, not blank, and has at most `lengthMax` code points. */
export function isFreeText(text: string, lengthMax: number): boolean {
  return text.trim() !== '' && codePoints(text) <= lengthMax && text.isWellFormed() && !CONTROL.test(text)
}

/** The number of Unicode code points; an emoji outside the basic plane counts once. */
export function codePoints(text: string): number {
  // Counts without the string's iterator, which allocates a string for each code point.
  let count = 0
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1
  return count
}

/** Control characters except tabs and line breaks. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u
