import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { countComparisons } from './count-comparisons.ts'

const count = (document: string, max = 1_000_000) => countComparisons(parse(document), max)
const repeat = (times: number, part: string) => Array.from({ length: times }, () => part).join(' ')

/** The number of comparisons beyond those of a document that has each field once. */
const extra = (document: string, plain: string) => Math.floor(count(document) - count(plain))

test('each field is compared with all others of the same response name', () => {
  expect(count('{ a b c: a }')).toBeLessThan(2)
  expect(extra(`{ ${repeat(10, 'a')} }`, '{ a }')).toBe(45 + 4)
  expect(extra(`{ ${repeat(10, 'x: a')} ${repeat(3, 'b')} }`, '{ x: a b }')).toBe(45 + 3 + 5)
})

test('fields with arguments or selections cost more to compare', () => {
  expect(count(`{ ${repeat(10, 'a(b: 1)')} }`)).toBe(45 * 20 + 5)
  expect(count(`{ ${repeat(10, 'a { id }')} }`)).toBe(45 * 20 + 5 + 45 + 5)
})

test('fields in the same place are compared, through fragments and merged parents', () => {
  const nested = `{ a { ...F ... { b } b } a { b } } fragment F on A { b }`
  // `b` occurs four times, and `a` twice.
  expect(Math.floor(count(nested))).toBe(6 + 20 + 4)
  expect(count('{ a { b } c { b } d { b } }')).toBeLessThan(4)
})

test('a fragment that is spread again in the same place is compared once', () => {
  const once = count('{ ...F } fragment F on A { a b }')
  expect(count('{ ...F ...F ...F } fragment F on A { a b }') - once).toBe(1)
})

test('counting ends soon after the limit is reached, however often fragments multiply', () => {
  const doubled = Array.from(
    { length: 60 },
    (_, i) => `fragment F${i} on A { x: a { ...F${i + 1} } y: a { ...F${i + 1} } }`,
  )
  const document = `{ ...F0 } ${doubled.join(' ')} fragment F60 on A { id }`
  expect(count(document, 10_000)).toBeGreaterThan(10_000)
})
