/** One line without control characters or lone surrogates. */
export function isPlainText(text: string, charactersMax: number): boolean {
  return text.length <= charactersMax && text.isWellFormed() && !/\p{Cc}/u.test(text)
}
