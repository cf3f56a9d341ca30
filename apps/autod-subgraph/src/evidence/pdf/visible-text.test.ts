import { expect, test } from 'vitest'
import { breakablePieces, visibleText } from './visible-text.ts'

test.each([
  ['a bidirectional override', 'a\u202eb', 'a[U+202E]b'],
  ['a bidirectional isolate', '\u2066x\u2069', '[U+2066]x[U+2069]'],
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['a control character', 'a\u0000\tb', 'a[U+0000][U+0009]b'],
  ['an unpaired surrogate', 'a\ud800b', 'a[U+D800]b'],
  ['a private character', '\ue000', '[U+E000]'],
  ['a no-break space', 'a\u00a0b', 'a[U+00A0]b'],
])('%s is shown as its code point', (_what, text, shown) => {
  expect(visibleText(text, () => true)).toBe(shown)
})

test('a character that no font has is shown as its code point, and the others unchanged', () => {
  expect(visibleText('Ж😀\nx y', (codePoint) => codePoint !== 0x1f600)).toBe('Ж[U+1F600]\nx y')
})

test('a line may be broken within a long word but never within a grapheme, and nothing is lost', () => {
  const text = `short words ${'e\u0301'.repeat(40)} ${'0123456789'.repeat(6)} end`
  const pieces = breakablePieces(text)
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(5)
  expect(pieces.filter((piece) => piece.startsWith('\u0301'))).toEqual([])
  expect(breakablePieces('short words stay whole')).toEqual(['short words stay whole'])
})
