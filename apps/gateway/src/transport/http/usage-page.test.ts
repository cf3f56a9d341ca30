import { expect, test } from 'vitest'
import { renderUsage } from './usage-page.ts'

test.each<[string, string | undefined, string, string]>([
  [
    'its own node',
    'http://a/auth/realms/mine',
    'curl http://a/auth/realms/mine/protocol/openid-connect/token',
    'well-known',
  ],
  [
    'another provider',
    'http://b/realms/theirs',
    'http://b/realms/theirs/.well-known/openid-configuration',
    'curl http://b',
  ],
  ['no provider', undefined, 'This is a GraphQL endpoint.</p>', 'token</h2>'],
])('the usage page names a realm only if it belongs to its own node: %s', (_name, issuer, shown, hidden) => {
  const html = renderUsage('http://a', issuer)
  expect(html).toContain(shown)
  expect(html).not.toContain(hidden)
  expect(html).not.toContain('travel-rule/')
})
