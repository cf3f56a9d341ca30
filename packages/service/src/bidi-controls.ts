/** Marks, embeddings, overrides and isolates. Source: Unicode Standard Annex #9, section 2. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu

/**
 * `text` without bidirectional controls, with which a name can pretend to be another one or
 * rearrange what is shown beside it. Text in right-to-left scripts needs none of them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}
