import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonEnd } from './json-end.ts'

/** The same, byte by byte. */
function slowEnd(text: Buffer): number {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index += 1) {
    const character = String.fromCharCode(text[index] ?? 0)
    if (inText) {
      if (character === '\\') index += 1
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if ('{['.includes(character)) depth += 1
    else if ('}]'.includes(character)) {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return -1
}

function cutAt(text: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((place, index) => text.subarray(places[index], place))
}

const cuts = fc.array(fc.nat(), { maxLength: 6 })

test('an object ends where it ends, however it is written, in whatever pieces', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), fc.nat(4), cuts, (value, spaces, places) => {
      const text = Buffer.from(JSON.stringify(value, undefined, spaces))
      const followed = Buffer.concat([text, Buffer.from(',"}]')])
      expect(jsonEnd([followed], 0)).toBe(text.length)
      expect(jsonEnd(cutAt(followed, places), 0)).toBe(text.length)
      expect(jsonEnd(cutAt(text.subarray(0, -1), places), 0)).toBe(-1)
    }),
    { numRuns: 2_000 },
  )
})

test('any bytes at all are read as byte by byte', () => {
  const bytes = fc
    .array(fc.constantFrom(...'{}[]"\\a\n'), { maxLength: 400 })
    .map((all) => Buffer.from(`{${all.join('')}`))
  fc.assert(
    fc.property(bytes, cuts, (text, places) => {
      expect(jsonEnd(cutAt(text, places), 0)).toBe(slowEnd(text))
    }),
    { numRuns: 5_000 },
  )
})

test('an object longer than what is read at once ends where it ends', () => {
  const text = Buffer.from(JSON.stringify({ a: ['}'.repeat(200_000), { b: '\\"'.repeat(100_000) }], c: {} }))
  expect(jsonEnd([text], 0)).toBe(text.length)
  expect(jsonEnd([Buffer.from('{"data":'), text], 0)).toBe(-1)
  expect(jsonEnd([Buffer.concat([Buffer.from('{"data":'), text])], 8)).toBe(text.length + 8)
})
