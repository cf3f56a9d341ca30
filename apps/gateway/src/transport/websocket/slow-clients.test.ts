import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await openTestGateway({
    env: { GATEWAY_BYTES_MAX: 'waiting=64 MB' },
    limits: { waitingBytesPerEvent: 64_000_000 / 50 },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: {
    readonly data?: { readonly orderChanged: { readonly id: string; readonly item: string } } | null
    readonly extensions?: { readonly position?: string }
  }
}

const WORDS = {
  'graphql-transport-ws': { begin: 'subscribe', result: 'next' },
  'graphql-ws': { begin: 'start', result: 'data' },
} as const
type Protocol = keyof typeof WORDS

/** An acknowledged socket. */
async function connect(protocol: Protocol) {
  const socket = new WebSocket(gateway.wsUrl, protocol)
  const received: Message[] = []
  socket.on('message', (text) => received.push(JSON.parse(String(text))))
  await once(socket, 'open')
  const { begin, result } = WORDS[protocol]
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', payload: { bearer_token: await gateway.token() } })
  await expect.poll(() => received.map(({ type }) => type)).toContain('connection_ack')
  return {
    socket,
    received,
    results: () => received.filter(({ type }) => type === result),
    begin: (id: string, query: string, extensions = {}) => send({ type: begin, id, payload: { query, extensions } }),
  }
}

/** The sum of a metric's series with this label. */
async function measured(name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${gateway.internalUrl}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const LIVE = 'subscription { orderChanged { id item } }'
const long = 'x'.repeat(1_000_000)

/** The changed orders, by the position of the change minus one. */
const published: string[] = []
function publish(id: string): void {
  published.push(id)
  gateway.journal.publish({ id, item: long })
}

const orderOf = (payload: Message['payload']) => payload?.data?.orderChanged.id
const positionsOf = (client: { results(): Message[] }) =>
  client.results().map(({ payload }) => Number(payload?.extensions?.position))

/** Changes of `entities` orders in turn, more than the operating system buffers for a client that does not read. */
async function publishLong(count: number, entities: number) {
  for (let number = 0; number < count; number += 1) {
    publish(`order ${number % entities}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe.each(Object.keys(WORDS) as Protocol[])('a client of %s that does not read', (protocol) => {
  test('a slow client is terminated after too many final messages, without affecting other clients', async () => {
    const before = await measured('live_ends_total', '"OVERFULL"')
    const logged = gateway.logged.length
    const client = await connect(protocol)
    client.begin('live', LIVE, { announce: true })
    await expect.poll(() => client.results().length).toBe(1)
    client.socket.pause()
    await publishLong(30, 2)
    for (let id = 0; id < 200; id += 1) {
      client.begin(`${id}`, `subscription { orderChanged(first: "refuse") { name${id}: id } }`)
      if (id % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await expect.poll(() => measured('live_ends_total', '"OVERFULL"')).toBe(before + 1)
    await expect.poll(() => measured('live_operations')).toBe(0)
    expect(await gateway.query('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
    expect(gateway.logged.slice(logged).filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    client.socket.terminate()
  })

  test('a slow client misses no queued result when it resumes after a disconnect', async () => {
    const client = await connect(protocol)
    client.begin('live', LIVE, { announce: true })
    await expect.poll(() => client.results().length).toBe(1)
    const from = positionsOf(client)[0] ?? 0
    client.socket.pause()
    await publishLong(40, 7)
    // The last change of some orders is much older than the later changes of others.
    for (const id of ['quiet', 'still']) publish(id)
    await publishLong(20, 3)
    client.socket.on('message', () => {
      if (client.results().length > 10) client.socket.terminate()
    })
    client.socket.resume()
    await once(client.socket, 'close')
    const got = positionsOf(client)
    expect(got).toEqual(got.toSorted((a, b) => a - b))
    const last = got.at(-1) ?? 0
    expect(last).toBeLessThan(from + 62)

    const again = await connect(protocol)
    again.begin('live', LIVE, { resumeAfter: `${last}` })
    await expect.poll(() => positionsOf(again).at(-1)).toBe(from + 62)
    const seen = [...client.results(), ...again.results()]
    const newest = new Map(seen.map(({ payload }) => [orderOf(payload), Number(payload?.extensions?.position)]))
    for (let position = from + 1; position <= from + 62; position += 1) {
      const order = published[position - 1]
      const isSeen = seen.some(({ payload }) => payload?.extensions?.position === `${position}`)
      expect(isSeen || (newest.get(order) ?? 0) > position, `the change at ${position} of ${order}`).toBe(true)
    }
    again.socket.close()
    await expect.poll(() => measured('live_operations')).toBe(0)
  })
})
