import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestGateway } from './testing/test-gateway.ts'

test('a gateway that is shutting down is unhealthy for load balancers while it drains, and still serves requests', async () => {
  const gateway = await openTestGateway({ env: { DRAIN_SECONDS: '5' } })
  const statuses = () =>
    Promise.all(
      [`${gateway.url}/health`, `${gateway.internalUrl}/readyz`].map(async (url) => (await fetch(url)).status),
    )
  expect(await statuses()).toEqual([200, 200])
  // Sockets are closed at random times, the last of many long after the first.
  for (let count = 0; count < 20; count += 1) await once(new WebSocket(gateway.wsUrl, 'graphql-transport-ws'), 'open')
  const stopped = gateway[Symbol.asyncDispose]()
  await expect.poll(statuses, { interval: 5 }).toEqual([503, 503])
  const { checks } = (await (await fetch(`${gateway.internalUrl}/readyz`)).json()) as { checks: object }
  expect(checks).toMatchObject({ supergraph: 'ok', api: 'shutting down' })
  expect(await gateway.query('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
  await stopped
})

test('a gateway without live clients still serves requests while it drains, and closes their connections', async () => {
  await using gateway = await openTestGateway({ env: { DRAIN_SECONDS: '5' } })
  const health = () => fetch(`${gateway.url}/health`)
  expect((await health()).headers.get('connection')).toBe('keep-alive')
  let isOver = false
  const retired = gateway.retire().then(() => {
    isOver = true
  })
  const response = await health()
  expect([response.status, response.headers.get('connection'), isOver]).toEqual([503, 'close', false])
  expect(await gateway.query('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
  await retired
})

test('with GATEWAY_PAGES=none, / responds with 404, and a dashboard elsewhere can still request its caller', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_PAGES: 'none' } })
  expect((await fetch(gateway.url)).status).toBe(404)
  expect((await fetch(`${gateway.url}/graphql/caller`)).status).toBe(401)
})

test('a hanging disk does not keep a gateway from serving', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hanging-'))
  const copy = join(folder, 'supergraph.json')
  const hanging = `${copy}.${process.pid}.next`
  // Opening it for writing blocks until there is a reader.
  execFileSync('mkfifo', [hanging])
  const gateway = await openTestGateway({ env: { GATEWAY_SUPERGRAPH_CACHE: copy } })
  try {
    expect((await fetch(`${gateway.internalUrl}/readyz`)).status).toBe(200)
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200)
  } finally {
    await Promise.all([gateway[Symbol.asyncDispose](), readFile(hanging)])
    await rm(folder, { recursive: true })
  }
})
