import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('a size is in bytes, and from a thousand on in kilobytes', () => {
  expect([0, 1, 999, 1_000, 12_345].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '12.3 kB',
  ])
})
