import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FormattedExecutionResult } from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

async function clientOf(gateway: TestGateway): Promise<Client> {
  const connectionParams = { bearer_token: await gateway.token() }
  return createClient({ url: gateway.wsUrl, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 })
}

const LIVE = 'subscription { orderChanged { id notes } }'

test('a subgraph that restarts is subscribed again, without the client noticing', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  const results = client.iterate({ query: LIVE })
  const first = results.next()
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '1', item: 'a' })
  expect((await first).value).toEqual({ data: { orderChanged: { id: '1', notes: ['note of 1'] } } })
  const second = results.next()
  await gateway.stop('orders')
  while (gateway.journal.subscribers() > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await gateway.revive('orders')
  await gateway.journal.subscribed(1)
  gateway.journal.publish({ id: '2', item: 'b' })
  expect((await second).value).toEqual({ data: { orderChanged: { id: '2', notes: ['note of 2'] } } })
  await client.dispose()
})

test('a subgraph that stays away is an error with SUBGRAPH_UNAVAILABLE, never a complete', async () => {
  await using gateway = await openTestGateway({ env: { GATEWAY_RESUBSCRIBE_ATTEMPTS_MAX: '2' } })
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

test('another subgraph that is down leaves its fields of an event null', async () => {
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

test('subscriptions of one gateway share a connection to the subgraph, each with its own fresh assertion', async () => {
  await using far = await openFarSide()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const runs = [client.iterate({ query: LIVE }), client.iterate({ query: LIVE })]
  const firsts = runs.map((run) => run.next())
  await far.subscribes(2)
  expect(far.connections()).toBe(1)
  for (const message of far.received) {
    const { identityAssertion, traceparent } = message.payload.extensions
    expect(identityAssertion.split('.')).toHaveLength(3)
    expect(traceparent).toMatch(/^00-/)
    expect(message.payload.query).toContain('orderChanged')
    far.send({ id: message.id, type: 'next', payload: { data: { orderChanged: { __typename: 'Order', id: '5' } } } })
  }
  for (const first of firsts) {
    expect((await first).value).toMatchObject({ data: { orderChanged: { id: '5', notes: null } } })
  }
  await client.dispose()
})

test.each<[string, unknown]>([
  ['empty', {}],
  ['data of the wrong type', { data: [] }],
  ['an error without a code', { errors: [{ message: 'password is hunter2' }] }],
  ['a null where none may be', { data: { orderChanged: null } }],
])('an event that is %s becomes an error, and the next one comes through', async (_name, payload) => {
  await using far = await openFarSide()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const results = client.iterate({ query: 'subscription { orderChanged { id } }' })
  const first = results.next()
  const [message] = await far.subscribes(1)
  far.send({ id: message?.id, type: 'next', payload })
  const answer = (await first).value as FormattedExecutionResult
  expect(answer).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
  expect(JSON.stringify(answer)).not.toContain('hunter2')
  const second = results.next()
  far.send({ id: message?.id, type: 'next', payload: { data: { orderChanged: { id: '6' } } } })
  expect((await second).value).toEqual({ data: { orderChanged: { id: '6' } } })
  await client.dispose()
})

test('a subgraph that fails unexpectedly is asked again, as one that went away is', async () => {
  await using far = await openFarSide()
  await using gateway = await openTestGateway({
    env: { GATEWAY_SUBGRAPH_URLS: `orders=${far.url},people=http://127.0.0.1:9/graphql` },
  })
  const client = await clientOf(gateway)
  const results = client.iterate({ query: 'subscription { orderChanged { id } }' })
  const first = results.next()
  const [before] = await far.subscribes(1)
  const trouble = { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
  far.send({ id: before?.id, type: 'error', payload: [trouble] })
  const [, after] = await far.subscribes(2)
  far.send({ id: after?.id, type: 'next', payload: { data: { orderChanged: { id: '6' } } } })
  expect((await first).value).toEqual({ data: { orderChanged: { id: '6' } } })
  await client.dispose()
})

interface SubscribeMessage {
  readonly id: string
  readonly payload: { readonly query: string; readonly extensions: Record<'identityAssertion' | 'traceparent', string> }
}

/** A subgraph of which the test decides every message. */
async function openFarSide() {
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
