import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actingRoles, rolesKnown, satisfiesScopes, scopesOf } from './scopes.ts'

const rules = {
  roleScopes: { reader: ['a:read', 'b:read'], writer: ['a:read', 'a:write'], machine: ['a:write'] },
  defaultRole: 'machine',
}

describe('scopes from roles', () => {
  test('several roles grant the union of their scopes, once each and sorted', () => {
    expect(scopesOf(['writer', 'reader', 'writer'], rules)).toEqual(['a:read', 'a:write', 'b:read'])
  })

  test('a caller with no known role acts as the default role', () => {
    expect(scopesOf([], rules)).toEqual(['a:write'])
    expect(scopesOf(['offline_access', 'uma_authorization'], rules)).toEqual(['a:write'])
    expect(actingRoles(['offline_access'], rules)).toEqual(['machine'])
  })

  test('a known role among unknown ones does not bring the scopes of the default role', () => {
    expect(scopesOf(['offline_access', 'reader'], rules)).toEqual(['a:read', 'b:read'])
    expect(rolesKnown(['offline_access', 'reader'], rules)).toEqual(['reader'])
  })

  test.each(['constructor', '__proto__', 'toString'])('a role named %s grants nothing', (role) => {
    expect(rolesKnown([role], rules)).toEqual([])
    expect(scopesOf([role], { ...rules, defaultRole: role })).toEqual([])
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
  ])('$granted against $required: $satisfied', ({ granted, required, satisfied }) => {
    expect(satisfiesScopes(granted, required)).toBe(satisfied)
  })

  test('more scopes never satisfy less', () => {
    const scope = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(fc.array(scope), fc.array(scope), fc.array(fc.array(scope)), (granted, more, required) => {
        return !satisfiesScopes(granted, required) || satisfiesScopes([...granted, ...more], required)
      }),
    )
  })
})
