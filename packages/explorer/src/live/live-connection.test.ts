import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openEventLog } from './event-log.ts'
import { closeMessage, openLiveConnection } from './live-connection.ts'

test('a subscription is live once it is announced, and resumes after its last event when the connection is lost', async () => {
  await using gateway = await openGateway()
  const log = openEventLog(() => new Date())
  const tokens = { token: () => 'a token', refused: () => {} }
  const live = openLiveConnection({ url: gateway.url, tokens, log })
  const events = live.follow({ query: 'subscription { changed }' }, 'changes')
  const first = events.next()

  const before = await gateway.subscription()
  expect(before.extensions).toEqual({ announce: true })
  expect(log.current().phase).toBe('STARTING')
  before.send({ data: null, extensions: { position: '1' } })
  await expect.poll(() => log.current().phase).toBe('LIVE')
  before.send({ data: { changed: 'a' }, extensions: { position: '2' } })
  expect((await first).value).toMatchObject({ data: { changed: 'a' } })

  const second = events.next()
  before.cut()
  const after = await gateway.subscription()
  expect(after.extensions).toEqual({ announce: true, resumeAfter: '2' })
  expect(log.current().phase).toBe('STARTING')
  after.send({ data: { changed: 'b' }, extensions: { position: '3' } })
  expect((await second).value).toMatchObject({ data: { changed: 'b' } })
  expect(log.current()).toMatchObject({ phase: 'LIVE', count: 2 })
  live.close()
})

test.each([
  [{ code: 4403, reason: 'Forbidden' }, /Sign in again/],
  [{ code: 1006, reason: '' }, /was lost/],
  [{ code: 4999, reason: 'Odd' }, /ended \(4999: Odd\)/],
  [{ code: 4999, reason: '' }, /ended \(4999\)/],
  [new Error('odd'), /^odd$/],
  [undefined, /could not be opened/],
])('a socket that ends has a message: %j', (error, expected) => {
  expect(closeMessage(error)).toMatch(expected)
})

/** A server that speaks graphql-transport-ws; the test sends the results. */
async function openGateway() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const subscriptions: { socket: WebSocket; id: string; extensions: unknown }[] = []
  let arrival = Promise.withResolvers<void>()
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      const { type, id, payload } = JSON.parse(String(message))
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}')
      if (type !== 'subscribe') return
      subscriptions.push({ socket, id, extensions: payload.extensions })
      arrival.resolve()
      arrival = Promise.withResolvers()
    })
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next subscription that a client begins. */
    async subscription() {
      while (subscriptions.length === 0) await arrival.promise
      const { socket, id, extensions } = subscriptions.shift() as (typeof subscriptions)[number]
      const send = (payload: object) => socket.send(JSON.stringify({ type: 'next', id, payload }))
      return { extensions, send, cut: () => socket.terminate() }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
