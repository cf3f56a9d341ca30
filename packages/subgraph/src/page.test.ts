import { describe, expect, it } from 'vitest'
import { connectionOf, cursorsOf, pageSize, readPage } from './page.ts'

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const { encode: encodeCursor, decode: decodeCursor } = cursorsOf('transaction', {
  code: 'TRANSACTION_CURSOR_INVALID',
  message: 'after is an endCursor of an earlier page.',
})

describe('a page', () => {
  it('a page has 50 items from the first on by default', () => {
    expect(readPage({})).toEqual({ limit: 50, offset: 0 })
    expect(readPage({ limit: null, offset: null })).toEqual({ limit: 50, offset: 0 })
    expect(pageSize(undefined)).toBe(50)
  })

  it('a page has from 0 to 500 items', () => {
    expect(readPage({ limit: 500, offset: 1_000_000 })).toEqual({ limit: 500, offset: 1_000_000 })
    expect(readPage({ limit: 0, offset: 7 })).toEqual({ limit: 0, offset: 7 })
    expect(pageSize(0)).toBe(0)
  })

  it.each([
    ['limit', () => readPage({ limit: 501 }), 500],
    ['limit', () => readPage({ limit: -1 }), 500],
    ['first', () => pageSize(501), 500],
    ['first', () => pageSize(-1), 500],
    ['offset', () => readPage({ offset: -1 }), 1_000_000],
    ['offset', () => readPage({ offset: 1_000_001 }), 1_000_000],
  ])('a page is refused with a %s out of range', (name, read, max) => {
    expect(read).toThrow(
      expect.objectContaining({
        message: `${name}: choose a number from 0 to ${max}.`,
        extensions: { code: 'INPUT_INVALID' },
      }),
    )
  })
})

it('a connection omits the extra item that shows whether another page follows', () => {
  const page = { size: 2, isContinued: true, nodeOf: (item: number) => ({ item }), cursorOf: String }
  expect(connectionOf([5, 4, 3], page)).toEqual({
    edges: [
      { node: { item: 5 }, cursor: '5' },
      { node: { item: 4 }, cursor: '4' },
    ],
    nodes: [{ item: 5 }, { item: 4 }],
    pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: '5', endCursor: '4' },
  })
  expect(connectionOf([], { ...page, isContinued: false }).pageInfo).toEqual({
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  })
})

describe('a cursor', () => {
  it.each([1n, 999_999_999_999_999_999n, 2n ** 63n - 1n])('a cursor decodes to its sequence number: %s', (sequence) => {
    expect(decodeCursor(encodeCursor(sequence))).toBe(sequence)
  })

  it.each([
    ['no characters', ''],
    ['characters outside base64url', '!!!'],
    ['the prefix of another list', base64url('audit:12')],
    ['no digits', base64url('transaction:x')],
    ['a leading zero', base64url('transaction:012')],
    ['the number 0, which no item has', base64url('transaction:0')],
    ['a number beyond bigint', base64url(`transaction:${'9'.repeat(19)}`)],
    ['garbage after it', `${encodeCursor(12n)}!garbage`],
    ['padding after it', `${encodeCursor(12n)}==`],
    ['a space in it', ` ${encodeCursor(12n)}`],
  ])('a cursor is refused with %s', (_, cursor) => {
    const refusal = expect.objectContaining({ extensions: { code: 'TRANSACTION_CURSOR_INVALID' } })
    expect(() => decodeCursor(cursor)).toThrow(refusal)
  })
})
