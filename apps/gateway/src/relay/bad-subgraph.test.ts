import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FormattedExecutionResult } from 'graphql'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/test-gateway.ts'
import { type FarMessage, type FarSocket, obedient, openFarSubgraph } from '../upstream/testing/far-subgraph.ts'
import { clientOf, LIVE, watch } from './testing/watch.ts'

const IDS = 'subscription { orderChanged { id } }'

/** A gateway in front of a subgraph whose subscriptions the test scripts. */
async function openBad(
  onSubscribe: (far: FarSocket, message: FarMessage) => void,
  options: { env?: Record<string, string>; people?: RequestListener } = {},
) {
  await using stack = new AsyncDisposableStack()
  const far = stack.use(
    await openFarSubgraph((message, socket) => {
      obedient(message, socket)
      if (message.type === 'subscribe') onSubscribe(socket, message)
    }),
  )
  const people = stack.use(await openPeople(options.people))
  const urls = `orders=${far.url},people=${people.url}`
  // Without schema requests, the subgraph receives only the test's subscriptions.
  const env = { GATEWAY_SUBGRAPH_URLS: urls, GATEWAY_PASS_THROUGH: 'checked', ...options.env }
  const gateway = stack.use(await openTestGateway({ env }))
  const client = await clientOf(gateway)
  stack.defer(() => Promise.resolve(client.dispose()))
  const opened = stack.move()
  return { far, gateway, client, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function openPeople(listener: RequestListener = (_request, response) => void response.writeHead(500).end()) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const next = ({ id }: FarMessage, order: string | number, extensions?: object) => ({
  id,
  type: 'next',
  payload: { data: { orderChanged: { __typename: 'Order', id: String(order) } }, extensions },
})
const announce = ({ id }: FarMessage, position: string) => ({
  id,
  type: 'next',
  payload: { data: null, extensions: { position } },
})

const codesOf = ({ errors }: FormattedExecutionResult) => errors?.map(({ extensions }) => extensions?.code)

const resumesOf = (received: readonly FarMessage[]) =>
  received.flatMap(({ type, payload }) =>
    type === 'subscribe' ? [(payload as { extensions: { resumeAfter?: string } }).extensions.resumeAfter] : [],
  )

test('a subgraph that announces and disconnects repeatedly is given up', async () => {
  await using bad = await openBad(
    (far, message) => {
      far.send(announce(message, '1'))
      far.socket.close()
    },
    { env: { GATEWAY_TIMEOUTS: 'resubscribe=2' } },
  )
  const live = watch(bad.client, { query: IDS })
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }])
})

test.each([
  ['another event follows', true],
  ['nothing follows', false],
])('a first result that has only errors is an event if %s', async (_name, follows) => {
  await using bad = await openBad((far, message) => {
    const errors = [{ message: 'broken', path: ['orderChanged'] }]
    far.send({ id: message.id, type: 'next', payload: { data: null, errors } })
    if (follows) far.send(next(message, 1))
  })
  const live = watch(bad.client, { query: IDS })
  await expect.poll(() => live.results.length).toBe(follows ? 2 : 1)
  expect(live.results.map(codesOf)).toEqual(
    follows ? [['INTERNAL_SERVER_ERROR'], undefined] : [['INTERNAL_SERVER_ERROR']],
  )
})

test('a message that exceeds the limit does not end the other subscriptions of its connection', async () => {
  const long = 'x'.repeat(33_000_000)
  const begun = new Map<string, [far: FarSocket, message: FarMessage]>()
  await using bad = await openBad(
    (far, message) => {
      const { query } = message.payload as { query: string }
      if (query.includes('long')) far.send(next(message, long))
      else begun.set(query, [far, message])
      far.send(announce(message, '1'))
    },
    { env: { GATEWAY_TIMEOUTS: 'resubscribe=600' } },
  )
  const others = Array.from({ length: 12 }, (_, n) => {
    return watch(bad.client, { query: `subscription { orderChanged { id key${n}: id } }` })
  })
  await expect.poll(() => begun.size).toBe(12)
  const live = watch(bad.client, { query: 'subscription { orderChanged { id long: id } }' })
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'EVENT_TOO_LONG' } }])
  for (const { ids } of others) {
    await expect
      .poll(() => {
        for (const [query, [far, { id }]] of begun) {
          const [key = ''] = /key\d+/.exec(query) ?? []
          const data = { orderChanged: { id: '2', [key]: '2' } }
          far.send({ id, type: 'next', payload: { data, extensions: { position: '2' } } })
        }
        return ids
      })
      .toContain('2')
  }
})

test('a subscription cannot resume after an event without a position, even if an earlier event had one', async () => {
  await using bad = await openBad((far, message) => {
    far.send(next(message, 1, { position: '1' }))
    far.send(next(message, 2))
  })
  const live = watch(bad.client, { query: IDS })
  await live.seen(1, 2)
  bad.far.sockets[0]?.socket.terminate()
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
  await live.seen(1, 2)
})

test('a refusal after an event without a position ends the subscription, since events may be missed', async () => {
  await using bad = await openBad((far, message) => {
    far.send(next(message, 1))
    far.send({
      id: message.id,
      type: 'error',
      payload: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    })
  })
  const live = watch(bad.client, { query: IDS })
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
  await live.seen(1)
})

