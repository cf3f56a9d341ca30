import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { ClientLog } from './client-log.ts'
import type { Random } from './seeded-random.ts'

const CONNECTED_MS_MAX = 2_500
const DISCONNECTED_MS_MAX = 600

export interface FlakyClient extends AsyncDisposable {
  /** Number of disconnects so far. */
  disconnects(): number
  /** Keeps the current or next connection open. */
  settle(): void
}

/**
 * Subscribes with `graphql-ws` over a connection that is lost repeatedly, with and without a close
 * frame, and resumes after the last position received.
 */
export function followFlaky(url: string, token: string, log: ClientLog, random: Random): FlakyClient {
  const [settled, disposed] = [new AbortController(), new AbortController()]
  let disconnects = 0

  async function follow(): Promise<void> {
    while (!disposed.signal.aborted) {
      const disconnect = connect(url, token, log)
      const [connectedMs, disconnectedMs, cleanly] = [
        random.between(0, CONNECTED_MS_MAX),
        random.between(0, DISCONNECTED_MS_MAX),
        random.between(0, 1),
      ]
      await wait(connectedMs, settled.signal)
      if (settled.signal.aborted) await wait(undefined, disposed.signal)
      disconnect(cleanly === 1)
      disconnects += 1
      await wait(disconnectedMs, disposed.signal)
    }
  }

  const following = follow()
  return {
    disconnects: () => disconnects,
    settle: () => settled.abort(),
    async [Symbol.asyncDispose]() {
      settled.abort()
      disposed.abort()
      await following
    },
  }
}

/** Terminated while connecting, a socket emits an error that `graphql-ws` does not listen for. */
class FlakySocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args)
    this.on('error', () => {})
  }
}

/** Returns a function that disconnects; `cleanly` sends a close frame. */
function connect(url: string, token: string, log: ClientLog): (cleanly: boolean) => void {
  const client = createClient({
    url,
    connectionParams: { bearer_token: token },
    webSocketImpl: FlakySocket,
    retryAttempts: 0,
  })
  let disconnected = false
  const whileConnected = <Args extends readonly unknown[]>(listener: (...args: Args) => void) => {
    return (...args: Args) => {
      if (!disconnected) listener(...args)
    }
  }
  client.subscribe(
    { ...log.subscription, extensions: log.extensions() },
    {
      next: whileConnected(log.add),
      error: whileConnected((error: unknown) => log.addProblem('an error', error)),
      complete: whileConnected(() => log.addProblem('the subscription completed')),
    },
  )
  return (cleanly) => {
    disconnected = true
    if (!cleanly) client.terminate()
    void client.dispose()
  }
}

/** Waits for `ms`, or until `signal` is aborted. */
async function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  if (ms !== undefined) return delay(ms, undefined, { signal }).catch(() => {})
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
