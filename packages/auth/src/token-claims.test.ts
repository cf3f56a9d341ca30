import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRoles } from './token-claims.ts'

const claims = {
  realm_access: { roles: ['observer', 'offline_access'] },
  resource_access: { 'my.client': { roles: ['administrator'] }, account: { roles: ['view-profile'] } },
  groups: 'single',
  broken: { roles: [1, null, { a: 1 }, 'kept', ''] },
}

test('roles are read from every path, without duplicates', () => {
  const paths = ['realm_access.roles', 'resource_access.account.roles', 'realm_access.roles']
  expect(readRoles(claims, paths)).toEqual(['observer', 'offline_access', 'view-profile'])
})

test('a path may name a client id with dots', () => {
  expect(readRoles(claims, ['resource_access.my.client.roles'])).toEqual(['administrator'])
})

test('a claim that is a string is one role', () => {
  expect(readRoles(claims, ['groups'])).toEqual(['single'])
})

test('a value that is not a string is not a role', () => {
  expect(readRoles(claims, ['broken.roles', 'realm_access', 'missing.roles', ''])).toEqual(['kept'])
})

test('a string with control characters, or an empty or overlong one, is not a role', () => {
  const roles = ['kept', 'a\0b', '\ud83d', 'x'.repeat(256)]
  expect(readRoles({ roles }, ['roles'])).toEqual(['kept'])
})

test('inherited properties are not read', () => {
  expect(readRoles(claims, ['constructor.name', '__proto__.roles', 'groups.constructor.name'])).toEqual([])
})

test('any claims and any path yield a list of strings', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), (anything, paths) => {
      return readRoles(anything, paths).every((role) => typeof role === 'string' && role !== '')
    }),
  )
})
