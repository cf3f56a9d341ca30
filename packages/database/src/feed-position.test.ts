import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodePosition, encodePosition, parsePosition } from './feed-position.ts'

const epoch = { id: randomUUID(), isFirst: true }
const later = { id: randomUUID(), isFirst: false }
const eventId = randomUUID()

describe('an encoded position', () => {
  test('an encoded position matches its own epoch and event, and no other', () => {
    const decoded = decodePosition(encodePosition({ position: 4_711n, epoch: epoch.id, eventId }))
    expect(decoded?.position).toBe(4_711n)
    expect(decoded?.matches(epoch, eventId)).toBe(true)
    expect(decoded?.matches(later, eventId)).toBe(false)
    expect(decoded?.matches(epoch, randomUUID())).toBe(false)
    expect(decoded?.matches(epoch, undefined)).toBe(false)
  })

  test('an encoded position may be before the first event', () => {
    const decoded = decodePosition(encodePosition({ position: 0n, epoch: epoch.id, eventId: undefined }))
    expect(decoded?.position).toBe(0n)
    expect(decoded?.matches(epoch, undefined)).toBe(true)
    expect(decoded?.matches(later, undefined)).toBe(false)
  })

  test('an encoded position of an earlier version consists of digits, and matches only the first epoch', () => {
    const decoded = decodePosition('12')
    expect(decoded?.matches(epoch, eventId)).toBe(true)
    expect(decoded?.matches(later, eventId)).toBe(false)
  })

  test.each([
    '',
    '-1',
    '12-',
    '12-xyz',
    '12-1f0c9a2e',
    '12-1f0c9a2e-1',
    '12-1F0C9A2E-5b3d01c4a2f0',
    '9223372036854775808',
  ])('%j is not an encoded position', (encoded) => {
    expect(decodePosition(encoded)).toBeUndefined()
  })
})

test.each([['-1'], ['1.5'], [''], ['0x10'], ['١'], ['99999999999999999999'], [5], [undefined]])(
  '%j is not a position in digits',
  (value) => {
    expect(parsePosition(value)).toBeUndefined()
  },
)
