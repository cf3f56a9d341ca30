import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { createClient } from 'graphql-ws'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { migrations } from '../store/migrations.ts'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestNode } from '../testing/open-test-node.ts'
import { REQUEST } from '../testing/proof-operations.ts'

const QUERY = 'subscription ($filter: ProofFilter) { aopdProofs(filter: $filter) { id status } }'
const CANCELED = { status: ['CANCELED'] }
const { p2pkh: address } = openCustomerWallet().addresses

const stack = new AsyncDisposableStack()
let databaseUrl: string
let node: Awaited<ReturnType<typeof openTestNode>>
beforeAll(async () => {
  databaseUrl = await createTestDatabase(stack, { name: 'aopd', migrations })
  node = stack.use(await openTestNode({ AOPD_DATABASE_URL: databaseUrl }))
})
afterAll(() => stack.disposeAsync())

describe('the subscription aopdProofs, resumed', () => {
  it('a resumed subscription to proofs announces its start position, and each result has its position and time', async () => {
    await requestAndCancel()
    await using live = await subscribe({ announce: true })
    const last = positionOf((await stored()).at(-1))
    expect(await take(live, 1)).toEqual([{ data: null, extensions: { position: last } }])
    await requestAndCancel()
    expect(await take(live, 2)).toEqual((await stored()).slice(-2))
  })

  it('a resumed subscription to proofs continues after any position, even with a filter', async () => {
    for (let count = 0; count < 5; count += 1) await requestAndCancel()
    const all = await stored()
    await using resumed = await subscribe({ resumeAfter: positionOf(all[4]) })
    await using filtered = await subscribe({ resumeAfter: positionOf(all[4]), announce: true }, { filter: CANCELED })
    await using last = await subscribe({ resumeAfter: positionOf(all.at(-1)) })
    await requestAndCancel()
    const after = (await stored()).slice(5)
    const canceled = after.filter(isCanceled)
    expect(await take(resumed, after.length)).toEqual(after)
    expect(await take(filtered, canceled.length + 1)).toEqual([
      { data: null, extensions: { position: positionOf(all[4]) } },
      ...canceled,
    ])
    expect(await take(last, 2)).toEqual(after.slice(-2))
  })

  it.each([
    ['9223372036854775807', 'RESUME_IMPOSSIBLE'],
    ['1e3', 'BAD_USER_INPUT'],
    [1, 'BAD_USER_INPUT'],
  ])('a resumed subscription to proofs is refused after %j', async (resumeAfter, code) => {
    await using live = await subscribe({ resumeAfter })
    await expect(live.results.next()).rejects.toMatchObject([{ extensions: { code } }])
  })

  it('a resumed subscription to proofs neither loses nor repeats a result when all database connections are killed during changes', async () => {
    const before = await stored()
    await using live = await subscribe({ resumeAfter: positionOf(before.at(-1)) })
    await using filtered = await subscribe({ resumeAfter: positionOf(before.at(-1)) }, { filter: CANCELED })
    const seen: Result[] = []
    const working = Array.from({ length: 4 }, async () => {
      // Whether a change whose connection was killed took effect is read from the database.
      while (seen.length < 500) await requestAndCancel()
    })
    while (seen.length < 500) {
      seen.push(...(await take(live, 1)))
      if (seen.length % 60 === 0) await terminateConnections(databaseUrl)
    }
    await Promise.all(working)
    const all = (await stored()).slice(before.length)
    seen.push(...(await take(live, all.length - seen.length)))
    expect(seen).toEqual(all)
    const canceled = all.filter(isCanceled)
    expect(await take(filtered, canceled.length)).toEqual(canceled)
  })
})

interface Result {
  readonly data: { readonly aopdProofs: { readonly status: string } } | null
  readonly extensions: { readonly position: string; readonly at?: string }
}

function isCanceled({ data }: Result): boolean {
  return data?.aopdProofs.status === 'CANCELED'
}

function positionOf(result: Result | undefined): string {
  return result?.extensions.position ?? '0'
}

/** A subscription over a new WebSocket. */
async function subscribe(extensions: object, variables: Record<string, unknown> = {}) {
  const url = `${node.url.replace('http', 'ws')}/graphql`
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
  const identityAssertion = await node.assertion()
  const payload = { query: QUERY, variables, extensions: { ...extensions, identityAssertion } }
  const results = client.iterate(payload) as unknown as AsyncIterableIterator<Result>
  return { results, [Symbol.asyncDispose]: async () => void (await client.dispose()) }
}

async function take({ results }: Awaited<ReturnType<typeof subscribe>>, count: number): Promise<Result[]> {
  const taken: Result[] = []
  while (taken.length < count) {
    const { done, value } = await results.next()
    if (done === true) throw new Error('the subscription completed')
    taken.push(value)
  }
  return taken
}

async function requestAndCancel(): Promise<void> {
  const { data } = await node.query<{ aopd: { requestSignatureProof: { id: string } | null } | null } | null>(REQUEST, {
    input: { asset: 'BTC', address },
  })
  const id = data?.aopd?.requestSignatureProof?.id
  if (id !== undefined) await node.query('mutation ($id: ID!) { aopd { cancelProof(id: $id) { id } } }', { id })
}

const ENCODED_POSITION = `
  concat_ws('-', position, left((select epoch::text from outbox_epoch order by number desc limit 1), 8),
    left(replace(id::text, '-', ''), 12)) as position`

/** The expected result for every change of a proof, from the database. */
async function stored(): Promise<Result[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select ${ENCODED_POSITION}, at, subject_id as id, detail->>'status' as status
       from outbox where subject_type = 'proof' order by outbox.position`,
    )
    return rows.map(({ position, at, id, status }) => ({
      data: { aopdProofs: { id, status } },
      extensions: { position, at: at.toISOString() },
    }))
  } finally {
    await client.end()
  }
}
