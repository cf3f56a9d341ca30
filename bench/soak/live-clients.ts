import { setTimeout } from 'node:timers/promises'
import { openRawClient } from '../subscriptions/raw-client.ts'
import { FOLLOW } from './schemas.ts'

export interface LiveClients extends AsyncDisposable {
  readonly counts: { readonly connections: number; readonly results: number; readonly lost: number }
}

const stayMsMin = 2_000
const stayMsMax = 30_000
const pauseMs = 500

/** Clients that subscribe, stay for some seconds, leave and return, over both protocols. */
export function openLiveClients(count: number, port: number, token: string): LiveClients {
  const counts = { connections: 0, results: 0, lost: 0 }
  const ended = new AbortController()
  const pause = (ms: number) => setTimeout(ms, undefined, { signal: ended.signal }).catch(() => undefined)

  async function comeAndGo(index: number): Promise<void> {
    while (!ended.signal.aborted) {
      const left = new AbortController()
      const leave = AbortSignal.any([ended.signal, left.signal])
      try {
        const client = await openRawClient({
          port,
          path: '/graphql-ws',
          protocol: index % 2 === 0 ? 'graphql-transport-ws' : 'graphql-ws',
          token,
          query: FOLLOW,
          variables: {},
          onResult() {
            counts.results += 1
          },
          onTrouble() {
            counts.lost += 1
            left.abort()
          },
        })
        counts.connections += 1
        const stayMs = stayMsMin + Math.random() * (stayMsMax - stayMsMin)
        await setTimeout(stayMs, undefined, { signal: leave }).catch(() => undefined)
        client.end()
      } catch {
        counts.lost += 1
      }
      await pause(pauseMs)
    }
  }

  const clients = Array.from({ length: count }, (_client, index) => comeAndGo(index))
  return {
    counts,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.all(clients)
    },
  }
}
