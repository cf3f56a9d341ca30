import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actingRoles, rolesKnown, rolesSatisfying, satisfiesScopes, scopesOf } from './scopes.ts'

const rules = {
  roleScopes: { reader: ['a:read', 'b:read'], writer: ['a:read', 'a:write'], machine: ['a:write'] },
  defaultRole: 'machine',
}

describe('scopes from roles', () => {
  test('several roles grant the union of their scopes, once each and sorted', () => {
    expect(scopesOf(['writer', 'reader', 'writer'], rules)).toEqual(['a:read', 'a:write', 'b:read'])
  })

  test('a client that acts for itself without a known role acts as the default role', () => {
    for (const roles of [[], ['offline_access', 'uma_authorization']]) {
      expect(actingRoles({ roles, actsFor: 'ITSELF' }, rules)).toEqual(['machine'])
    }
  })

  test('a person without a known role acts as none, and has no scope', () => {
    for (const roles of [[], ['offline_access'], ['Reader'], ['reader ']]) {
      expect(actingRoles({ roles, actsFor: 'PERSON' }, rules)).toEqual([])
      expect(scopesOf(roles, rules)).toEqual([])
    }
  })

  test.each(['ITSELF', 'PERSON'] as const)(
    'a known role counts whether the client acts for itself or for a person (%s)',
    (actsFor) => {
      expect(actingRoles({ roles: ['offline_access', 'reader'], actsFor }, rules)).toEqual(['reader'])
    },
  )

  test.each(['READER', 'Reader', ' reader', 'reader ', 'rea\u200bder', '/reader', 'reader\n'])(
    'a role grants nothing unless its name is exactly a known one: %j',
    (role) => {
      expect(rolesKnown([role], rules)).toEqual([])
      expect(scopesOf([role], rules)).toEqual([])
    },
  )

  test.each(['constructor', '__proto__', 'toString'])('a role named %s grants nothing', (role) => {
    expect(rolesKnown([role], rules)).toEqual([])
    expect(scopesOf([role], rules)).toEqual([])
  })

  test('the suggested roles are those that alone grant everything required', () => {
    expect(rolesSatisfying([[['a:write']]], rules)).toEqual(['writer', 'machine'])
    expect(rolesSatisfying([[['a:write']], [['a:read', 'b:read'], ['a:read']]], rules)).toEqual(['writer'])
    expect(rolesSatisfying([[['c:read']]], rules)).toEqual([])
  })
})

describe('required scopes', () => {
  test.each([
    { granted: ['a'], required: [['a']], satisfied: true },
    { granted: ['a'], required: [['a', 'b']], satisfied: false },
    { granted: ['a', 'b'], required: [['a', 'b']], satisfied: true },
    { granted: ['c'], required: [['a', 'b'], ['c']], satisfied: true },
    { granted: [], required: [['a']], satisfied: false },
    { granted: ['a'], required: [], satisfied: false },
    { granted: [], required: [[]], satisfied: true },
  ])('$granted satisfies $required: $satisfied', ({ granted, required, satisfied }) => {
    expect(satisfiesScopes(granted, required)).toBe(satisfied)
  })

  test('additional scopes never make a satisfied requirement unsatisfied', () => {
    const scope = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(fc.array(scope), fc.array(scope), fc.array(fc.array(scope)), (granted, more, required) => {
        return !satisfiesScopes(granted, required) || satisfiesScopes([...granted, ...more], required)
      }),
    )
  })
})
