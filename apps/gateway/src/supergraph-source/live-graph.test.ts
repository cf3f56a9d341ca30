import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openSubgraphClient } from '@travel-rule/federation/subgraph-client/subgraph-client'
import { buildGraph } from '@travel-rule/federation/supergraph/build-graph'
import { openLogger } from '@travel-rule/service/logger'
import { afterEach, expect, test } from 'vitest'
import { openUpstream } from '../relay/upstream/upstream.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { type LiveGraph, openLiveGraph } from './live-graph.ts'
import { openSubgraphConnections } from './subgraph-connections.ts'

const { supergraph } = testSubgraphs()
const logger = openLogger({ name: 'gateway', level: 'silent' })
const closing: (() => PromiseLike<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A subgraph that answers every request the same, with its connections counted. */
async function openFarSide() {
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

/** A live graph whose subgraph `orders` answers at `first`; `serve` replaces it by one that answers elsewhere. */
function openLive(first: string, graceMs = 0) {
  const urls = { orders: first }
  const connections = openSubgraphConnections((_name, url) => ({
    url,
    client: openSubgraphClient({
      url,
      connectionsMax: 4,
      fetchTimeoutMs: 5_000,
      connectTimeoutMs: 1_000,
      answerBytesMax: 10_000,
    }),
    upstream: openUpstream(url),
  }))
  closing.push(() => connections[Symbol.asyncDispose]())
  const urlOf = (name: string) => (name === 'orders' ? urls.orders : 'http://127.0.0.1:9/')
  const live = openLiveGraph(buildGraph(supergraph), { connections, urlOf, graceMs, logger })
  return {
    live,
    connections,
    serve(url: string) {
      urls.orders = url
      live.replace(buildGraph(`${supergraph}\n# ${Math.random()}`))
    },
  }
}

const ask = (live: LiveGraph, snapshot = live.current()) =>
  snapshot.subgraphs.get('orders')?.client.send({
    query: '{ ok }',
    operationName: undefined,
    variables: {},
    headers: {},
    signal: new AbortController().signal,
  })

test('a subgraph that stays where it was keeps its connections', async () => {
  const side = await openFarSide()
  const { live, connections, serve } = openLive(side.url)
  await ask(live)
  const { graph } = live.current()
  serve(side.url)
  expect(live.current().graph).not.toBe(graph)
  await expect.poll(() => live.count()).toBe(1)
  expect(await ask(live)).toMatchObject({ data: { ok: true } })
  expect([side.opened(), side.open(), connections.count()]).toEqual([1, 1, 2])
})

test('a subgraph that went elsewhere is left once the last user of its graph has gone', async () => {
  const [before, after] = [await openFarSide(), await openFarSide()]
  const { live, serve } = openLive(before.url)
  const old = live.current()
  const use = old.use()
  await ask(live)
  serve(after.url)
  await ask(live)
  expect([live.count(), before.open(), after.open()]).toEqual([2, 1, 1])
  expect(await ask(live, old)).toMatchObject({ data: { ok: true } })
  use[Symbol.dispose]()
  use[Symbol.dispose]()
  await expect.poll(() => [live.count(), before.open(), after.open()]).toEqual([1, 0, 1])
})

test('a replaced graph that nobody uses is given back at once, although its subgraphs stay open for some time', async () => {
  const side = await openFarSide()
  const { live, serve } = openLive(side.url, 3_600_000)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const graphs = Array.from({ length: 3 }, () => {
    const graph = new WeakRef(live.current().graph)
    serve(side.url)
    return graph
  })
  const kept = () => {
    collect()
    return graphs.filter((graph) => graph.deref() !== undefined).length
  }
  await expect.poll(kept, { timeout: 10_000 }).toBe(0)
  expect(live.count()).toBe(4)
})

test('a graph whose subgraphs cannot be opened changes nothing', async () => {
  const side = await openFarSide()
  const { live, serve, connections } = openLive(side.url)
  const { graph } = live.current()
  expect(() => serve('no url')).toThrow()
  expect([live.current().graph, live.count(), connections.count()]).toEqual([graph, 1, 2])
})
