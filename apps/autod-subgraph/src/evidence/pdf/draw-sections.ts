import type { DocumentItem, DocumentSection } from './evidence-document.ts'

/** Maximum number of drawn characters in a document. By measurement, a process then stays below 500 MB. */
const DRAWN_LENGTH_MAX = 500_000

/** Lines of pieces; a line may be broken between pieces. */
export type DrawnText = readonly (readonly string[])[]

interface DrawnItem {
  readonly title: DrawnText
  readonly rows: readonly { readonly label: DrawnText; readonly value: DrawnText }[]
}

/** A section as passed to the compiler. */
export interface DrawnSection {
  readonly heading: DrawnText
  readonly items: readonly DrawnItem[]
}

/**
 * The sections with strings drawn by `show`, and with notes in place of what is only in the file: the middle
 * of long lists, and the items that do not fit into a document of limited size.
 */
export function drawSections(
  sections: readonly DocumentSection[],
  show: (text: string) => DrawnText,
  lengthMax = DRAWN_LENGTH_MAX,
): DrawnSection[] {
  let left = lengthMax
  const draw = ({ title, rows }: DocumentItem): DrawnItem | undefined => {
    // Drawing can only lengthen a text, so a text that is already too long need not be drawn.
    if (left < rows.reduce((sum, { label, value }) => sum + label.length + value.length, title.length)) return undefined
    const item = {
      title: title === '' ? [] : show(title),
      rows: rows.map(({ label, value }) => ({ label: show(label), value: show(value) })),
    }
    const length = item.rows.reduce(
      (sum, { label, value }) => sum + lengthOf(label) + lengthOf(value),
      lengthOf(item.title),
    )
    if (left < length) return undefined
    left -= length
    return item
  }
  const note = (text: string): DrawnItem => ({ title: show(text), rows: [] })
  return sections.map(({ heading, items, omitted }) => {
    const drawn = items.map((item) => draw(item))
    const missing = drawn.filter((item) => item === undefined).length
    const shown: DrawnItem[] = drawn.flatMap((item, index) => {
      const before = omitted?.after === index ? [note(`${omitted.count} entries between these are in the file.`)] : []
      return item === undefined ? before : [...before, item]
    })
    if (missing > 0) shown.push(note(`The file has ${missing} more entries, for which this document has no room.`))
    return { heading: show(heading), items: shown }
  })
}

function lengthOf(text: DrawnText): number {
  return text.reduce((sum, pieces) => sum + pieces.reduce((length, piece) => length + piece.length, 0), 0)
}
