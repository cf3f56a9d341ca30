import { array, assert, constantFrom, double, property } from 'fast-check'
import { expect, it } from 'vitest'
import { areLettersFarApart, lettersOf, spellingDistance } from './spelling-distance.ts'

it.each([
  ['sergei', 'lavrov', 2, true],
  ['lavrov', 'lavroff', 2, false],
  ['ahmed', 'amed', 0.3, false],
])('the letters alone show that %s and %s are further apart than %d: %s', (left, right, limit, expected) => {
  expect(areLettersFarApart(lettersOf(left), lettersOf(right), limit)).toBe(expected)
})

it('words whose letters are far apart are themselves further apart than the limit', () => {
  const word = array(constantFrom(...'abcdeghkqstvwxyz1'), { maxLength: 60 }).map((letters) => letters.join(''))
  assert(
    property(word, word, double({ min: 0, max: 20, noNaN: true }), (left, right, limit) => {
      if (!areLettersFarApart(lettersOf(left), lettersOf(right), limit)) return
      expect(spellingDistance(left, right)).toBeGreaterThan(limit)
    }),
  )
})
