import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { expect, test } from 'vitest'
import { type ChangingSubgraph, openChangingSubgraph } from '../testing/changing-subgraph.ts'
import { openPublishedKeys } from '../testing/published-keys.ts'
import { openComposeSource } from './compose-source.ts'
import type { GoodCopy } from './last-good-copy.ts'

const { signal } = new AbortController()
const SHOP = 'type Query { shop: String } type Item @key(fields: "id") { id: ID! name: String }'
const STOCK = 'type Query { stock: String } type Item @key(fields: "id") { id: ID! count: Int }'

/** Two running subgraphs, and the source that composes them. */
async function openPair() {
  await using stack = new AsyncDisposableStack()
  const keys = stack.use(await openPublishedKeys())
  const shop = stack.use(await openChangingSubgraph('shop', keys.verifierOf('shop'), SHOP))
  const stock = stack.use(await openChangingSubgraph('stock', keys.verifierOf('stock'), STOCK))
  const opened = stack.move()
  return {
    shop,
    stock,
    keys,
    open: (copy?: GoodCopy, more: Readonly<Record<string, ChangingSubgraph>> = {}) =>
      openComposeSource({
        urls: Object.fromEntries(Object.entries({ shop, stock, ...more }).map(([name, { url }]) => [name, url])),
        knownSchemas: copy?.subgraphs ?? {},
        knownSupergraph: copy?.supergraph,
        assertionFor: (name) => keys.signer.mint(SYSTEM, name),
        fixedHeaders: () => ({}),
        pollMs: 1_000,
        startWaitMs: 0,
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const SYSTEM = {
  subject: 'gateway',
  clientId: 'gateway',
  actsFor: 'ITSELF' as const,
  name: 'gateway',
  roles: [],
  scopes: [],
}

const queries = (sdl: string) => Object.keys(buildGraph(sdl).schema.getQueryType()?.getFields() ?? {}).sort()

test('subgraph schemas are requested with an identity assertion, and composed', async () => {
  await using pair = await openPair()
  const { sdl, problem } = await pair.open().read(signal)
  expect([queries(sdl), problem]).toEqual([['shop', 'stock'], undefined])
  expect([pair.shop.callers, pair.stock.callers]).toEqual([[SYSTEM], [SYSTEM]])
})

test('a changed and an added subgraph are composed without restarting the gateway', async () => {
  await using pair = await openPair()
  const source = pair.open()
  await source.read(signal)
  await pair.stock.deploy(STOCK.replace('stock: String', 'stock: String shelf: String'))
  expect(queries((await source.read(signal)).sdl)).toEqual(['shelf', 'shop', 'stock'])
  const verifier = pair.keys.verifierOf('rating')
  await using rating = await openChangingSubgraph('rating', verifier, 'type Query { rating: String }')
  expect(queries((await pair.open(undefined, { rating }).read(signal)).sdl)).toEqual([
    'rating',
    'shelf',
    'shop',
    'stock',
  ])
})

test('a subgraph that is down keeps its last schema, and the problem is reported', async () => {
  await using pair = await openPair()
  const source = pair.open()
  const complete = await source.read(signal)
  await pair.stock.stop()
  const without = await source.read(signal)
  expect(without.sdl).toBe(complete.sdl)
  expect(without.problem).toBe('the schema of the subgraph stock cannot be read: ECONNREFUSED')
  await pair.shop.deploy(SHOP.replace('shop: String', 'shop: String till: String'))
  expect(queries((await source.read(signal)).sdl)).toEqual(['shop', 'stock', 'till'])
})

test('a start while one subgraph is down uses its schema from the last good copy', async () => {
  await using pair = await openPair()
  const first = pair.open()
  const copy = { supergraph: (await first.read(signal)).sdl, subgraphs: first.subgraphSchemas() }
  await pair.stock.stop()
  const { sdl, problem } = await pair.open(copy).read(signal)
  expect([sdl, problem]).toEqual([copy.supergraph, expect.stringContaining('stock')])
  await expect(pair.open().read(signal)).rejects.toThrow(
    'the schema of the subgraph stock cannot be read: ECONNREFUSED',
  )
})

test.each([
  ['conflicting types', STOCK.replace('count: Int', 'name: Int'), /^composition failed: /],
  [
    'arguments inside @key',
    'type Query { stock: String } type Item @key(fields: "box(x: 1)") { box(x: Int): ID! }',
    /^composition failed: KEY_FIELDS_HAS_ARGS \[stock\] On type "Item", for @key/,
  ],
])('subgraph schemas with %s are refused', async (_name, stock, words) => {
  await using pair = await openPair()
  await pair.stock.deploy(stock)
  await expect(pair.open().read(signal)).rejects.toThrow(words)
})

test('a response without a schema is reported with its status', async () => {
  await using pair = await openPair()
  const source = openComposeSource({
    urls: { shop: pair.shop.url },
    knownSchemas: {},
    knownSupergraph: undefined,
    assertionFor: async () => 'no proof',
    fixedHeaders: () => ({}),
    pollMs: 1_000,
    startWaitMs: 0,
  })
  await expect(source.read(signal)).rejects.toThrow(
    'the schema of the subgraph shop cannot be read: the response with status 401 contains no schema',
  )
})
