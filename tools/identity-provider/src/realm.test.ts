import { expect, test } from 'vitest'
import { originAllowed, redirectAllowed } from './realm.ts'

test.each([
  ['https://vasp.example/', true],
  ['https://vasp.example/dashboard?x=1', true],
  ['http://localhost:5173/', true],
  ['http://127.0.0.1:9/x', true],
  ['http://[::1]:3000/', true],
  ['https://localhost:5173/', false],
  ['http://vasp.example/', false],
  ['https://vasp.example:8443/', false],
  ['https://vasp.example.evil.example/', false],
  ['https://vasp.example@evil.example/', false],
  ['http://user:password@localhost/', false],
  ['http://localhost.evil.example/', false],
  ['https://vasp.example/#fragment', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//evil.example', false],
  ['', false],
])('a redirect to %s is allowed: %s', (uri, allowed) => {
  expect(redirectAllowed(uri, 'https://vasp.example')).toBe(allowed)
})

test.each([
  ['https://host.example/travel', true],
  ['https://host.example/travel/x', true],
  ['https://host.example/traveller', false],
  ['https://host.example/travel/../other', false],
  ['https://host.example/', false],
])('with a base URL that has a path, a redirect to %s is allowed: %s', (uri, allowed) => {
  expect(redirectAllowed(uri, 'https://host.example/travel')).toBe(allowed)
})

test.each([
  ['https://host.example', true],
  ['http://localhost:5173', true],
  ['https://evil.example', false],
  ['null', false],
])('scripts of %s are allowed: %s', (origin, allowed) => {
  expect(originAllowed(origin, 'https://host.example/travel')).toBe(allowed)
})
