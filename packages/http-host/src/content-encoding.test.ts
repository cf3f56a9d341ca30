import { expect, test } from 'vitest'
import { negotiateEncoding } from './content-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.4', 'br'],
  ['gzip', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['deflate', undefined],
])('accept-encoding %s gets the encoding %s', (header, expected) => {
  expect(negotiateEncoding(header)).toBe(expected)
})
