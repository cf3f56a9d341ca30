/** Marks, embeddings, overrides and isolates. Source: Unicode Standard Annex #9, section 2. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu

/**
 * `text` without bidirectional controls, which could make a name imitate another one or rearrange the text around it.
 * Right-to-left scripts do not need them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}
