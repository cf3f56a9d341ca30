import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { openTokenMint } from '../bad-input/token-mint.ts'
import { openApi } from '../harness/api.ts'
import { type EventLog, openEventLog } from '../harness/event-log.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { clientToken } from '../harness/tokens.ts'
import { probeTransfers } from '../harness/transfers.ts'
import * as apolloClient from './apollo-client.ts'
import * as eventStream from './fetch.ts'
import * as graphqlWs from './graphql-ws.ts'
import * as legacy from './subscriptions-transport-ws.ts'
import * as urql from './urql.ts'

const node = await sharedNode()
const api = await openApi(node)

interface Change {
  readonly id: string
  readonly version: number
  readonly status: string
}

/** Including the clock tolerance, fifteen seconds for a subscription to become live. */
const REMAINING_SECONDS = 5

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

describe.each([
  { name: 'graphql-ws', follow: graphqlWs.followTransactions },
  { name: 'Apollo Client', follow: apolloClient.followTransactions },
  { name: 'urql', follow: urql.followTransactions },
  { name: 'subscriptions-transport-ws', follow: legacy.followTransactions },
  { name: 'fetch', follow: eventStream.followTransactions },
  { name: 'curl', follow: followWithCurl },
])('the example with $name', ({ follow }) => {
  it('an example client receives every change of a transaction in order', async () => {
    const log = openEventLog<Change>()
    ends.push(follow(node.baseUrl, async () => api.token, log.add, log.fail))
    await log.untilLive(
      () => probeTransfers(api),
      ({ id }) => id,
    )
    expect(await changesUntilCanceled(log, await probeTransfers(api))).toEqual([1, 2])
  })
})

describe('an example client whose token expires', () => {
  // Concurrent, because each waits for an expiry.
  it.concurrent.for([
    // The in-band refresh requests the first new token, and does not receive one in time.
    { name: 'graphql-ws', follow: graphqlWs.followTransactions, tokenRequests: 3 },
    { name: 'subscriptions-transport-ws', follow: legacy.followTransactions, tokenRequests: 2 },
    { name: 'fetch', follow: eventStream.followTransactions, tokenRequests: 2 },
  ])(
    'the example with $name resumes with another token without missing an event',
    async ({ follow, tokenRequests }, { onTestFinished }) => {
      const expiring = await (await openTokenMint(node)).signed({
        exp: Math.floor(Date.now() / 1_000) + REMAINING_SECONDS,
      })
      const requested = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      let tokens = 0
      const token = async () => {
        tokens += 1
        if (tokens === 1) return expiring
        if (tokens === tokenRequests) requested.resolve()
        await held.promise
        return api.token
      }
      const log = openEventLog<Change>()
      onTestFinished(follow(node.baseUrl, token, log.add, () => {}))
      await log.untilLive(
        () => probeTransfers(api),
        ({ id }) => id,
      )
      await requested.promise
      const meanwhile = [await probeTransfers(api), await probeTransfers(api)]
      held.resolve()
      await log.next(({ id }) => id === meanwhile[1])
      expect(log.events.map(({ id }) => id).filter((id) => meanwhile.includes(id))).toEqual(meanwhile)
    },
  )
})

describe('the graphql-ws client of the example', () => {
  it("the graphql-ws client refreshes its token in band and receives the new token's expiry", async () => {
    const tokens: string[] = []
    const client = graphqlWs.openLiveClient(node.baseUrl, async () => {
      const token = await clientToken(node)
      tokens.push(token)
      return token
    })
    const pong = Promise.withResolvers<Record<string, unknown> | undefined>()
    client.on('pong', (_received, payload) => pong.resolve(payload))
    ends.push(client.subscribe({ query: TRANSACTIONS }, { next: () => {}, error: pong.reject, complete: () => {} }))
    const payload = await pong.promise
    expect(tokens).toHaveLength(2)
    expect(payload).toEqual({ expiresAt: new Date(Number(decodeJwt(tokens[1] ?? '').exp) * 1_000).toISOString() })
  })

  it('the graphql-ws client receives every event exactly once across a lost connection', async () => {
    let mayConnect = Promise.resolve()
    const client = graphqlWs.openLiveClient(node.baseUrl, async () => {
      await mayConnect
      return api.token
    })
    const log = openEventLog<Result>()
    ends.push(
      client.subscribe<NonNullable<Result['data']>>(
        { query: TRANSACTIONS, extensions: { announce: true } },
        {
          next: (result) => log.add(result as Result),
          error: log.fail,
          complete: () => log.fail(new Error('the subscription completed')),
        },
      ),
    )
    await log.next(isAnnouncement)
    const before = await probeTransfers(api)
    await log.next(({ data }) => data?.trpdTransactions.id === before)

    const held = Promise.withResolvers<void>()
    mayConnect = held.promise
    client.terminate()
    const meanwhile = [await probeTransfers(api), await probeTransfers(api)]
    held.resolve()
    await log.next((result) => isAnnouncement(result) && log.events.indexOf(result) > 0)
    const after = await probeTransfers(api)
    await log.next(({ data }) => data?.trpdTransactions.id === after)
    const expected = [before, ...meanwhile, after]
    const received = log.events.flatMap(({ data }) => data?.trpdTransactions.id ?? [])
    expect(received.filter((id) => expected.includes(id))).toEqual(expected)
  })
})

const TRANSACTIONS = 'subscription { trpdTransactions { id version status } }'

interface Result {
  readonly data: { readonly trpdTransactions: Change } | null
  readonly extensions: { readonly position: string }
}

const isAnnouncement = ({ data }: Result) => data === null

/** The received versions of a transaction, up to its cancellation. */
async function changesUntilCanceled({ next, events }: EventLog<Change>, id: string): Promise<number[]> {
  await api.request('mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "not wanted") { id } } }', { id })
  await next((change) => change.id === id && change.status === 'CANCELED')
  return events.filter((change) => change.id === id).map(({ version }) => version)
}

/** Runs the unchanged example in a shell and parses its output. */
function followWithCurl(url: string, token: () => Promise<string>, onChange: (change: Change) => void): () => void {
  const ended = new AbortController()
  void token().then((accessToken) => {
    const shell = spawn('sh', [fileURLToPath(new URL('curl.sh', import.meta.url))], {
      env: { PATH: process.env.PATH, URL: url, TOKEN: accessToken },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    ended.signal.addEventListener('abort', () => process.kill(-Number(shell.pid)))
    createInterface(shell.stdout).on('line', (line) => {
      const { data } = line.startsWith('data: ') ? JSON.parse(line.slice(6)) : { data: null }
      if (data !== null) onChange(data.trpdTransactions)
    })
  })
  return () => ended.abort()
}
