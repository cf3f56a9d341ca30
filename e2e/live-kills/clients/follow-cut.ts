import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { ClientLog } from '../client-log.ts'
import type { Random } from '../seeded-random.ts'

const HELD_MS_MAX = 2_500
const AWAY_MS_MAX = 600

export interface CutClient extends AsyncDisposable {
  /** How often it was cut so far. */
  cuts(): number
  /** It is not cut any more. */
  spare(): void
}

/**
 * Follows with the library `graphql-ws` over a connection that is cut again and again, without a word or with one, and goes on after the last position
 * that it has got.
 */
export function followCut(url: string, token: string, log: ClientLog, random: Random): CutClient {
  const [sparing, disposing] = [new AbortController(), new AbortController()]
  let cuts = 0

  async function follow(): Promise<void> {
    while (!disposing.signal.aborted) {
      const cut = begin(url, token, log)
      const [heldMs, awayMs, politely] = [
        random.between(0, HELD_MS_MAX),
        random.between(0, AWAY_MS_MAX),
        random.between(0, 1),
      ]
      await rest(heldMs, sparing.signal)
      if (sparing.signal.aborted) await rest(undefined, disposing.signal)
      cut(politely === 1)
      cuts += 1
      await rest(awayMs, disposing.signal)
    }
  }

  const following = follow()
  return {
    cuts: () => cuts,
    spare: () => sparing.abort(),
    async [Symbol.asyncDispose]() {
      sparing.abort()
      disposing.abort()
      await following
    },
  }
}

/** One that is cut while it still connects emits an error that nothing else listens for. */
class CutSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args)
    this.on('error', () => {})
  }
}

/** Returns what ends it: with a close frame or without. */
function begin(url: string, token: string, log: ClientLog): (politely: boolean) => void {
  const client = createClient({
    url,
    connectionParams: { bearer_token: token },
    webSocketImpl: CutSocket,
    retryAttempts: 0,
  })
  let over = false
  const unless = <Arguments extends readonly unknown[]>(act: (...given: Arguments) => void) => {
    return (...given: Arguments) => {
      if (!over) act(...given)
    }
  }
  client.subscribe(
    { ...log.subscription, extensions: log.extensions() },
    {
      next: unless(log.take),
      error: unless((error: unknown) => log.blame('an error', error)),
      complete: unless(() => log.blame('a complete')),
    },
  )
  return (politely) => {
    over = true
    if (!politely) client.terminate()
    void client.dispose()
  }
}

/** For so long, or until `signal` is aborted. */
async function rest(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  if (ms !== undefined) return delay(ms, undefined, { signal }).catch(() => {})
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
