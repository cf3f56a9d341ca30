import { openTestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { type AuditResult, serverAudits } from 'graphql-http'
import { expect, test } from 'vitest'

/** Runs every check of the public audit of GraphQL over HTTP, with a token. */
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

test('all 61 checks of the GraphQL over HTTP audit pass with GATEWAY_ERRORS_ALWAYS=false', async () => {
  const results = await audit({ GATEWAY_ERRORS_ALWAYS: 'false' })
  expect(results).toHaveLength(61)
  expect(failed(results)).toEqual([])
})

/**
 * Checks from which the published interface departs on purpose. Each sends `accept: application/json`, gets 200 and its
 * data, and requires `errors` to be absent; the interface promises `"errors": []` to every client of that media type.
 */
const DELIBERATE = ['13EE', 'B8B3', '0220', '0221', '0222', '28B9', '6A70', '1B7A']

test('with the errors array of the published interface, only the checks fail that require its absence', async () => {
  const results = await audit({})
  expect(results).toHaveLength(61)
  const reason = 'Response body execution result has a property "errors"'
  expect(failed(results).sort()).toEqual(DELIBERATE.map((id) => `${id}: ${reason}`).sort())
})
