/** An entered text as an API variable: trimmed; `null` if empty. */
export function textOrNull(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}
