import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'

test('a gateway that restarts while the provider is down accepts tokens with its stored keys', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'keys-cache-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const env = { GATEWAY_OIDC_KEYS_CACHE: join(folder, 'keys.json') }
  const first = stack.use(await openTestGateway({ env }))
  const token = await first.token()
  expect((await first.query('{ people { all { id } } }', { token })).errors).toEqual([])

  first.issuer.respondWith((_request, response) => void response.writeHead(503).end())
  const restarted = { ...env, GATEWAY_OIDC_ISSUER: first.issuer.issuer }
  const second = stack.use(await openTestGateway({ env: restarted }))
  expect((await second.query('{ people { all { id } } }', { token })).errors).toEqual([])
  expect((await fetch(`${second.internalUrl}/readyz`)).status).toBe(200)

  const without = stack.use(await openTestGateway({ env: { GATEWAY_OIDC_ISSUER: first.issuer.issuer } }))
  const { errors } = await without.query('{ people { all { id } } }', { token })
  expect(errors?.[0]?.extensions).toEqual({ code: 'IDENTITY_PROVIDER_UNAVAILABLE' })
})
