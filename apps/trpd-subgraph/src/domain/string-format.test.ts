import { describe, expect, it } from 'vitest'
import { isFreeText, isSingleLine } from './string-format.ts'

describe('free text', () => {
  it.each(['Bank', 'Żółta Kawa 🦆', ' Bank of\u00a0nothing '])('is valid as a name and as a note: %j', (text) => {
    expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([true, true])
  })

  it.each(['two\nlines', 'two\r\nlines', 'a\tcolumn', 'two\u2028lines', 'two\u2029lines'])(
    'can be a note, but no name, on several lines: %j',
    (text) => expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([false, true]),
  )

  it.each(['', '   ', '\n', 'x'.repeat(21), 'Bell\u0007', 'NUL\0', 'next\u0085line', 'half a \ud83d'])(
    'can be neither when it is blank, too long, or holds what is not shown: %j',
    (text) => expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([false, false]),
  )

  it('is measured in code points, not in UTF-16 code units', () => {
    expect([isSingleLine('🦆'.repeat(20), 20), isSingleLine('🦆'.repeat(21), 20)]).toEqual([true, false])
  })
})
