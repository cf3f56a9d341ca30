import { SubscriptionClient } from 'subscriptions-transport-ws'
import { WebSocket } from 'ws'
import type { ClientLog } from '../client-log.ts'

/** Follows with the library `subscriptions-transport-ws`, all on one socket. Disposing goes without being blamed for it. */
export function followLegacy(url: string, token: string, logs: readonly ClientLog[]): Disposable {
  const connectionParams = { bearer_token: token }
  const client = new SubscriptionClient(url, { connectionParams, reconnect: false }, WebSocket)
  let over = false
  client.onDisconnected(() => {
    for (const log of logs) if (!over) log.blame('the socket was closed')
  })
  for (const log of logs) {
    const { query, variables } = log.subscription
    client.request({ query, variables, extensions: log.extensions() } as never).subscribe({
      next: log.take,
      error: (error) => log.blame('an error', error),
      complete: () => {
        if (!over) log.blame('a complete')
      },
    })
  }
  return {
    [Symbol.dispose]() {
      over = true
      client.close()
    },
  }
}
