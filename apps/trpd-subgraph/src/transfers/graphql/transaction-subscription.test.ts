import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import { createClient } from 'graphql-ws'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { beneficiary, originator } from '../../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'

const QUERY = `subscription ($filter: TransactionFilter) {
  trpdTransactions(filter: $filter) { id version status }
}`
const CANCELED = { status: ['CANCELED'] }
/** An unknown VASP: transfers to it stay BLOCKED until they are canceled. */
const NOBODY = encodeTravelAddress('unknown.example/x/1?t=i')

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
})
afterAll(() => node[Symbol.asyncDispose]())

describe('a subscription to transactions', () => {
  it('a subscription announces its start position, and each result has its position and storage time', async () => {
    await transferAndCancel()
    await using live = await subscribe({ announce: true })
    const last = (await stored()).at(-1)?.extensions.position
    expect((await live.results.next()).value).toEqual({ data: null, extensions: { position: last } })
    await transferAndCancel()
    expect(await take(live, 2)).toEqual((await stored()).slice(-2))
  })

  it('a subscription resumes after any position, even with a filter', async () => {
    for (let count = 0; count < 5; count += 1) await transferAndCancel()
    const all = await stored()
    const middle = all[4]?.extensions.position ?? ''
    await using resumed = await subscribe({ resumeAfter: middle })
    await using filtered = await subscribe({ resumeAfter: middle, announce: true }, { filter: CANCELED })
    await transferAndCancel()
    const after = (await stored()).slice(5)
    expect(await take(resumed, after.length)).toEqual(after)
    const canceled = after.filter(isCanceled)
    expect(await take(filtered, canceled.length + 1)).toEqual([
      { data: null, extensions: { position: middle } },
      ...canceled,
    ])
  })

  it('a subscription that resumes after the last event starts with the next one', async () => {
    await transferAndCancel()
    const last = (await stored()).at(-1)?.extensions.position
    await using live = await subscribe({ resumeAfter: last })
    await transferAndCancel()
    expect(await take(live, 2)).toEqual((await stored()).slice(-2))
  })

  it('loading the records of any number of events takes a bounded number of statements', async () => {
    const { expected, statements } = await takeAfterRestart(QUERY)
    expect(expected).toHaveLength(120)
    const ofRecords = statements.filter((text) => /transfer_history|case_changes|from data_keys/.test(text))
    // Three per page; with one per event, it would be 360.
    expect(ofRecords.length).toBeGreaterThan(0)
    expect(ofRecords.length).toBeLessThan(60)
  })

  it('resuming after a position that the database has not reached yet is refused', async () => {
    const [last = '', ...marks] = (await stored()).at(-1)?.extensions.position.split('-') ?? []
    const next = String(BigInt(last) + 1n)
    for (const ahead of [next, [next, ...marks].join('-'), '9223372036854775807']) {
      await using live = await subscribe({ resumeAfter: ahead })
      await expect(live.results.next()).rejects.toMatchObject([{ extensions: { code: 'RESUME_IMPOSSIBLE' } }])
    }
  })

  it.each(['x', '', '-1', '1.5', '99999999999999999999', 1, null])(
    'resuming after a value that is not a position is refused: %j',
    async (resumeAfter) => {
      await using live = await subscribe({ resumeAfter })
      await expect(live.results.next()).rejects.toMatchObject([
        { message: expect.stringContaining('extensions.resumeAfter'), extensions: { code: 'BAD_USER_INPUT' } },
      ])
    },
  )

  it('a resumed subscription neither loses nor repeats events, even when all database connections are killed', async () => {
    const before = (await stored()).length
    const from = (await stored()).at(-1)?.extensions.position
    await using steady = await subscribe({ resumeAfter: from })
    await using filtered = await subscribe({ resumeAfter: from }, { filter: CANCELED })
    const seen: unknown[] = []
    const working = Array.from({ length: 4 }, async () => {
      // Whether a change survives the loss of its connection depends on when it commits.
      while (seen.length < 500) await transferAndCancel()
    })
    const restless = takeInPieces(from, 40, () => seen.length < 500)
    while (seen.length < 500) {
      seen.push(...(await take(steady, 1)))
      if (seen.length % 60 === 0) await terminateConnections(node.databaseUrl)
    }
    await Promise.all(working)
    const all = (await stored()).slice(before)
    seen.push(...(await take(steady, all.length - seen.length)))
    expect(seen).toEqual(all)
    const canceled = all.filter(isCanceled)
    expect(await take(filtered, canceled.length)).toEqual(canceled)
    const pieces = await restless
    expect(pieces.length).toBeGreaterThan(40)
    expect(pieces).toEqual(all.slice(0, pieces.length))
  })

  // Must run last, because the reads that it records are events as well.
  it('loading and recording the fields of any number of events takes a bounded number of statements', async () => {
    const { statements } = await takeAfterRestart(`subscription {
      trpdTransactions { id version status vasp { id } history { version } checkRuns { cause } allowedActions
        originator { accountNumber } customerReference }
    }`)
    for (const [fields, max] of [
      [/private_sealed/, 20],
      [/order by transfer_history/, 20],
      [/check_runs/, 20],
      [/insert into outbox/, 20],
    ] as const) {
      const ofFields = statements.filter((text) => fields.test(text)).length
      expect({ fields, isBounded: ofFields > 0 && ofFields <= max }).toEqual({ fields, isBounded: true })
    }
  })
})

