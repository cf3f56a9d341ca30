/** A text to look for: PostgreSQL has none with a zero character, and nothing that is stored equals its replacement. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}
