import { Kind } from 'graphql'
import { describe, expect, it } from 'vitest'
import { dateTimeScalar } from './date-time.ts'

describe('a DateTime', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00.5z', '2026-01-31T12:00:00.500Z'],
    ['2024-02-29T23:59:59.123456789-08:00', '2024-03-01T07:59:59.123Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('the DateTime %s is parsed as %s', (text, utc) => {
    for (const read of [
      dateTimeScalar.parseValue(text),
      dateTimeScalar.parseLiteral({ kind: Kind.STRING, value: text }),
    ])
      expect(dateTimeScalar.serialize(read)).toBe(utc)
  })

  it.each([
    '2025-02-30T00:00:00Z',
    '2025-02-29T12:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-03-01T24:00:00Z',
    '2025-03-01T23:60:00Z',
    '2025-03-01T00:00:00+25:00',
    '2025-03-01T00:00:00',
    '2025-03-01',
    ' 2025-03-01T00:00:00Z',
    '+002025-03-01T00:00:00Z',
    'now',
    '',
    1_700_000_000,
    null,
  ])('a DateTime cannot be written as %j', (value) => {
    expect(() => dateTimeScalar.parseValue(value)).toThrow(/RFC 3339/)
  })

  it('a DateTime in a document is never a number', () => {
    expect(() => dateTimeScalar.parseLiteral({ kind: Kind.INT, value: '1700000000' })).toThrow(/RFC 3339/)
  })
})
