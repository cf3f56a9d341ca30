import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './page.ts'

const base64url = (text: string) => Buffer.from(text).toString('base64url')

describe('a cursor of the list of transactions', () => {
  it.each([0n, 1n, 999_999_999_999_999_999n])('leads back to its place: %s', (sequence) => {
    expect(decodeCursor(encodeCursor(sequence))).toBe(sequence)
  })

  it.each([
    ['nothing', ''],
    ['garbage', '!!!'],
    ['one of another list', base64url('audit:12')],
    ['no number', base64url('transaction:x')],
    ['a number written in another way', base64url('transaction:012')],
    ['a number that no place has', base64url(`transaction:${'9'.repeat(19)}`)],
    ['garbage behind it', `${encodeCursor(12n)}!garbage`],
    ['padding behind it', `${encodeCursor(12n)}==`],
    ['a space in it', ` ${encodeCursor(12n)}`],
  ])('is refused with %s', (_, cursor) => {
    const refusal = expect.objectContaining({ extensions: { code: 'TRANSACTION_CURSOR_INVALID' } })
    expect(() => decodeCursor(cursor)).toThrow(refusal)
  })
})
