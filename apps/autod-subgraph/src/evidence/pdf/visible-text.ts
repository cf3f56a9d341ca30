/** True if a font has a glyph for a code point. */
export type Covers = (codePoint: number) => boolean

/** Number of graphemes in a piece of a long word. */
const PIECE_GRAPHEMES = 12
/**
 * Controls, format characters such as bidirectional overrides, unassigned characters, and separators except
 * the space.
 */
const INVISIBLE = /[\p{C}\p{Z}]/u
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * `text` with every character visible: a character that is invisible, changes the direction, or has no glyph
 * becomes its code point, for example `[U+202E]`. Line feeds stay.
 */
export function visibleText(text: string, covers: Covers): string {
  let visible = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const isKept = character === '\n' || character === ' ' || (!INVISIBLE.test(character) && covers(codePoint))
    visible += isKept ? character : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
  }
  return visible
}

/** The pieces of `text` between which a line may be broken; long words consist of several pieces. */
export function breakablePieces(text: string): string[] {
  return text
    .split(/(?<= )/)
    .flatMap((word) => {
      if (word.length <= 2 * PIECE_GRAPHEMES) return [word]
      const pieces: string[] = []
      let piece = ''
      let count = 0
      for (const { segment } of graphemes.segment(word)) {
        piece += segment
        count += 1
        if (count % PIECE_GRAPHEMES !== 0) continue
        pieces.push(piece)
        piece = ''
      }
      return piece === '' ? pieces : [...pieces, piece]
    })
    .reduce<string[]>(joinShort, [])
}

/** Joins neighbouring pieces that end with a space, where no separate break is needed. */
function joinShort(pieces: string[], piece: string): string[] {
  const last = pieces.at(-1)
  if (last?.endsWith(' ')) pieces[pieces.length - 1] = last + piece
  else pieces.push(piece)
  return pieces
}
