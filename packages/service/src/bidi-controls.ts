/**
 * The bidirectional controls of Unicode: marks, embeddings, overrides and isolates.
 *
 * Source: Unicode Standard Annex #9, section 2, "Directional Formatting Characters".
 */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * `text` without bidirectional controls, with which a name can pretend to be another one or
 * rearrange what is shown beside it. Text in right-to-left scripts needs none of them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '')
}
