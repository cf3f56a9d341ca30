import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { ClientLog } from '../client-log.ts'

/** Follows with the library `graphql-ws`, all on one socket. Disposing goes without being blamed for it. */
export function followSocket(url: string, token: string, logs: readonly ClientLog[]): Disposable {
  const client = createClient({
    url,
    connectionParams: { bearer_token: token },
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  })
  let over = false
  for (const log of logs) {
    const blame = (problem: string, detail?: unknown) => {
      if (!over) log.blame(problem, detail)
    }
    client.subscribe(
      { ...log.subscription, extensions: log.extensions() },
      { next: log.take, error: (error) => blame('an error', error), complete: () => blame('a complete') },
    )
  }
  return {
    [Symbol.dispose]() {
      over = true
      void client.dispose()
    },
  }
}
