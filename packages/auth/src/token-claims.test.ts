import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actsForItself, readRoles, readVerifiedToken } from './token-claims.ts'

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

test('a claim path may contain a client id with dots', () => {
  expect(readRoles(claims, ['resource_access.my.client.roles'])).toEqual(['administrator'])
})

test('a string claim is one role', () => {
  expect(readRoles(claims, ['groups'])).toEqual(['single'])
})

test('a value that is not a string is not a role', () => {
  expect(readRoles(claims, ['broken.roles', 'realm_access', 'missing.roles', ''])).toEqual(['kept'])
})

test('a string with control characters, or an empty or overlong one, is not a role', () => {
  const roles = ['kept', 'a\0b', '\ud83d', 'x'.repeat(256)]
  expect(readRoles({ roles }, ['roles'])).toEqual(['kept'])
})

test('the name of a caller is one line without bidirectional controls', () => {
  const rules = {
    issuer: 'i',
    audience: 'a',
    algorithms: [],
    roleClaims: [],
    lifetimeSecondsMax: 60,
    clockToleranceSeconds: 0,
  }
  const token = { sub: 's', iss: 'i', iat: 1, exp: 2 }
  const nameOf = (name: string) =>
    readVerifiedToken({ ...token, name, preferred_username: 'ada' }, undefined, rules).name
  expect(nameOf(' Ada\u202e\n\u2067Lovelace\u200f ')).toBe('Ada Lovelace')
  expect(nameOf('\u202e')).toBe('ada')
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

const keycloakAccount = { typ: 'Bearer', azp: 'Shop', client_id: 'Shop', sub: 'a6f0' }

const withoutScope = {
  typ: 'Bearer',
  azp: 'Shop',
  sub: 'a6f0',
  jti: 'trrtcc:1f6e',
  preferred_username: 'service-account-shop',
}

test.each([
  ['a service account of Keycloak', { ...keycloakAccount, preferred_username: 'service-account-shop' }],
  ['one without the scope "profile"', keycloakAccount],
  ['one without the scope "service_account"', withoutScope],
  ['one without any scope', { typ: 'Bearer', azp: 'Shop', sub: 'a6f0', jti: 'trrtcc:1f6e' }],
  ['one with a lightweight token', { typ: 'Bearer', azp: 'Shop', sub: 'a6f0', jti: 'trltcc:1f6e' }],
  ['one that may refresh its token', { ...withoutScope, jti: 'onrtcc:1f6e', sid: 's1' }],
  ['an older Keycloak without the scope "service_account"', { ...withoutScope, jti: '1f6e' }],
  ['RFC 9068, whose subject is the client', { client_id: 'shop', sub: 'shop' }],
])('a client acts for itself with the token of %s', (_, claims) => {
  expect(actsForItself(claims)).toBe(true)
})

test.each([
  ['a person of Keycloak', { typ: 'Bearer', azp: 'shop', sub: 'a6f0', sid: 's1', preferred_username: 'ada' }],
  ['a person whose token names client and session', { ...keycloakAccount, sid: 's1' }],
  ['a person of an older Keycloak', { ...keycloakAccount, session_state: 's1' }],
  ['a person who signed in at some time', { client_id: 'shop', sub: 'shop', auth_time: 1 }],
  ['a person with a name of their own', { ...keycloakAccount, preferred_username: 'ada' }],
  ['the account of another client', { ...keycloakAccount, preferred_username: 'service-account-other' }],
  ['a person as RFC 9068 describes it', { client_id: 'shop', sub: 'a6f0' }],
  ['a client that acts for another', { ...keycloakAccount, azp: 'front-end' }],
  ['a person with the name of a service account', { ...withoutScope, jti: 'onrtac:1f6e', sid: 's1' }],
  ['such a person at an older Keycloak', { ...withoutScope, jti: '1f6e', sid: 's1' }],
  ['such a person after a token exchange', { ...withoutScope, jti: 'trrtte:1f6e' }],
  ['such a person after an exchange that adds client_id', { ...keycloakAccount, jti: 'trrtte:1f6e' }],
  ['such a person with a password grant', { ...withoutScope, jti: 'onrtro:1f6e' }],
  ['a token without typ whose id names the grant', { ...withoutScope, typ: undefined }],
  ['a client without an id', { typ: 'Bearer', sub: 'a6f0', jti: 'trrtcc:1f6e' }],
  ['an unknown caller', { sub: 'shop' }],
  ['a client whose id is not a string', { client_id: ['shop'], sub: 'shop', typ: 'Bearer' }],
])('a client does not act for itself with the token of %s', (_, claims) => {
  expect(actsForItself({ ...claims } as Record<string, unknown>)).toBe(false)
})

test('configured marks alone decide if a client acts for itself', () => {
  const marks = [
    { path: 'gty', value: 'client-credentials' },
    { path: 'kinds.all', value: 'app' },
  ]
  expect(actsForItself({ gty: 'client-credentials', sub: 'x@clients' }, marks)).toBe(true)
  expect(actsForItself({ kinds: { all: ['user', 'app'] } }, marks)).toBe(true)
  expect(actsForItself({ gty: 'Client-Credentials' }, marks)).toBe(false)
  expect(actsForItself(keycloakAccount, marks)).toBe(false)
})
