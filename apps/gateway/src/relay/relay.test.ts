import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FormattedExecutionResult } from 'graphql'
import type { Client } from 'graphql-ws'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openTestGateway } from '../testing/test-gateway.ts'
import { clientOf, LIVE, orders, watch } from './testing/watch.ts'

test('a subscription survives a restart of its subgraph without a lost or repeated event', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const live = watch(client, { query: LIVE })
  await gateway.journal.subscribed(1)
  for (const order of orders(1, 2)) gateway.journal.publish(order)
  await live.seen(1, 2)
  await gateway.stop('orders')
  for (const order of orders(3, 4)) gateway.journal.publish(order)
  await gateway.revive('orders')
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '5', item: 'tea' })
  await live.seen(1, 2, 3, 4, 5)
  expect(live.results[0]).toEqual({
    data: { orderChanged: { id: '1', notes: ['note of 1'] } },
    extensions: { position: '1', at: expect.any(String) },
  })
  await client.dispose()
})

test('a lost subscription without positions ends with RESUME_IMPOSSIBLE', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged(first: "1") { id } }' })
  await live.seen(1)
  await gateway.stop('orders')
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
  await client.dispose()
})

test('equal subscriptions of one caller share an upstream, and another caller has its own', async () => {
  await using gateway = await openTestGateway()
  const clients = await Promise.all(['ann', 'ann', 'ann', 'bob'].map((sub) => clientOf(gateway, { sub })))
  const live = clients.map((client) => watch(client, { query: LIVE }))
  const other = watch(clients[0] as Client, { query: 'subscription { orderChanged { item } }' })
  await gateway.journal.subscribed(3)
  gateway.journal.publish({ id: '1', item: 'tea' })
  for (const each of live) await each.seen(1)
  await expect.poll(() => other.results).toMatchObject([{ data: { orderChanged: { item: 'tea' } } }])
  expect(gateway.journal.subscribers()).toBe(3)
  await Promise.all(clients.slice(1).map((client) => client.dispose()))
  await expect.poll(() => gateway.journal.subscribers()).toBe(2)
  await clients[0]?.dispose()
  await expect.poll(() => gateway.journal.subscribers()).toBe(0)
})

test('a requested announcement with a position to resume from is sent once a subscription is live', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  gateway.journal.publish({ id: '1', item: 'tea' })
  const first = watch(client, { query: LIVE, extensions: { announce: true } })
  await expect.poll(() => first.results).toEqual([{ data: null, extensions: { position: '1' } }])
  // This subscription joins the live group.
  const second = watch(client, { query: LIVE, extensions: { announce: true } })
  await expect.poll(() => second.results).toEqual([{ data: null, extensions: { position: '1' } }])
  gateway.journal.publish({ id: '2', item: 'tea' })
  await Promise.all([first.seen(2), second.seen(2)])
  await client.dispose()
})

test('a client resumes after its last event, and shares an upstream again once it has caught up with the others', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const main = watch(client, { query: LIVE })
  await gateway.journal.subscribed(1)
  for (const order of orders(1, 2, 3)) gateway.journal.publish(order)
  await main.seen(1, 2, 3)
  const late = watch(client, { query: LIVE, extensions: { resumeAfter: '1' } })
  await late.seen(2, 3)
  for (const order of orders(4, 5)) gateway.journal.publish(order)
  await Promise.all([main.seen(1, 2, 3, 4, 5), late.seen(2, 3, 4, 5)])
  await expect.poll(() => gateway.journal.subscribers()).toBe(1)
  gateway.journal.publish({ id: '6', item: 'tea' })
  await Promise.all([main.seen(1, 2, 3, 4, 5, 6), late.seen(2, 3, 4, 5, 6)])
  await client.dispose()
})

test('clients that all resume, as after a restart of the gateway, share an upstream once their positions are equal', async () => {
  await using gateway = await openTestGateway()
  for (const order of orders(1, 2, 3, 4, 5)) gateway.journal.publish(order)
  const client = await clientOf(gateway)
  const lives = ['1', '2', '3', '4'].map((resumeAfter) => watch(client, { query: LIVE, extensions: { resumeAfter } }))
  for (const live of lives) await expect.poll(() => live.ids.at(-1)).toBe('5')
  for (const order of orders(6, 7)) gateway.journal.publish(order)
  await expect.poll(() => gateway.journal.subscribers()).toBe(1)
  const begun = watch(client, { query: LIVE, extensions: { announce: true } })
  await expect.poll(() => begun.results).toEqual([{ data: null, extensions: { position: '7' } }])
  for (const order of orders(8, 9)) gateway.journal.publish(order)
  for (const [index, live] of lives.entries()) await live.seen(...[2, 3, 4, 5, 6, 7, 8, 9].slice(index))
  await begun.seen(8, 9)
  await expect.poll(() => gateway.journal.subscribers()).toBe(1)
  await client.dispose()
})

