/** Sizes of a document that are known before it is parsed. */
export interface DocumentScan {
  readonly tokens: number
  /** Depth of brackets of any kind. */
  readonly nesting: number
}

/**
 * Counts tokens and nesting in one pass, without allocating.
 *
 * Exact for every document that parses. The parser recurses with each bracket, so nesting is
 * limited before it runs.
 * Source: GraphQL, October 2021, section 2.1 "Source Text".
 */
export function scanDocument(text: string): DocumentScan {
  let tokens = 0
  let open = 0
  let nesting = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === HASH) {
      index = endOfLine(text, index)
      continue
    }
    if (isIgnored(code)) {
      index += 1
      continue
    }
    tokens += 1
    if (isWord(code) || code === MINUS) {
      index = endOfWord(text, index)
      continue
    }
    if (code === QUOTE) {
      index = text.startsWith('"""', index) ? endOfBlock(text, index + 3) : endOfString(text, index + 1)
      continue
    }
    if (code === BRACE_OPEN || code === PAREN_OPEN || code === BRACKET_OPEN) {
      open += 1
      if (open > nesting) nesting = open
    } else if (code === BRACE_CLOSE || code === PAREN_CLOSE || code === BRACKET_CLOSE) {
      open -= 1
    }
    index += code === DOT && text.startsWith('...', index) ? 3 : 1
  }
  return { tokens, nesting }
}

const [HASH, QUOTE, MINUS, DOT, PLUS] = [0x23, 0x22, 0x2d, 0x2e, 0x2b]
const [BRACE_OPEN, PAREN_OPEN, BRACKET_OPEN] = [0x7b, 0x28, 0x5b]
const [BRACE_CLOSE, PAREN_CLOSE, BRACKET_CLOSE] = [0x7d, 0x29, 0x5d]
const [TAB, LINE_FEED, RETURN, SPACE, COMMA, BYTE_ORDER_MARK] = [0x09, 0x0a, 0x0d, 0x20, 0x2c, 0xfeff]
const BACKSLASH = 0x5c

function isIgnored(code: number): boolean {
  return (
    code === SPACE ||
    code === LINE_FEED ||
    code === COMMA ||
    code === RETURN ||
    code === TAB ||
    code === BYTE_ORDER_MARK
  )
}

/** Matches letters, digits and `_`: a name, or the digits of a number. */
function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  )
}

function endOfWord(text: string, start: number): number {
  const isNumber = text.charCodeAt(start) <= 0x39
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (isWord(code)) index += 1
    // As in `1.5e+3`. After a name these would be separate tokens.
    else if (isNumber && (code === PLUS || code === MINUS || (code === DOT && !text.startsWith('...', index))))
      index += 1
    else break
  }
  return index
}

function endOfLine(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === LINE_FEED || code === RETURN) break
    index += 1
  }
  return index
}

function endOfString(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index + 1
    if (code === LINE_FEED || code === RETURN) return index
    index += code === BACKSLASH ? 2 : 1
  }
  return index
}

function endOfBlock(text: string, start: number): number {
  let index = start
  for (;;) {
    const end = text.indexOf('"""', index)
    if (end === -1) return text.length
    if (text.charCodeAt(end - 1) !== BACKSLASH) return end + 3
    index = end + 3
  }
}
