import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { setExpiryClock, TOLERANCE_SECONDS } from '../../testing/set-expiry-clock.ts'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const LIVE = 'subscription { orderChanged { id item } }'
const BEGIN = { 'graphql-transport-ws': 'subscribe', 'graphql-ws': 'start' } as const
const GAUGES = ['live_connections', 'live_operations', 'live_upstreams']

/** The non-zero series of a metric, by their labels. */
async function series(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${gateway.internalUrl}/metrics`)).text()
  const found = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  const named = Array.from(found, ([, labels = '', value]) => {
    const label = /(?:reason|protocol)="([^"]*)"/.exec(labels)?.[1] ?? ''
    return [label, Number(value)] as const
  })
  return Object.fromEntries(named.filter(([, value]) => value !== 0))
}

async function connect(protocol: keyof typeof BEGIN, claims: Record<string, unknown> = {}) {
  const socket = new WebSocket(gateway.wsUrl, protocol)
  await once(socket, 'open')
  const payload = { bearer_token: await gateway.token(claims) }
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  await once(socket, 'message')
  return {
    socket,
    begin: (id: string, query = LIVE) => socket.send(JSON.stringify({ type: BEGIN[protocol], id, payload: { query } })),
  }
}

async function stream(claims: Record<string, unknown> = {}) {
  const left = new AbortController()
  const token = await gateway.token(claims)
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: LIVE }),
    signal: left.signal,
  })
  return { response, leave: () => left.abort() }
}

test('live metrics return to zero once all clients have disconnected in any way', async () => {
  const [newer, older] = [await connect('graphql-transport-ws'), await connect('graphql-ws')]
  const silent = new WebSocket(gateway.wsUrl, 'graphql-ws')
  await once(silent, 'open')
  const events = await stream()
  for (const client of [newer, older]) {
    for (const id of ['1', '2', '3']) client.begin(id)
    client.begin('answered', '{ __typename }')
    client.begin('refused', '{ nope }')
    client.begin('refused there', 'subscription { orderChanged(first: "refuse") { id } }')
    client.begin('completed', 'subscription { orderChanged(first: "2") { id } }')
  }
  await expect
    .poll(() => series('live_operations'))
    .toEqual({ 'graphql-transport-ws': 3, 'graphql-ws': 3, 'text/event-stream': 1 })
  expect(await series('live_connections')).toEqual({
    'graphql-transport-ws': 1,
    'graphql-ws': 2,
    'text/event-stream': 1,
  })
  expect(await series('live_ends_total')).toEqual({ REFUSED: 2 })
  newer.socket.terminate()
  older.socket.close()
  silent.close()
  events.leave()
  for (const gauge of GAUGES) await expect.poll(() => series(gauge), { message: gauge }).toEqual({})
  expect(await series('live_ends_total')).toEqual({ REFUSED: 2 })
})

test('an expired token counts once per connection, regardless of its number of operations', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iat: now, exp: now + 600 }
  const endSeconds = claims.exp + TOLERANCE_SECONDS
  const sockets = await Promise.all([connect('graphql-transport-ws', claims), connect('graphql-ws', claims)])
  const closed = sockets.map(({ socket }) => once(socket, 'close'))
  for (const { begin } of sockets) for (const id of ['1', '2']) begin(id)
  await expect.poll(() => series('live_operations')).toEqual({ 'graphql-transport-ws': 2, 'graphql-ws': 2 })
  setExpiryClock(endSeconds - 1)
  const events = await stream(claims)
  expect(await events.response.text()).toContain('TOKEN_EXPIRED')
  setExpiryClock(endSeconds)
  expect((await Promise.all(closed)).map(([code]) => code)).toEqual([4403, 4403])
  expect(await series('live_ends_total')).toMatchObject({ TOKEN_EXPIRED: 3 })
  for (const gauge of GAUGES) await expect.poll(() => series(gauge), { message: gauge }).toEqual({})
})