test.each<[string, unknown, string]>([
  ['not a string', 7, 'BAD_USER_INPUT'],
  ['too long', 'x'.repeat(1_000), 'BAD_USER_INPUT'],
  ['unknown', '4711', 'RESUME_IMPOSSIBLE'],
])('a resumeAfter value that is %s is refused', async (_name, resumeAfter, code) => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const { outcome } = watch(client, { query: LIVE, extensions: { resumeAfter } })
  expect(await outcome).toMatchObject([{ extensions: { code } }])
  await client.dispose()
})

test('entities of events that arrive together are fetched in one batch', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const query = 'subscription { orderChanged { id placedBy { nickname } } }'
  const live = watch(client, { query })
  await gateway.journal.subscribed(1)
  const ids = Array.from({ length: 300 }, (_, index) => index)
  for (const order of orders(...ids)) gateway.journal.publish(order)
  await live.seen(...ids)
  expect(live.results.at(-1)).toMatchObject({ data: { orderChanged: { placedBy: { nickname: 'anny' } } } })
  expect(gateway.journal.entries.length).toBeLessThan(150)
  await client.dispose()
})

test('events beyond the limit of pending events stay with the subgraph, and none is lost', async () => {
  await using gateway = await openTestGateway({
    people: (request, response) => {
      request.resume()
      setTimeout(() => response.writeHead(500).end(), 100)
    },
  })
  const client = await clientOf(gateway)
  const live = watch(client, { query: LIVE })
  await gateway.journal.subscribed(1)
  const ids = Array.from({ length: 5_000 }, (_, index) => index)
  for (const order of orders(...ids)) gateway.journal.publish(order)
  await expect.poll(() => live.ids.length).toBe(5_000)
  await live.seen(...ids)
  await client.dispose()
})

test('a new schema that does not affect a subscription does not interrupt it', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const live = watch(client, { query: LIVE })
  await gateway.journal.subscribed(1)
  await gateway.serve(gateway.supergraph.sdl.replace('type Person', '"Somebody." type Person'))
  gateway.journal.publish({ id: '1', item: 'tea' })
  await live.seen(1)
  expect(gateway.journal.subscribers()).toBe(1)
  await client.dispose()
})

test('a subscription follows its subgraph to a new URL without a lost or repeated event', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_SUBGRAPH_URLS: 'nobody=http://127.0.0.1:9/' } })
  const at = (orders: string) => gateway.supergraph.sdl.replace('http://orders', orders)
  await gateway.serve(at(await gateway.serveAlso('orders')))
  const client = await clientOf(gateway)
  const live = watch(client, { query: 'subscription { orderChanged { id } }' })
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await live.seen(1)
  await gateway.serve(at(await gateway.serveAlso('orders')))
  for (const order of orders(2, 3)) gateway.journal.publish(order)
  await live.seen(1, 2, 3)
  await expect.poll(() => gateway.journal.subscribers()).toBe(1)
  gateway.journal.publish({ id: '4', item: 'tea' })
  await live.seen(1, 2, 3, 4)
  await client.dispose()
})

test('a subscription whose field a new schema removes ends with SCHEMA_CHANGED, and others continue', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const going = watch(client, { query: 'subscription { orderChanged { id } }' })
  const ending = watch(client, { query: LIVE })
  await gateway.journal.subscribed(2)
  await gateway.serve(gateway.supergraph.sdl.replace('notes: [String!]', 'remarks: [String!]'))
  expect(await ending.outcome).toMatchObject([{ extensions: { code: 'SCHEMA_CHANGED' } }])
  gateway.journal.publish({ id: '1', item: 'tea' })
  await going.seen(1)
  await client.dispose()
})

