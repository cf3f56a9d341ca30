import fc from 'fast-check'
import { Lexer, Source, TokenKind } from 'graphql'
import { expect, test } from 'vitest'
import { scanDocument } from './scan-document.ts'

const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '...',
  '!',
  '$',
  ':',
  '=',
  '@',
  '|',
  '&',
  ' ',
  ',',
  '\n',
  '\r\n',
  '\t',
  'name',
  '_x1',
  'a',
  '0',
  '-1',
  '1.5e+3',
  '2E-7',
  '"text"',
  '"{[("',
  '"\\""',
  '"\\\\"',
  '""',
  '"""block { """',
  '""""""',
  '"""a \\""" b"""',
  '# comment { "\n',
  '\uFEFF',
]

test('a scan counts the same tokens as the lexer of graphql-js', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => {
      const text = pieces.join(' ')
      expect(scanDocument(text).tokens).toBe(tokensOf(text))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['{ a { b { c } } }', 3],
  ['{ a(x: [[{ y: 1 }]]) { b } }', 5],
  ['query ($v: [[Int!]!]) { a(v: $v) }', 3],
  ['{ a(x: "{{{{") } # {{{{', 2],
  ['{ a(x: """ {{{{ \\""" {{{{ """) }', 2],
  ['{ a } { b }', 1],
  ['', 0],
])('%s has brackets nested %i deep', (text, nesting) => {
  expect(scanDocument(text).nesting).toBe(nesting)
})

test('an incomplete document is scanned up to its end', () => {
  for (const text of ['"open', '"""open', '"\\', '#', '"""\\"""', '.', '{'])
    expect(scanDocument(text).tokens).toBeLessThan(3)
})

function tokensOf(text: string): number {
  const lexer = new Lexer(new Source(text))
  let count = 0
  while (lexer.advance().kind !== TokenKind.EOF) count += 1
  return count
}
