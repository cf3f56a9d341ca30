/** A text that was entered, as a variable of the API: trimmed, and `null` for an empty one. */
export function textOrNull(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}
