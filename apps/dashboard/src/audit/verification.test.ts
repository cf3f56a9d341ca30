import { expect, test } from 'vitest'
import { nextOf, openVerification, type VerifiedPart, withPart } from './verification.ts'

const part = (from: number, to: number, more: Partial<VerifiedPart> = {}): VerifiedPart => ({
  from: String(from),
  to: String(to),
  isComplete: false,
  newestCheckpoint: null,
  problems: [],
  ...more,
})
const broken = { kind: 'LINK_BROKEN', sequence: '15', message: 'entry 15 does not hold the hash of entry 14' }
const truncated = { kind: 'END_TRUNCATED', sequence: '40', message: 'the log ends before entry 40' }

test('a verification continues after the last verified entry until the end', () => {
  const begun = openVerification(1, 25)
  expect([nextOf(begun), begun.isComplete]).toEqual([1, false])
  const half = withPart(begun, part(1, 10))
  expect([nextOf(half), half.isComplete]).toEqual([11, false])
  expect(withPart(half, part(11, 25)).isComplete).toBe(true)
})

test('a verified segment with a problem is not intact, and the others are', () => {
  const { segments, problems } = withPart(
    withPart(openVerification(1, 20), part(1, 10)),
    part(11, 20, { problems: [broken] }),
  )
  expect(segments).toEqual([
    { from: 1, to: 10, isIntact: true },
    { from: 11, to: 20, isIntact: false },
  ])
  expect(problems).toEqual([broken])
})

test('a problem that every call reports is listed once', () => {
  const first = withPart(openVerification(1, 20), part(1, 10, { problems: [truncated] }))
  expect(withPart(first, part(11, 20, { problems: [truncated] })).problems).toEqual([truncated])
})

test('a verification ends when the log has become shorter, is empty, or has too many problems', () => {
  expect(withPart(openVerification(1, 20), part(1, 0)).isComplete).toBe(true)
  expect(openVerification(1, 0).isComplete).toBe(true)
  const problems = Array.from({ length: 100 }, (_, index) => ({ ...broken, sequence: String(index) }))
  expect(withPart(openVerification(1, 900), part(1, 200, { problems })).isComplete).toBe(true)
})
