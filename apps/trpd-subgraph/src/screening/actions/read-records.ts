import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { SaxesParser } from 'saxes'

/** An XML element as a tree; names have no prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** Why a whole file was refused. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError'
  readonly code:
    | 'LIST_TRUNCATED'
    | 'LIST_INCOMPLETE'
    | 'LIST_TOO_LARGE'
    | 'LIST_ENCODING'
    | 'LIST_FORMAT'
    | 'LIST_UNSUPPORTED'
    | 'LIST_EMPTY'
    | 'LIST_HTML'

  constructor(code: ListFileError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The reason shown to operators when a publisher responded with a web page instead of a list. */
export const HTML_REASON =
  "is a web page (HTML), such as an error or a sign-in of the publisher's site: download it again"

/** True if a text starts like a web page. */
export function isHtml(text: string): boolean {
  return /^\uFEFF?\s*(?:<!--[^>]*-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(text)
}

/** Maximum size of a list file. The largest list, OFAC's in its advanced format, has 120 MB. */
export const LIST_BYTES_MAX = 300_000_000
const ENTRY_TEXT_MAX = 2_000_000
const DEPTH_MAX = 40

/**
 * The text of a file, checked to be UTF-8 of at most `LIST_BYTES_MAX`. Drops a byte order mark and the byte
 * 0x1A that ends OFAC's files. Throws a `ListFileError`.
 */
export async function* readText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > LIST_BYTES_MAX) throw new ListFileError('LIST_TOO_LARGE', `has more than ${LIST_BYTES_MAX} bytes`)
      const text = decoder.decode(chunk, { stream: true }).replaceAll('\u001a', '')
      if (size === chunk.byteLength && isHtml(text)) throw new ListFileError('LIST_HTML', HTML_REASON)
      yield text
    }
    yield decoder.decode()
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new ListFileError('LIST_ENCODING', 'is not UTF-8', { cause })
  }
}

/**
 * Calls `visit` for each element with one of `names`, including its content, while the text is being read.
 * Returns the attributes of the root element.
 */
export async function readElements(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
  visit: (element: XmlElement) => void,
): Promise<XmlElement['attributes']> {
  const parser = new SaxesParser()
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }[] = []
  let depth = 0
  let failure: ListFileError | undefined
  let letters = 0
  let root: XmlElement['attributes'] = {}
  parser.on('error', (error) => {
    const isEnd = /unclosed tag|unexpected end|document must contain a root/.test(error.message)
    failure ??= isEnd
      ? new ListFileError('LIST_TRUNCATED', 'ends before its last element is closed', { cause: error })
      : new ListFileError('LIST_FORMAT', 'is not well-formed XML', { cause: error })
  })
  parser.on('doctype', () => {
    failure ??= new ListFileError('LIST_FORMAT', 'has a document type declaration')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '')
    depth += 1
    if (depth === 1) root = { ...attributes }
    if (depth > DEPTH_MAX) failure ??= new ListFileError('LIST_FORMAT', 'is nested too deeply')
    if (open.length > 0 || names.has(local))
      open.push({ name: local, attributes: { ...attributes }, children: [], text: '' })
  })
  parser.on('text', (piece) => {
    const element = open.at(-1)
    if (!element) return
    letters += piece.length
    if (letters > ENTRY_TEXT_MAX) failure ??= new ListFileError('LIST_FORMAT', 'has an entry that is too long')
    element.text += piece
  })
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (!element) return
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else {
      letters = 0
      visit(element)
    }
  })
  for await (const piece of text) {
    parser.write(piece)
    if (failure) throw failure
  }
  parser.close()
  if (failure) throw failure
  return root
}

/**
 * Calls `visit` for each row, numbered from 1, and returns the number of columns in the last row. An unclosed
 * quote means that the file is truncated.
 */
export async function readRows(
  text: AsyncIterable<string>,
  visit: (row: readonly string[], number: number) => void,
): Promise<number> {
  const parser = parse({ relax_column_count: true, skip_empty_lines: true, max_record_size: ENTRY_TEXT_MAX, bom: true })
  let number = 0
  let lastColumns = 0
  try {
    await pipeline(text, parser, async (rows: AsyncIterable<string[]>) => {
      for await (const row of rows) {
        number += 1
        lastColumns = row.length
        visit(row, number)
      }
    })
  } catch (cause) {
    if (cause instanceof ListFileError) throw cause
    const { code } = cause as { code?: unknown }
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw new ListFileError('LIST_TRUNCATED', 'ends inside a quoted field', { cause })
    throw new ListFileError('LIST_FORMAT', 'is not well-formed CSV', { cause })
  }
  return lastColumns
}

/** Calls `visit` for each line that is not empty, numbered from 1; `isLast` is true for the last one. */
export async function readLines(
  text: AsyncIterable<string>,
  visit: (line: string, number: number, isLast: boolean) => void,
): Promise<void> {
  let number = 0
  let rest = ''
  let line = ''
  const next = (following: string) => {
    if (following.trim() === '') return
    if (number > 0) visit(line, number, false)
    number += 1
    line = following
  }
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > ENTRY_TEXT_MAX) throw new ListFileError('LIST_FORMAT', 'has a line that is too long')
    for (const one of lines) next(one)
  }
  next(rest)
  if (number > 0) visit(line, number, true)
}

/** The text of the first child with this name, trimmed; `undefined` if missing or empty. */
export function childText(element: XmlElement, name: string): string | undefined {
  const text = element.children.find((child) => child.name === name)?.text.trim()
  return text === undefined || text === '' ? undefined : text
}

/** All descendants with this name, in document order. */
export function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : descendants(child, name)))
}