/** The last 120 events, received through another process without cached keys, and the statements that this takes. */
async function takeAfterRestart(query: string) {
  for (let count = 0; count < 61; count += 1) await transferAndCancel()
  await node.stop()
  await node.restart()
  const all = await stored()
  const expected = all.slice(-120)
  const statements: string[] = []
  const send: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const counting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement] = args
    statements.push(typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')))
    return send.apply(this, args)
  } as never)
  try {
    await using live = await subscribe({ resumeAfter: all.at(-121)?.extensions.position }, {}, query)
    const taken = await take(live, 120)
    expect(taken).toMatchObject(expected)
  } finally {
    counting.mockRestore()
  }
  return { expected, statements }
}

interface Result {
  readonly data: { readonly trpdTransactions: { readonly status: string } } | null
  readonly extensions: { readonly position: string; readonly at?: string }
}

function isCanceled({ data }: Result): boolean {
  return data?.trpdTransactions.status === 'CANCELED'
}

type Live = Awaited<ReturnType<typeof subscribe>>

/** A subscription over its own WebSocket. */
async function subscribe(extensions: object, variables: Record<string, unknown> = {}, query = QUERY) {
  const url = node.graphqlUrl.replace('http', 'ws')
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
  const identityAssertion = await node.signers.gateway.mint(officer, 'trpd')
  const payload = { query, variables, extensions: { ...extensions, identityAssertion } }
  const results = client.iterate(payload) as unknown as AsyncIterableIterator<Result>
  return { results, [Symbol.asyncDispose]: async () => void (await client.dispose()) }
}

async function take({ results }: Live, count: number): Promise<Result[]> {
  const taken: Result[] = []
  while (taken.length < count) {
    const { done, value } = await results.next()
    if (done === true) throw new Error('the subscription completed')
    taken.push(value)
  }
  return taken
}

/** The events of a subscription that is closed after every `length` events and then resumed. */
async function takeInPieces(
  from: string | undefined,
  length: number,
  shouldContinue: () => boolean,
): Promise<Result[]> {
  const taken: Result[] = []
  while (shouldContinue()) {
    await using live = await subscribe({ resumeAfter: taken.at(-1)?.extensions.position ?? from })
    try {
      for (let count = 0; count < length && shouldContinue(); count += 1) taken.push(...(await take(live, 1)))
    } catch (refused) {
      // A subscription that starts while the database is unreachable is refused, and retried.
      expect(refused).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }])
    }
  }
  return taken
}

/** Reads no personal data, so that the last event is that of the cancellation. */
async function transferAndCancel(): Promise<void> {
  const input = { travelAddress: NOBODY, asset: 'btc', amount: '0.5', originator, beneficiary }
  const { data } = await node.query('mutation($input: InquireInput!) { trpd { inquire(input: $input) { id } } }', {
    input,
  })
  const id = data?.trpd?.inquire?.id
  if (id !== undefined) await node.query(`mutation { trpd { cancelTx(id: "${id}", reason: "test") { id } } }`)
}

const ENCODED_POSITION = `
  concat_ws('-', position, left((select epoch::text from outbox_epoch order by number desc limit 1), 8),
    left(replace(id::text, '-', ''), 12)) as position`

/** Every change of a transfer in the database, in the form of a subscription result. */
async function stored(): Promise<Result[]> {
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select ${ENCODED_POSITION}, at, subject_id as id, (detail->>'version')::int as version, detail->>'status' as status
       from outbox where subject_type = 'transfer' order by outbox.position`,
    )
    return rows.map(({ position, at, id, version, status }) => ({
      data: { trpdTransactions: { id, version, status } },
      extensions: { position, at: at.toISOString() },
    }))
  } finally {
    await client.end()
  }
}
