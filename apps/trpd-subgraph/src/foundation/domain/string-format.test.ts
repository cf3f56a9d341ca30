import { describe, expect, it } from 'vitest'
import { isFreeText, isSingleLine } from './string-format.ts'

describe('free text', () => {
  it.each(['Bank', 'Żółta Kawa 🦆', ' Bank of\u00a0nothing '])(
    'a string on one line is valid as a name and as a note: %j',
    (text) => {
      expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([true, true])
    },
  )

  it.each(['two\nlines', 'two\r\nlines', 'a\tcolumn', 'two\u2028lines', 'two\u2029lines'])(
    'a string on several lines is valid as a note, but not as a name: %j',
    (text) => expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([false, true]),
  )

  it.each(['', '   ', '\n', 'x'.repeat(21), 'Bell\u0007', 'NUL\0', 'next\u0085line', 'half a \ud83d'])(
    'a string that is blank, too long, or contains invisible characters is not valid as either: %j',
    (text) => expect([isSingleLine(text, 20), isFreeText(text, 20)]).toEqual([false, false]),
  )

  it('free text is measured in code points, not in UTF-16 code units', () => {
    expect([isSingleLine('🦆'.repeat(20), 20), isSingleLine('🦆'.repeat(21), 20)]).toEqual([true, false])
  })
})
