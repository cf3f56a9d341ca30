import { readSettings } from '@travel-rule/service/settings'
import { expect, test } from 'vitest'
import { settings } from './config.ts'

const KEYS = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'public', d: 'private' }] }
const REQUIRED = { GATEWAY_OIDC_ISSUER: 'http://issuer', GATEWAY_ASSERTION_KEYS: JSON.stringify(KEYS) }

test('the issuer and the keys of identity assertions are required settings', () => {
  expect(() => readSettings(settings, {})).toThrow(/GATEWAY_OIDC_ISSUER[\s\S]*GATEWAY_ASSERTION_KEYS/)
})

test('assertion keys that are not a JWK set are refused without being shown', () => {
  for (const keys of ['secret text', '{"keys":[]}', '[]']) {
    expect(() => readSettings(settings, { ...REQUIRED, GATEWAY_ASSERTION_KEYS: keys })).toThrow(
      'GATEWAY_ASSERTION_KEYS: must be a JWK set, {"keys":[…]}, of private Ed25519 keys',
    )
  }
})

test('all subgraphs together have no URL for subscriptions', () => {
  const rules = (name: string) => JSON.stringify({ [name]: { subscriptions: { url: 'http://orders:4000/live' } } })
  const read = (name: string) => readSettings(settings, { ...REQUIRED, GATEWAY_SUBGRAPHS: rules(name) })
  expect(() => read('*')).toThrow('GATEWAY_SUBGRAPHS: *.subscriptions.url: must be set for one subgraph')
  expect(read('orders').subgraphRules).toHaveProperty('orders')
})

test('a duration too long for a timer is refused', () => {
  const introspection = { url: 'http://issuer/introspect', clientId: 'gateway', clientSecret: 'secret' }
  const variables: [string, (seconds: string) => string, string][] = [
    ['GATEWAY_PROCESS_HANG_SECONDS', (seconds) => seconds, ': must be a whole number of seconds from 1 to 86400'],
    ...['operation', 'subgraph', 'resubscribe'].map((part): [string, (seconds: string) => string, string] => [
      'GATEWAY_TIMEOUTS',
      (seconds) => `${part}=${seconds}`,
      `: ${part} must be a whole number of seconds from 1 to 86400`,
    ]),
    [
      'GATEWAY_OIDC_INTROSPECTION',
      (seconds) => JSON.stringify({ ...introspection, seconds: Number(seconds) }),
      ': seconds: ',
    ],
  ]
  for (const [variable, writeValue, problem] of variables) {
    const read = (seconds: string) => () => readSettings(settings, { ...REQUIRED, [variable]: writeValue(seconds) })
    for (const seconds of ['31536000', '86401', '0', '1.5', '-1']) {
      expect(read(seconds)).toThrow(`${variable}${problem}`)
    }
    for (const seconds of ['1', '86400']) expect(read(seconds)).not.toThrow()
  }
})

test('roles have the designed scopes unless GATEWAY_ROLE_SCOPES is set', () => {
  const { roleScopes, defaultRole } = readSettings(settings, REQUIRED)
  expect(Object.keys(roleScopes)).toEqual(['observer', 'compliance-officer', 'administrator', 'integration'])
  expect(roleScopes.administrator).not.toContain('pii:read')
  expect(roleScopes['compliance-officer']).not.toContain('autod:write')
  expect(roleScopes.integration).toEqual([
    'trpd:read',
    'trpd:write',
    'aopd:read',
    'aopd:write',
    'autod:read',
    'pii:read',
  ])
  expect(defaultRole).toBe('integration')
  const changed = readSettings(settings, { ...REQUIRED, GATEWAY_ROLE_SCOPES: 'a=x y,b=z' })
  expect(changed.roleScopes).toEqual({ a: ['x', 'y'], b: ['z'] })
})
