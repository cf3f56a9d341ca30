import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTravelAddress } from '../../address-book/domain/travel-address.ts'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import ivms101 from '../../ivms101/domain/vectors/ivms101.json' with { type: 'json' }
import { parseInquiry } from '../../messages/domain/inquiry.ts'
import { issue, mutate, startedWith, transactions, trust, untilDelivery } from '../../testing/operations.ts'
import { readTrpBody } from '../../testing/read-trp-body.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { openTestNode, QUICK_DELIVERY, type TestNode, until } from '../../testing/test-node.ts'

let node: TestNode
let inquiryUrl: string
beforeAll(async () => {
  node = await openTestNode('Bob VASP', { delivery: { ...QUICK_DELIVERY, timeout: 3 } })
  const decoded = parseTravelAddress(await issue(node), { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  inquiryUrl = `http://${decoded.value.url}`
  await trust(node, 'http://localhost:9')
})
afterAll(() => node[Symbol.asyncDispose]())

const valid = JSON.stringify({
  asset: { dti: '4H95J0R2X' },
  amount: 0.5,
  callback: 'http://localhost:9/callback',
  IVMS101: ivms101.list2020,
})

function post(url: string, body: string | Uint8Array, requestIdentifier: string = randomUUID()): Promise<Response> {
  const headers = {
    'api-version': '3.2.1',
    'request-identifier': requestIdentifier,
    'content-type': 'application/json',
  }
  return fetch(url, { method: 'POST', headers, body: Buffer.from(body) })
}

/** The rows of a statement in the database of the node. */
async function sql(statement: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Values that replace a value of an inquiry. */
const ODD_VALUES = [
  ...['null', 'true', '0', '-0', '1e400', '-1', '1e-400', '0.1e1', '[]', '{}', '[[]]', '""', '" "', '"\\u0000"'],
  ...['"\\ud800"', '"\\u202e"', '{"__proto__":1}', '{"constructor":{}}', '[null]', '{"":""}', '1'.repeat(200)],
  ...['"null"', '"http://[::1"', '"ftp://a.example"', `"${'x'.repeat(5_000)}"`, '"2020-02-30"', 'NaN', "'x'"],
]

/** The position of a change, as a fraction of the inquiry's length, and the change. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.nat(40),
  kind: fc.constantFrom('VALUE', 'VALUE', 'VALUE', 'DELETE', 'REPEAT', 'CHARACTER'),
  value: fc.constantFrom(...ODD_VALUES),
  character: fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

/** `source` with one textual change. */
function mutated(source: string, { at, length, kind, value, character }: Mutation): string {
  const start = Math.floor(at * source.length)
  const cut = (end: number, inserted: string) => source.slice(0, start) + inserted + source.slice(end)
  switch (kind) {
    case 'VALUE': {
      const values = [...source.matchAll(/(?<=:)("(?:[^"\\]|\\.)*"|[\d.]+|\{|\[)/g)]
      const match = values[Math.floor(at * values.length)]
      const [index, found] = [match?.index ?? 0, match?.[0] ?? '']
      // An object or a list keeps its content under another name.
      if (found === '{' || found === '[') return `${source.slice(0, index)}${value},"x":${source.slice(index)}`
      return source.slice(0, index) + value + source.slice(index + found.length)
    }
    case 'DELETE':
      return cut(start + length, '')
    case 'REPEAT':
      return cut(start, source.slice(start, start + length))
    case 'CHARACTER':
      return cut(start + 1, character)
  }
}

const SEED = 20_261_122

describe('a mutation of a valid inquiry', () => {
  it('10,000 mutations are read or refused with the status of a bad request', () => {
    const rules = { hosts: { privateHosts: true, ports: true }, assets: openAssetRegistry(BUILT_IN_ASSETS) }
    const at = new Date('2026-01-01T00:00:00Z')
    const counts = { read: 0, refused: 0 }
    for (const change of fc.sample(fc.tuple(mutation, mutation), { seed: SEED, numRuns: 5_000 })) {
      const [first, second] = change
      for (const body of [mutated(valid, first), mutated(mutated(valid, first), second)]) {
        const inquiry = readTrpBody(body, (json) => parseInquiry(json, rules))
        if (inquiry.ok) {
          const { payload } = parseIvms101(inquiry.value.ivms101)
          if (payload !== undefined) validateIvms101(payload, at)
          counts.read += 1
        } else {
          expect([400, 413, 422]).toContain(inquiry.refusal.status)
          counts.refused += 1
        }
      }
    }
    expect(counts.read + counts.refused).toBe(10_000)
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(100)
  })

  it('the listener never responds with an internal error, and stores either whole transactions or nothing', async () => {
    const before = await countStored()
    const bodies = fc.sample(mutation, { seed: SEED, numRuns: 200 }).map((change) => mutated(valid, change))
    const statuses: number[] = []
    for (const body of bodies) statuses.push((await post(inquiryUrl, body)).status)
    expect(statuses.filter((status) => ![200, 400, 413, 422].includes(status))).toEqual([])
    const accepted = statuses.filter((status) => status === 200).length
    expect(accepted).toBeGreaterThan(0)
    const after = await countStored()
    expect(after.transfers - before.transfers).toBe(accepted)
    expect(after.incomplete).toBe(0)
  })

  /** The number of transfers, and of those whose history lacks an entry for a version. */
  async function countStored(): Promise<{ transfers: number; incomplete: number }> {
    const [row] = await sql(`select count(*)::int as transfers, count(*) filter (
        where (select count(*) from transfer_history where transfer_id = transfers.id) <> version)::int as incomplete
      from transfers`)
    return row
  }
})

describe('an amount', () => {
  it.each([
    ['1e400', 422],
    ['-0', 422],
    ['0', 422],
    ['0.0', 422],
    ['9'.repeat(80), 422],
    [`0.${'0'.repeat(40)}1`, 422],
    ['1e-400', 422],
    ['NaN', 400],
    ['0x10', 400],
    ['1.', 400],
    ['+1', 400],
  ])('the amount %s is refused with %i', async (amount, status) => {
    expect((await post(inquiryUrl, valid.replace('"amount":0.5', `"amount":${amount}`))).status).toBe(status)
  })

  it('an amount with more digits than a double can hold is stored exactly', async () => {
    const amount = '123456789012345678.12345678'
    expect((await post(inquiryUrl, valid.replace('"amount":0.5', `"amount":${amount}`))).status).toBe(200)
    const [received] = await transactions(node)
    expect(received.amount).toBe(amount)
  })
})

describe('a name at its limit', () => {
  const ACUTE = '\u0301'
  it.each([
    ['combining characters', `e${ACUTE}`.repeat(50), 0],
    ['combining characters beyond it', `e${ACUTE}`.repeat(50) + ACUTE, 1],
    ['a script from right to left', '\u05d0'.repeat(100), 0],
    ['a script from right to left beyond it', '\u05d0'.repeat(101), 1],
    ['characters outside the basic plane', '\u{20000}'.repeat(100), 0],
    ['bidirectional controls', `\u202e${'a'.repeat(98)}\u202c`, 0],
  ])('a name of %s is stored as received, and its length counts code points', async (_what, name, issues) => {
    const payload = structuredClone(ivms101.list2020)
    const [person] = payload.originator.originatorPersons
    const [identifier] = person?.naturalPerson.name.nameIdentifier ?? []
    if (identifier === undefined) throw new Error('the vector has no name')
    identifier.primaryIdentifier = name
    expect((await post(inquiryUrl, JSON.stringify({ ...JSON.parse(valid), IVMS101: payload }))).status).toBe(200)
    const query = `{ trpd { transactions(first: 1) { nodes { ivms101 ivms101Issues { constraint }
      originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } } } } } }`
    const [received] = (await node.query(query)).data.trpd.transactions.nodes
    expect(JSON.parse(received.ivms101).originator).toEqual(payload.originator)
    expect(received.ivms101Issues.map(({ constraint }: { constraint: string }) => constraint)).toEqual(
      Array(issues).fill('LENGTH'),
    )
    const shown = received.originator.originatorPersons[0].naturalPerson.name.nameIdentifier[0].primaryIdentifier
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })
})

describe('the token of a callback', () => {
  const approvedAt = (callback: string) =>
    JSON.stringify({ approved: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback } })
  const approved = approvedAt('http://localhost:9/c')

  /** The callback in an inquiry that `counterparty` received. */
  async function callbackOf(counterparty: TestCounterparty): Promise<{ id: string; callback: string }> {
    const id = await startedWith(node, counterparty)
    await untilDelivery(node, id, 'DELIVERED')
    return { id, callback: JSON.parse(counterparty.requests.at(-1)?.body ?? '{}').callback }
  }

  async function statusOf(id: string): Promise<string> {
    return (await transactions(node)).find((each: { id: string }) => each.id === id).status
  }

  it('a token that was modified, truncated or invented is unknown', async () => {
    await using counterparty = await openTestCounterparty()
    const { id, callback } = await callbackOf(counterparty)
    const other = callback.at(-1) === 'A' ? 'Q' : 'A'
    const wrong = [
      callback.slice(0, -1),
      `${callback.slice(0, -1)}${other}`,
      `${callback}A`,
      `${new URL(callback).origin}/callbacks/x`,
    ]
    for (const url of wrong) expect([url, (await post(url, approved)).status]).toEqual([url, 404])
    expect(await statusOf(id)).toBe('PENDING')
  })

  it("a token for a decision accepts no confirmation, and a VASP's token changes only its own transaction", async () => {
    await using counterparty = await openTestCounterparty()
    await using foreign = await openTestCounterparty()
    const ours = await callbackOf(counterparty)
    const theirs = await callbackOf(foreign)
    expect((await post(ours.callback, JSON.stringify({ txid: 'f'.repeat(64) }))).status).toBe(400)
    expect((await post(theirs.callback, JSON.stringify({ rejected: 'no' }))).status).toBe(204)
    expect([await statusOf(ours.id), await statusOf(theirs.id)]).toEqual(['PENDING', 'DECLINED'])
  })

  it('a replayed decision gets the same response, and another decision with its token changes nothing', async () => {
    await using counterparty = await openTestCounterparty()
    const { id, callback } = await callbackOf(counterparty)
    const identifier = randomUUID()
    const rejected = JSON.stringify({ rejected: 'no such customer' })
    expect((await post(callback, rejected, identifier)).status).toBe(204)
    expect((await post(callback, rejected, identifier)).status).toBe(204)
    expect((await post(callback, approved, identifier)).status).toBe(409)
    expect((await post(callback, approved)).status).toBeGreaterThanOrEqual(400)
    expect(await statusOf(id)).toBe('DECLINED')
  })

  it('an approval with the token of an expired inquiry is canceled and approves nothing', async () => {
    await using counterparty = await openTestCounterparty()
    const { id, callback } = await callbackOf(counterparty)
    await sql("update transfers set expires_at = now() - interval '1 second' where id = $1", [id])
    counterparty.respond = () => ({ status: 204 })
    expect((await post(callback, approvedAt(`${counterparty.url}/c`))).status).toBe(204)
    expect(await statusOf(id)).toBe('EXPIRED')
    await until(
      async () => counterparty.requests.map(({ body }) => JSON.parse(body)),
      (messages) => messages.some((message) => 'canceled' in message),
    )
  })
})

describe('a counterparty whose connection fails', () => {
  const inquiriesOnly =
    (misbehave: RequestListener): RequestListener =>
    (request, response) =>
      request.method === 'POST' ? misbehave(request, response) : response.writeHead(404).end()

  it.each<[string, RequestListener]>([
    ['resets the connection before it responds', (request) => request.socket.resetAndDestroy()],
    [
      'resets the connection inside its response',
      (_request, response) => {
        response.writeHead(200, { 'api-version': '3.2.1', 'content-length': '100' })
        response.write('{"version":', () => response.socket?.resetAndDestroy())
      },
    ],
    ['sends headers and no body', (_request, response) => response.writeHead(200).flushHeaders()],
  ])('an inquiry to a counterparty that %s is retried', async (_what, misbehave) => {
    await using counterparty = await openTestCounterparty(inquiriesOnly(misbehave))
    const id = await startedWith(node, counterparty)
    const retrying = await untilDelivery(node, id, 'RETRYING')
    expect(retrying).toMatchObject({ status: 'PENDING', delivery: { lastProblem: expect.any(String) } })
    await mutate(node, `cancelTx(id: "${id}", reason: "test")`)
  })
})