test('an empty position is ignored', async () => {
  await using bad = await openBad((far, message) => {
    far.send(announce(message, ''))
    far.send(next(message, 1, { position: '' }))
  })
  const live = watch(bad.client, { query: IDS })
  await live.seen(1)
  expect(live.results.at(-1)).toEqual({ data: { orderChanged: { id: '1' } } })
  bad.far.sockets[0]?.socket.terminate()
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
})

test('an announcement between events is not an event and does not change the position', async () => {
  let subscribes = 0
  await using bad = await openBad((far, message) => {
    subscribes += 1
    if (subscribes > 1) return
    far.send(next(message, 1, { position: '1' }))
    far.send(announce(message, '9'))
    far.send(next(message, 2, { position: '2' }))
    far.send(announce(message, '9'))
    far.socket.close()
  })
  const live = watch(bad.client, { query: IDS })
  await expect.poll(() => resumesOf(bad.far.received)).toEqual([undefined, '2'])
  await live.seen(1, 2)
  expect(live.results).toHaveLength(2)
})

/** Nested more deeply than JSON.stringify supports, although JSON.parse does. */
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

test('a deeply nested event becomes an error, and the next event is delivered', async () => {
  await using bad = await openBad(() => {})
  const { supergraph } = bad.gateway
  const withJson = supergraph.sdl
    .replace('item: String!', 'item: Json!')
    .replace('scalar join__FieldSet', 'scalar Json @join__type(graph: ORDERS)\n\nscalar join__FieldSet')
  await bad.gateway.serve(withJson)
  const live = watch(bad.client, { query: 'subscription { orderChanged { id item notes } }' })
  await expect.poll(() => resumesOf(bad.far.received)).toHaveLength(1)
  const { id } = bad.far.received.find(({ type }) => type === 'subscribe') ?? {}
  const order = (item: string) => `{"data":{"orderChanged":{"__typename":"Order","id":"1","item":${item}}}}`
  for (const item of [DEEP, '"tea"']) {
    bad.far.sockets[0]?.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${order(item)}}`)
  }
  await live.seen(1)
  expect(live.results.map(codesOf)).toEqual([['INTERNAL_SERVER_ERROR'], ['SUBGRAPH_UNAVAILABLE']])
})

test('a deeply nested refusal becomes an internal error', async () => {
  await using bad = await openBad((far, { id }) => {
    const payload = `[{"message":"no","extensions":{"code":"NOT_YOURS","why":${DEEP}}}]`
    far.send(`{"id":${JSON.stringify(id)},"type":"error","payload":${payload}}`)
  })
  const live = watch(bad.client, { query: IDS })
  expect(await live.outcome).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
})

test('pending events are delivered before a subscription ends, and new subscribers get another upstream', async () => {
  const responses: (() => void)[] = []
  await using bad = await openBad(
    (far, message) => {
      far.send(announce(message, '1'))
      far.send(next(message, 2, { position: '2' }))
      far.send({ id: message.id, type: 'complete' })
    },
    {
      people: (request, response) => {
        request.resume()
        responses.push(() => response.writeHead(500).end())
      },
    },
  )
  const first = watch(bad.client, { query: LIVE })
  await expect.poll(() => responses.length).toBe(1)
  const second = watch(bad.client, { query: LIVE })
  await expect.poll(() => responses.length).toBe(2)
  expect([first.results, second.results]).toEqual([[], []])
  for (const respond of responses) respond()
  expect(await Promise.all([first.outcome, second.outcome])).toEqual(['completed', 'completed'])
  await Promise.all([first.seen(2), second.seen(2)])
  expect(resumesOf(bad.far.received)).toEqual([undefined, undefined])
})

test('a requested announcement arrives even when the first event is still pending', async () => {
  const responses: (() => void)[] = []
  await using bad = await openBad(
    (far, message) => {
      far.send(next(message, 1, { position: '1' }))
      far.send(announce(message, '1'))
    },
    {
      people: (request, response) => {
        request.resume()
        responses.push(() => response.writeHead(500).end())
      },
    },
  )
  const live = watch(bad.client, { query: LIVE, extensions: { announce: true } })
  await expect.poll(() => responses.length).toBe(1)
  for (const respond of responses) respond()
  const event = expect.objectContaining({ data: { orderChanged: { id: '1', notes: null } } })
  const announced = { data: null, extensions: { position: '1' } }
  await expect.poll(() => live.results).toEqual([event, announced])
  const other = watch(bad.client, { query: LIVE, extensions: { announce: true } })
  await expect.poll(() => other.results).toEqual([announced])
})

test('a subscription that ends at any time while it starts leaves nothing behind', async () => {
  await using gateway = await openTestGateway()
  const client = await clientOf(gateway)
  for (let round = 0; round < 30; round += 1) {
    const live = watch(client, { query: `subscription { orderChanged { key${round}: id } }` })
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
    live.end()
  }
  const last = watch(client, { query: IDS, extensions: { announce: true } })
  await expect.poll(() => last.results.length).toBe(1)
  gateway.journal.publish({ id: '1', item: 'tea' })
  await last.seen(1)
  await expect.poll(gateway.journal.subscribers).toBe(1)
  await client.dispose()
})
