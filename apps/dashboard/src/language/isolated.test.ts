import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('a name cannot change the direction of the sentence around it', () => {
  expect(isolated('Evil \u202eknaB\u2069')).toBe('\u2068Evil knaB\u2069')
  expect(isolated('بنك')).toBe('\u2068بنك\u2069')
})
