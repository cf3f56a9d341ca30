import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { openSubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { openLogger } from '@travel-rule/service/logger'
import { afterEach, expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { openUpstream } from '../upstream/upstream.ts'
import { type LiveGraph, openLiveGraph } from './live-graph.ts'
import { serveGraph } from './operation-usage.ts'
import { openSubgraphConnections } from './subgraph-connections.ts'

const { supergraph } = testSubgraphs()
const logger = openLogger({ name: 'gateway', level: 'silent' })
const closing: (() => PromiseLike<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A subgraph that counts its connections. */
async function openCountingSubgraph() {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"ok":true}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  let opened = 0
  let open = 0
  server.on('connection', (socket) => {
    opened += 1
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, opened: () => opened, open: () => open }
}

/**
 * A live graph whose subgraph `orders` is at `first`. `serve` replaces the graph and this URL.
 */
function openLive(first: string, graceMs = 0) {
  const urls = { orders: first }
  const connections = openSubgraphConnections((_name, url) => ({
    url,
    client: openSubgraphClient({
      url,
      connectionsMax: 4,
      fetchTimeoutMs: 60_000,
      connectTimeoutMs: 10_000,
      responseBytesMax: 10_000,
    }),
    upstream: openUpstream(url),
  }))
  closing.push(() => connections[Symbol.asyncDispose]())
  const urlOf = (name: string) => (name === 'orders' ? urls.orders : 'http://127.0.0.1:9/')
  const live = openLiveGraph(serveGraph(buildGraph(supergraph)), {
    connections,
    urlOf,
    passThrough: () => 'checked',
    graceMs,
    logger,
  })
  return {
    live,
    connections,
    serve(url: string) {
      urls.orders = url
      live.replace(serveGraph(buildGraph(`${supergraph}\n# ${Math.random()}`)))
    },
  }
}

const fetchOk = (live: LiveGraph, snapshot = live.current()) =>
  snapshot.subgraphs.get('orders')?.client.send({
    query: '{ ok }',
    operationName: undefined,
    variables: {},
    headers: {},
    signal: new AbortController().signal,
  })

test('a subgraph with the same URL keeps its connections when the graph is replaced', async () => {
  const subgraph = await openCountingSubgraph()
  const { live, connections, serve } = openLive(subgraph.url)
  await fetchOk(live)
  const { graph } = live.current()
  serve(subgraph.url)
  expect(live.current().graph).not.toBe(graph)
  await expect.poll(() => live.count()).toBe(1)
  expect(await fetchOk(live)).toMatchObject({ data: { ok: true } })
  expect([subgraph.opened(), subgraph.open(), connections.count()]).toEqual([1, 1, 2])
})

test('the old connections of a subgraph that moved close after the last use of the replaced graph', async () => {
  const [before, after] = [await openCountingSubgraph(), await openCountingSubgraph()]
  const { live, serve } = openLive(before.url)
  const old = live.current()
  const use = old.use()
  await fetchOk(live)
  serve(after.url)
  await fetchOk(live)
  expect([live.count(), before.open(), after.open()]).toEqual([2, 1, 1])
  expect(await fetchOk(live, old)).toMatchObject({ data: { ok: true } })
  use[Symbol.dispose]()
  use[Symbol.dispose]()
  await expect.poll(() => [live.count(), before.open(), after.open()]).toEqual([1, 0, 1])
})

test('an unused replaced graph is garbage-collected, although its subgraphs stay open for the grace period', async () => {
  const subgraph = await openCountingSubgraph()
  const { live, serve } = openLive(subgraph.url, 3_600_000)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const graphs = Array.from({ length: 3 }, () => {
    const graph = new WeakRef(live.current().graph)
    serve(subgraph.url)
    return graph
  })
  const uncollected = () => {
    collect()
    return graphs.filter((graph) => graph.deref() !== undefined).length
  }
  await expect.poll(uncollected).toBe(0)
  expect(live.count()).toBe(4)
})

test('a graph whose subgraphs cannot be opened is not served', async () => {
  const subgraph = await openCountingSubgraph()
  const { live, serve, connections } = openLive(subgraph.url)
  const { graph } = live.current()
  expect(() => serve('no url')).toThrow()
  expect([live.current().graph, live.count(), connections.count()]).toEqual([graph, 1, 2])
})
