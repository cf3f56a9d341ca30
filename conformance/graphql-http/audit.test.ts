import { openTestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { type AuditResult, serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'

/** Every check of the public audit of GraphQL over HTTP, run with a token. */
async function audit(env: Record<string, string>): Promise<AuditResult[]> {
  await using gateway = await openTestGateway({ env })
  const authorization = `Bearer ${await gateway.token()}`
  const fetchFn = (url: string, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), authorization } })
  const results: AuditResult[] = []
  for (const { fn } of serverAudits({ url: `${gateway.url}/graphql`, fetchFn })) results.push(await fn())
  return results
}

const failed = (results: readonly AuditResult[]) =>
  results.flatMap((result) => (result.status === 'ok' ? [] : [`${result.id}: ${result.reason}`]))

test('all 61 checks of the GraphQL over HTTP audit pass when the specification alone rules', async () => {
  const results = await audit({ GATEWAY_ERRORS_ALWAYS: 'false' })
  expect(results).toHaveLength(61)
  expect(failed(results)).toEqual([])
})

/**
 * Where the published interface departs from the audit, on purpose. Each of these sends `accept: application/json`, gets 200 and its data,
 * and then asks for `errors` to be absent; the interface promises `"errors": []` under that very media type, and clients in the field read it.
 * Nothing in these requests tells them from such a client.
 */
const DELIBERATE = ['13EE', 'B8B3', '0220', '0221', '0222', '28B9', '6A70', '1B7A']

test('with the errors array of the published interface, exactly the checks fail that ask for it to be absent', async () => {
  const results = await audit({})
  expect(results).toHaveLength(61)
  const reason = 'Response body execution result has a property "errors"'
  expect(failed(results).sort()).toEqual(DELIBERATE.map((id) => `${id}: ${reason}`).sort())
})
