import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'undici'
import { eventually } from '../harness/eventually.ts'

/** The results of one client. */
export interface Outcome {
  /** Number of responses with data and without errors. */
  readonly served: number
  /** Number of responses with the status 429. */
  readonly limited: number
  /** Broken connections and all other responses. */
  readonly failures: readonly string[]
}

/** Clients with one connection each, which send a query and, after a short pause, the next one until stopped. */
export interface Load {
  /** Resolves when each client has received several more responses. */
  next(): Promise<void>
  /** What each client got so far. */
  readonly outcomes: readonly Outcome[]
  /** One for each client. */
  stop(): Promise<readonly Outcome[]>
}

/** Enough clients for each gateway process, since connections are handed out in turn. */
export const CLIENTS = 6
/** Some requests are always in flight, and the machine has room for the processes that start meanwhile. */
const PAUSE_MS = 25
const QUERY = '{ trpd { vaspsCount } autod { me { id } } }'

/** Reopens a client's connection when it has been closed or broken. */
export function openLoad(baseUrl: string, token: string): Load {
  let stopping = false
  const outcomes = Array.from({ length: CLIENTS }, () => ({ served: 0, limited: 0, failures: [] as string[] }))
  const sent = outcomes.map(async (outcome) => {
    const client = new Client(baseUrl)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    while (!stopping) {
      try {
        const body = JSON.stringify({ query: QUERY })
        const response = await client.request({ method: 'POST', path: '/graphql', headers, body })
        const result = (await response.body.json()) as { readonly errors?: readonly unknown[] }
        if (response.statusCode === 200 && result.errors?.length === 0) outcome.served += 1
        else if (response.statusCode === 429) outcome.limited += 1
        else outcome.failures.push(`${response.statusCode} ${JSON.stringify(result)}`)
      } catch (error) {
        outcome.failures.push(String(error))
      }
      await delay(PAUSE_MS)
    }
    await client.close()
  })
  return {
    async next() {
      const before = outcomes.map(({ served }) => served)
      await eventually(
        () => outcomes.every(({ served }, index) => served >= (before[index] ?? 0) + 5),
        (enough) => enough,
      )
    },
    outcomes,
    async stop() {
      stopping = true
      await Promise.all(sent)
      return outcomes
    },
  }
}
