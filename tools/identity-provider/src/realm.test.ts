import { expect, test } from 'vitest'
import { openRealm, originAllowed } from './realm.ts'

const realm = openRealm({
  baseUrl: 'https://host.example/travel',
  realm: 'r',
  audience: 'travel-rule',
  redirectUris: ['http://localhost:5173/signed-in'],
})

test('people may return to the base URL, the explorer and the configured URLs', () => {
  expect(realm.redirectUris).toEqual([
    'https://host.example/travel/',
    'https://host.example/travel/graphql',
    'http://localhost:5173/signed-in',
  ])
})

test.each([
  ['https://host.example', true],
  ['http://localhost:5173', true],
  ['http://localhost:9999', false],
  ['http://127.0.0.1:5173', false],
  ['https://evil.example', false],
  ['null', false],
])('scripts of %s are allowed: %s', (origin, allowed) => {
  expect(originAllowed(origin, realm.redirectUris)).toBe(allowed)
})
