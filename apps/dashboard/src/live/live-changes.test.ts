import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { followChanges, type LiveChanges } from './live-changes.ts'

interface Change {
  readonly id: string
}

describe('the live changes', () => {
  let gateway: Awaited<ReturnType<typeof openGateway>>
  let live: LiveChanges
  let seen: string[]
  beforeEach(async () => {
    gateway = await openGateway()
    seen = []
    live = followChanges<Change>({
      url: gateway.url,
      query: 'subscription { changed { id } }',
      token: async () => 'a token',
      onChange: ({ id }) => void seen.push(id),
      onPhase: (phase) => void seen.push(phase),
      onGap: () => void seen.push('gap'),
      retryMsMax: 10,
    })
  })
  afterEach(async () => {
    live.close()
    await gateway.close()
  })

  test('a lost connection resumes after the last change, without a gap', async () => {
    const before = await gateway.subscription()
    expect(before.extensions).toEqual({ announce: true })
    before.send({ data: null, extensions: { position: '1' } })
    before.send({ data: { changed: { id: 'a' } }, extensions: { position: '2' } })
    await expect.poll(() => seen).toEqual(['CONNECTING', 'gap', 'LIVE', 'a'])
    before.cut()
    const after = await gateway.subscription()
    expect(after.extensions).toEqual({ announce: true, resumeAfter: '2' })
    after.send({ data: { changed: { id: 'b' } }, extensions: { position: '3' } })
    await expect.poll(() => seen.slice(4)).toEqual(['RECONNECTING', 'LIVE', 'b'])
  })

  test('when resuming is impossible, the subscription begins again and reports the gap', async () => {
    const before = await gateway.subscription()
    before.send({ data: null, extensions: { position: '1' } })
    before.fail('RESUME_IMPOSSIBLE')
    const after = await gateway.subscription()
    expect(after.extensions).toEqual({ announce: true })
    after.send({ data: null, extensions: { position: '9' } })
    await expect.poll(() => seen.filter((one) => one === 'gap')).toHaveLength(2)
  })

  test('an expired token is replaced and the subscription resumes', async () => {
    const before = await gateway.subscription()
    before.send({ data: null, extensions: { position: '5' } })
    before.fail('TOKEN_EXPIRED')
    expect((await gateway.subscription()).extensions).toEqual({ announce: true, resumeAfter: '5' })
    expect(seen).toContain('RECONNECTING')
  })

  test('a connection that does not respond is replaced', async () => {
    const silent = await openGateway()
    const own = followChanges<Change>({
      url: silent.url,
      query: 'subscription { changed { id } }',
      token: async () => 'a token',
      onChange: () => {},
      onPhase: () => {},
      onGap: () => {},
      retryMsMax: 10,
      pingMs: 20,
      pongMs: 20,
    })
    await silent.subscription()
    await silent.subscription()
    own.close()
    await silent.close()
  })

  test('a refusal stops the changes and is reported', async () => {
    const before = await gateway.subscription()
    before.fail('FORBIDDEN')
    await expect.poll(() => seen.at(-1)).toBe('STOPPED')
  })
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
      return {
        extensions,
        send: (payload: object) => socket.send(JSON.stringify({ type: 'next', id, payload })),
        fail: (code: string) =>
          socket.send(JSON.stringify({ type: 'error', id, payload: [{ message: code, extensions: { code } }] })),
        cut: () => socket.terminate(),
      }
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
