import { expect, test } from 'vitest'
import { openAuthPaths } from './auth-proxy.ts'

const REALM = '/auth/realms/travel-rule'
const isPublic = openAuthPaths(`https://vasp.example${REALM}`)

test.each([
  REALM,
  `${REALM}/.well-known/openid-configuration`,
  ...['auth', 'token', 'token/introspect', 'certs', 'userinfo', 'logout', 'revoke', 'login-status-iframe.html'].map(
    (endpoint) => `${REALM}/protocol/openid-connect/${endpoint}`,
  ),
  `${REALM}/login-actions/authenticate`,
  `${REALM}/login-actions/required-action`,
  `${REALM}/broker/entra-id/endpoint`,
  `${REALM}/interaction/Vo4k_-2`,
  `${REALM}/resources/style.css`,
  '/auth/resources/ra8fw/login/keycloak.v2/css/styles.css',
  '/auth/resources/ra8fw/common/keycloak/vendor/patternfly-v5/patternfly.min.css',
])('the path %s is public for people and clients', (path) => {
  expect(isPublic(path)).toBe(true)
})

test.each([
  '/auth/',
  '/auth/admin',
  '/auth/admin/master/console/',
  '/auth/admin/realms/travel-rule/users',
  '/auth/admin/travel-rule/console/',
  '/auth/realms/master',
  '/auth/realms/master/protocol/openid-connect/token',
  '/auth/realms/other/protocol/openid-connect/token',
  '/auth/realms/travel-rule-2/protocol/openid-connect/token',
  `${REALM}/account`,
  `${REALM}/clients-registrations/default`,
  `${REALM}/clients-managements/register-node`,
  `${REALM}/protocol/saml`,
  `${REALM}/authz/protection/resource_set`,
  '/auth/resources/ra8fw/admin/keycloak.v2/assets/main.js',
  '/auth/resources/ra8fw/account/keycloak.v3/assets/main.js',
  '/auth/health',
  '/auth/metrics',
  '/auth/welcome-content/index.html',
])('%s is not public', (path) => {
  expect(isPublic(path)).toBe(false)
})

test.each([
  '/auth/Realms/travel-rule/protocol/openid-connect/token',
  '/auth/realms/MASTER/protocol/openid-connect/token',
  '/auth/ADMIN/master/console/',
  `${REALM}/protocol/openid-connect/../../../../admin/`,
  `${REALM}/protocol/openid-connect/..`,
  `${REALM}/protocol/openid-connect/./token`,
  `${REALM}/protocol/openid-connect/%2e%2e/%2e%2e/%2e%2e/%2e%2e/admin/`,
  `${REALM}/protocol/openid-connect/..%2f..%2f..%2f..%2fadmin/`,
  `${REALM}/protocol/openid-connect/%252e%252e/admin`,
  `${REALM}/protocol/openid-connect/..;/..;/..;/..;/admin/`,
  `${REALM}/protocol/openid-connect/..;x=y/admin`,
  `${REALM};x/protocol/openid-connect/token`,
  `${REALM}/protocol/openid-connect/..\\..\\admin`,
  '/auth/realms//master/protocol/openid-connect/token',
  `/${REALM}/protocol/openid-connect/token`,
  `${REALM}//protocol/openid-connect/token`,
  '/auth/resources/../login/x',
  '/auth/resources/ra8fw/login/../admin/x',
  '/auth/%72ealms/travel-rule',
  `${REALM}/protocol/openid-connect/token\n`,
  `${REALM}/protocol/openid-connect/tok\u00e9n`,
  `${REALM}/protocol/openid-connect/${'x'.repeat(2_000)}`,
])('a path that servers may interpret in more than one way is not public: %j', (path) => {
  expect(isPublic(path)).toBe(false)
})

test.each([
  'https://vasp.example',
  'https://vasp.example/auth/realms/',
  'https://vasp.example/auth/realms/a/b',
  'https://vasp.example/auth/realms/a%2fb',
  'https://vasp.example/auth/realms/master',
  'https://vasp.example/auth/realms/Master',
])('the issuer %s has no public paths', (issuer) => {
  expect(() => openAuthPaths(issuer)).toThrow(/^GATEWAY_OIDC_ISSUER: /)
})

test('a dot in the name of a realm matches only a dot', () => {
  const paths = openAuthPaths('https://vasp.example/auth/realms/a.b')
  expect([paths('/auth/realms/a.b'), paths('/auth/realms/aXb')]).toEqual([true, false])
})
