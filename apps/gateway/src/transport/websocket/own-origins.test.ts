import { expect, test } from 'vitest'
import { ownOrigins } from './own-origins.ts'

test.each<[string, string[]]>([
  ['https://vasp.example', ['https://vasp.example']],
  ['https://vasp.example:8443/api', ['https://vasp.example:8443']],
  ['http://localhost:4000', ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']],
  ['http://127.0.0.1', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
])('pages of %s', (baseUrl, origins) => {
  expect(ownOrigins(baseUrl)).toEqual(origins)
})
