import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { expect, test } from 'vitest'
import { settings } from '../config.ts'
import { start } from '../start.ts'
import { openChangingSubgraph } from '../testing/changing-subgraph.ts'
import { openPublishedKeys } from '../testing/published-keys.ts'
import { TUNING } from '../tuning.ts'

const SHOP = 'type Query { shop: String } type Item @key(fields: "id") { id: ID! name: String }'
const STOCK = 'type Query { stock: String } type Item @key(fields: "id") { id: ID! count: Int }'

/** Two running subgraphs, and a folder for the gateways that compose them. */
async function openWorld() {
  await using stack = new AsyncDisposableStack()
  const issuer = stack.use(await openTestIssuer())
  const keys = stack.use(await openPublishedKeys())
  const shop = stack.use(await openChangingSubgraph('shop', keys.verifierOf('shop'), SHOP))
  const stock = stack.use(await openChangingSubgraph('stock', keys.verifierOf('stock'), STOCK))
  const folder = await mkdtemp(join(tmpdir(), 'composed-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const opened = stack.move()
  const startGateway = async (env: Readonly<Record<string, string>> = {}, supergraphStartSeconds = 0) => {
    const config = readSettings(settings, {
      GATEWAY_PORT: '0',
      GATEWAY_INTERNAL_PORT: '0',
      GATEWAY_SUPERGRAPH: 'compose:',
      GATEWAY_SUPERGRAPH_CACHE: join(folder, 'kept', 'supergraph.json'),
      GATEWAY_SUBGRAPH_URLS: `shop=${shop.url},stock=${stock.url}`,
      GATEWAY_ASSERTION_KEYS: keys.keys,
      GATEWAY_OIDC_ISSUER: issuer.issuer,
      ...env,
    })
    const limits = { ...TUNING, supergraphPollSeconds: 1, supergraphStartSeconds }
    const gateway = await start({ ...config, ...limits }, openLogger({ name: 'gateway', level: 'silent' }))
    const url = (port: number | undefined) => `http://127.0.0.1:${port}`
    return {
      [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
      async query(query: string): Promise<unknown> {
        const response = await fetch(`${url(gateway.ports.http)}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${await issuer.token()}` },
          body: JSON.stringify({ query }),
        })
        return response.json()
      },
      async readiness(): Promise<unknown> {
        const response = await fetch(`${url(gateway.ports.internal)}/readyz`)
        const { checks } = (await response.json()) as { checks: { supergraph: string } }
        return [response.status, checks.supergraph]
      },
    }
  }
  const copy = () => readFile(join(folder, 'kept', 'supergraph.json'), 'utf8')
  return { shop, stock, startGateway, copy, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const SOON = { interval: 100 }

test('a composing gateway serves a changed subgraph, and keeps its supergraph when composition fails', async () => {
  await using world = await openWorld()
  await using gateway = await world.startGateway()
  expect(await gateway.query('{ shop stock }')).toMatchObject({ data: { shop: 'shop', stock: 'stock' } })
  await world.stock.deploy(STOCK.replace('stock: String', 'stock: String shelf: String'))
  await expect.poll(() => gateway.query('{ shop shelf }'), SOON).toMatchObject({ data: { shelf: 'shelf' } })
  await world.stock.deploy(STOCK.replace('count: Int', 'name: Int'))
  const problem = expect.stringMatching(/^the last good supergraph is served: composition failed: /)
  await expect.poll(gateway.readiness, SOON).toEqual([200, problem])
  expect(await gateway.query('{ shop stock }')).toMatchObject({ data: { shop: 'shop', stock: 'stock' } })
  await world.stock.deploy(STOCK)
  await expect.poll(gateway.readiness, SOON).toEqual([200, 'ok'])
})

test('a gateway starts from the last good copy while a subgraph is down, and names the subgraph if it has no copy', async () => {
  await using world = await openWorld()
  await (await world.startGateway())[Symbol.asyncDispose]()
  await world.stock.stop()
  await using gateway = await world.startGateway()
  expect(await gateway.query('{ shop }')).toMatchObject({ data: { shop: 'shop' } })
  expect(await gateway.query('{ stock }')).toMatchObject({ errors: [{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }] })
  expect(await gateway.readiness()).toEqual([
    200,
    expect.stringContaining('the schema of the subgraph stock cannot be read'),
  ])
  await expect(world.startGateway({ GATEWAY_SUPERGRAPH_CACHE: '' })).rejects.toThrow(
    'GATEWAY_SUPERGRAPH: the schema of the subgraph stock cannot be read: ECONNREFUSED',
  )
})

test('a supergraph composed while a subgraph was down is stored for the next start', async () => {
  await using world = await openWorld()
  await (await world.startGateway())[Symbol.asyncDispose]()
  await world.stock.stop()
  await world.shop.deploy(SHOP.replace('shop: String', 'shop: String till: String'))
  await using gateway = await world.startGateway()
  expect(await gateway.query('{ till }')).toMatchObject({ data: { till: 'till' } })
  await world.stock.deploy(STOCK)
  await expect.poll(gateway.readiness, SOON).toEqual([200, 'ok'])
  await expect.poll(world.copy, SOON).toContain('till')
})

test('a gateway that starts before its subgraphs waits for them', async () => {
  await using world = await openWorld()
  await world.stock.stop()
  const starting = world.startGateway({}, 30)
  await expect.poll(() => world.shop.callers.length, SOON).toBeGreaterThan(0)
  await world.stock.deploy(STOCK)
  await using gateway = await starting
  expect(await gateway.query('{ shop stock }')).toMatchObject({ data: { stock: 'stock' } })
})
