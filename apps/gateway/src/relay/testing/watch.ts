import type { FormattedExecutionResult } from 'graphql'
import { type Client, createClient, type SubscribePayload } from 'graphql-ws'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestGateway } from '../../testing/test-gateway.ts'

/** A subscription whose events need two subgraphs. */
export const LIVE = 'subscription { orderChanged { id notes } }'

export const orders = (...ids: (number | string)[]) => ids.map((id) => ({ id: String(id), item: 'tea' }))

export interface LiveClient extends Client {
  /** Sends a new token in a ping. Resolves with the payload of the pong. */
  refresh(claims: Record<string, unknown>): Promise<unknown>
}

/** A client that does not reconnect. */
export async function clientOf(gateway: TestGateway, claims: Record<string, unknown> = {}): Promise<LiveClient> {
  const connectionParams = { bearer_token: await gateway.token(claims) }
  const opened = Promise.withResolvers<WebSocket>()
  const pongs: ((payload: unknown) => void)[] = []
  const client = createClient({
    url: gateway.wsUrl,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
    on: {
      connected: (socket) => opened.resolve(socket as WebSocket),
      pong: (received, payload) => received && pongs.shift()?.(payload),
    },
  })
  return {
    ...client,
    async refresh(claims) {
      const [socket, token] = await Promise.all([opened.promise, gateway.token(claims)])
      const { promise, resolve } = Promise.withResolvers<unknown>()
      pongs.push(resolve)
      socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: token } }))
      return promise
    },
  }
}

/** Records the results of a subscription, the ids of their orders, and its outcome. */
export function watch(client: Client, payload: SubscribePayload) {
  const results: FormattedExecutionResult[] = []
  const ids: string[] = []
  const outcome = Promise.withResolvers<unknown>()
  const end = client.subscribe(payload, {
    next: (result) => {
      results.push(result as FormattedExecutionResult)
      const { orderChanged } = (result.data ?? {}) as { orderChanged?: { id: string } }
      if (orderChanged) ids.push(orderChanged.id)
    },
    error: outcome.resolve,
    complete: () => outcome.resolve('completed'),
  })
  return {
    results,
    ids,
    end,
    outcome: outcome.promise,
    seen: (...wanted: (number | string)[]) => expect.poll(() => ids).toEqual(wanted.map(String)),
  }
}