test('a subscription whose subgraph stays down ends with SUBGRAPH_UNAVAILABLE, never with complete', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_TIMEOUTS: 'resubscribe=2' } })
  const client = await clientOf(gateway)
  const outcome = Promise.withResolvers<unknown>()
  client.subscribe(
    { query: LIVE },
    { next: () => {}, error: outcome.resolve, complete: () => outcome.resolve('completed') },
  )
  await gateway.journal.subscribed(1)
  await gateway.stop('orders')
  expect(await outcome.promise).toEqual([
    { message: 'The orders service is not available. Try again later.', extensions: { code: 'SUBGRAPH_UNAVAILABLE' } },
  ])
  await client.dispose()
})

test('the fields of an unreachable subgraph are null in an event', async () => {
  await using gateway = await openTestGateway()
  await gateway.stop('people')
  const client = await clientOf(gateway)
  const results = client.iterate({ query: LIVE })
  const first = results.next()
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'a' })
  expect((await first).value).toMatchObject({
    data: { orderChanged: { id: '1', notes: null } },
    errors: [{ path: ['orderChanged', 'notes'], extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }],
  })
  await client.dispose()
})

test('different subscriptions share a connection to the subgraph, each with its own identity assertion', async () => {
  await using far = await openScriptedSubgraph()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const runs = [LIVE, LIVE.replace('id', 'key: id')].map((query) => client.iterate({ query }))
  const firsts = runs.map((run) => run.next())
  await far.subscribes(2)
  expect(far.connections()).toBe(1)
  for (const message of far.received) {
    const { identityAssertion, traceparent } = message.payload.extensions
    expect(identityAssertion.split('.')).toHaveLength(3)
    expect(traceparent).toMatch(/^00-/)
    expect(message.payload.query).toContain('orderChanged')
    const order = { __typename: 'Order', id: '5', key: '5' }
    far.send({ id: message.id, type: 'next', payload: { data: { orderChanged: order } } })
  }
  const [first, second] = await Promise.all(firsts)
  expect(first?.value).toMatchObject({ data: { orderChanged: { id: '5', notes: null } } })
  expect(second?.value).toMatchObject({ data: { orderChanged: { key: '5', notes: null } } })
  await client.dispose()
})

test.each<[string, unknown]>([
  ['empty', {}],
  ['data of the wrong type', { data: [] }],
  ['an error without a code', { data: null, errors: [{ message: 'password is hunter2' }] }],
  ['null in a non-null field', { data: { orderChanged: null } }],
])('an event that is %s becomes an error, and the next one is delivered', async (_name, payload) => {
  await using far = await openScriptedSubgraph()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const results = client.iterate({ query: 'subscription { orderChanged { id } }' })
  const first = results.next()
  const [message] = await far.subscribes(1)
  far.send({ id: message?.id, type: 'next', payload })
  const result = (await first).value as FormattedExecutionResult
  expect(result).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
  expect(JSON.stringify(result)).not.toContain('hunter2')
  const second = results.next()
  far.send({ id: message?.id, type: 'next', payload: { data: { orderChanged: { id: '6' } } } })
  expect((await second).value).toEqual({ data: { orderChanged: { id: '6' } } })
  await client.dispose()
})

const TEMPORARY = ['ACCESS_NOT_RECORDED', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']
test.each(TEMPORARY)('a subscription that its subgraph refuses with %s is retried', async (code) => {
  await using far = await openScriptedSubgraph()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const results = client.iterate({ query: 'subscription { orderChanged { id } }' })
  const first = results.next()
  const [before] = await far.subscribes(1)
  const failure = { message: 'not now', extensions: { code } }
  far.send({ id: before?.id, type: 'error', payload: [failure] })
  const [, after] = await far.subscribes(2)
  far.send({ id: after?.id, type: 'next', payload: { data: { orderChanged: { id: '6' } } } })
  expect((await first).value).toEqual({ data: { orderChanged: { id: '6' } } })
  await client.dispose()
})

interface SubscribeMessage {
  readonly id: string
  readonly payload: { readonly query: string; readonly extensions: Record<'identityAssertion' | 'traceparent', string> }
}

/** A subgraph whose messages the test controls. */
async function openScriptedSubgraph() {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const received: SubscribeMessage[] = []
  let connections = 0
  sockets.on('connection', (socket) => {
    connections += 1
    socket.on('message', (text) => {
      const message = JSON.parse(String(text))
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}')
      if (message.type !== 'subscribe') return
      received.push(message)
      server.emit('subscribed')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    received,
    connections: () => connections,
    async subscribes(count: number) {
      while (received.length < count) await once(server, 'subscribed')
      return received
    },
    send(message: unknown) {
      for (const socket of sockets.clients) socket.send(JSON.stringify(message))
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
