import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A server that speaks graphql-transport-ws; the test sends the results. */
export async function openTestGateway() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const subscriptions: { socket: WebSocket; id: string; extensions: unknown }[] = []
  const tokens: unknown[] = []
  let arrival = Promise.withResolvers<void>()
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      const { type, id, payload } = JSON.parse(String(message))
      if (payload?.bearer_token !== undefined) tokens.push(payload.bearer_token)
      if (type === 'connection_init') socket.send('{"type":"connection_ack"}')
      if (type !== 'subscribe') return
      subscriptions.push({ socket, id, extensions: payload.extensions })
      arrival.resolve()
      arrival = Promise.withResolvers()
    })
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every token that a client has sent. */
    tokens,
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
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
