import { rename, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listen, openTestGateway, type TestGateway } from '../testing/test-gateway.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'

const REQUESTS = 1_000
const AT_A_TIME = 40

/** The supergraph with a different description of `Order.item`, which shows clients which supergraph is served. */
const described = (sdl: string, words: string) => sdl.replace('  item: String!', `  "${words}"\n  item: String!`)

async function replaceFile({ supergraph }: TestGateway, sdl: string): Promise<void> {
  await writeFile(`${supergraph.file}.next`, sdl)
  await rename(`${supergraph.file}.next`, supergraph.file)
}

async function itemDescription(gateway: TestGateway): Promise<string | null> {
  const { data } = await gateway.query('{ __type(name: "Order") { fields { name description } } }')
  const type = data?.__type as { fields: { name: string; description: string | null }[] } | undefined
  return type?.fields.find(({ name }) => name === 'item')?.description ?? null
}

const readiness = async ({ internalUrl }: TestGateway) => {
  const response = await fetch(`${internalUrl}/readyz`)
  return [response.status, ((await response.json()) as { checks: { supergraph: string } }).checks.supergraph] as const
}

const metric = async ({ internalUrl }: TestGateway, name: string) => {
  const text = await (await fetch(`${internalUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1])
}

test('no request fails while the supergraph is reloaded', async () => {
  // On a busy machine, some requests take longer than the defaults.
  const env = { GATEWAY_TIMEOUTS: 'operation=60,subgraph=60' }
  await using gateway = await openTestGateway({ env })
  const token = await gateway.token()
  const responses: unknown[] = []
  let sent = 0
  let reloads = 0
  const client = async () => {
    while (sent < REQUESTS) {
      sent += 1
      if (sent % 250 === 0) {
        reloads += 1
        const own = reloads
        await replaceFile(gateway, described(gateway.supergraph.sdl, `reload ${own}`))
        // Another client may have replaced the supergraph since.
        const served = async () => Number(/^reload (\d+)$/.exec(String(await itemDescription(gateway)))?.[1])
        await expect.poll(served).toBeGreaterThanOrEqual(own)
      }
      // Every tenth operation has no cached plan.
      const alias = sent % 10 === 0 ? `a${sent}: ` : ''
      responses.push(await gateway.query(`{ orders { list { ${alias}id item notes placedBy { name } } } }`, { token }))
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, client))
  expect(reloads).toBeGreaterThanOrEqual(3)
  expect(responses).toHaveLength(REQUESTS)
  const failed = responses.filter((response) => {
    const { data, errors } = response as { data?: { orders?: { list?: unknown[] } }; errors?: unknown[] }
    return data?.orders?.list?.length !== 2 || (errors ?? []).length > 0
  })
  expect(failed).toEqual([])
})

test('a subscription continues when another graph is served', async () => {
  const { createClient } = await import('graphql-ws')
  const { WebSocket } = await import('ws')
  await using gateway = await openTestGateway()
  const client = createClient({
    url: gateway.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams: { bearer_token: await gateway.token() },
    retryAttempts: 0,
  })
  const events = client.iterate({ query: 'subscription { orderChanged { id notes } }' })
  const first = events.next()
  await gateway.journal.subscribed(1)
  await replaceFile(gateway, described(gateway.supergraph.sdl, 'another'))
  await expect.poll(() => itemDescription(gateway)).toBe('another')
  gateway.journal.publish({ id: '7', item: 'jug' })
  expect((await first).value).toMatchObject({ data: { orderChanged: { id: '7', notes: ['note of 7'] } } })
  expect(await metric(gateway, 'gateway_graph_snapshots')).toBe(2)
  await events.return?.()
  await client.dispose()
})

test('the last good graph is served while the supergraph file is broken, and readiness, metrics and log report the problem', async () => {
  await using gateway = await openTestGateway()
  expect(await readiness(gateway)).toEqual([200, 'ok'])
  await writeFile(gateway.supergraph.file, gateway.supergraph.sdl.slice(0, 2_000))
  await expect.poll(() => metric(gateway, 'gateway_supergraph_trouble')).toBe(1)
  const [status, detail] = await readiness(gateway)
  expect([status, detail]).toEqual([200, expect.stringContaining('the last good supergraph is served: ')])
  expect(gateway.logged.join('')).toContain('the supergraph source is failing')
  expect(await gateway.query('{ orders { list { id } } }')).toMatchObject({ data: { orders: { list: [{}, {}] } } })
  await writeFile(gateway.supergraph.file, described(gateway.supergraph.sdl, 'repaired'))
  await expect.poll(() => itemDescription(gateway)).toBe('repaired')
  expect(await readiness(gateway)).toEqual([200, 'ok'])
  expect(await metric(gateway, 'gateway_supergraph_trouble')).toBe(0)
})

test('changes of a supergraph at a URL are picked up', async () => {
  let sdl = testSubgraphs().supergraph
  const registry = await listen((_request, response) => response.end(sdl))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => registry.dispose())
  const url = `http://127.0.0.1:${registry.port}/supergraph`
  const options = { env: { GATEWAY_SUPERGRAPH: url }, limits: { supergraphPollSeconds: 1 } }
  const gateway = stack.use(await openTestGateway(options))
  expect(await itemDescription(gateway)).toBeNull()
  sdl = described(sdl, 'from afar')
  await expect.poll(() => itemDescription(gateway)).toBe('from afar')
})

test('a truncated supergraph is read again despite its ETag, and the secrets of its URL are never shown', async () => {
  const { supergraph } = testSubgraphs()
  let [sdl, etag, cut] = [supergraph, '"1"', false]
  const registry = await listen((request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.setHeader('etag', etag)
    response.end(cut ? sdl.slice(0, 2_000) : sdl)
  })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => registry.dispose())
  const url = `http://ann:hidden@127.0.0.1:${registry.port}/supergraph?token=hidden`
  const options = { env: { GATEWAY_SUPERGRAPH: url }, limits: { supergraphPollSeconds: 1 } }
  const gateway = stack.use(await openTestGateway(options))
  ;[sdl, etag, cut] = [described(supergraph, 'complete'), '"2"', true]
  const problem = (words: RegExp) => [200, expect.stringMatching(words)]
  await expect.poll(() => readiness(gateway)).toEqual(problem(/supergraph cannot be served: \d+:\d+ Syntax Error/))
  cut = false
  await expect.poll(() => itemDescription(gateway)).toBe('complete')
  await registry.dispose()
  await expect.poll(() => readiness(gateway)).toEqual(problem(/supergraph cannot be read: ECONNREFUSED$/))
  expect(gateway.logged.join('')).toContain(`http://127.0.0.1:${registry.port}/supergraph`)
  expect([...gateway.logged, (await readiness(gateway))[1]].join('')).not.toContain('hidden')
})

test('the public health check needs no token', async () => {
  await using gateway = await openTestGateway()
  const response = await fetch(`${gateway.url}/health`)
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}'])
})

test('a gateway without a supergraph refuses to start and names the setting', async () => {
  const started = openTestGateway({ env: { GATEWAY_SUPERGRAPH: '/nowhere/supergraph.graphql' } })
  await expect(started).rejects.toThrow(/^GATEWAY_SUPERGRAPH: \/nowhere\/supergraph.graphql cannot be read: ENOENT/)
})
