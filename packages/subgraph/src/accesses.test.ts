import { DatabaseOutage } from '@travel-rule/database/database-outage'
import { parse } from 'graphql'
import { createClient } from 'graphql-ws'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { RequestAccess, SubgraphContext } from './subgraph-context.ts'
import { resumable } from './subgraph-resume.ts'
import { buildSubgraph } from './subgraph-schema.ts'
import { openShopSubgraph } from './testing/shop-subgraph.ts'

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])
  type Query {
    box(id: ID!): Box
    boxes: [Box]
    search: Content @requiresScopes(scopes: [["vault"]])
  }
  type Mutation { fill(id: ID!): Box }
  type Subscription { filled: Box moved: Box swept: Box }
  type Box @key(fields: "id") {
    id: ID!
    label: String
    secret: String @requiresScopes(scopes: [["vault"]])
    empty: String @requiresScopes(scopes: [["vault"]])
    drawer: Drawer
    content: Content
  }
  type Drawer { secrets: [String!] @requiresScopes(scopes: [["vault"]]) box: Box }
  type Content @requiresScopes(scopes: [["vault"]]) { name: String amount: Int }
`)

interface BoxModel {
  readonly id: string
}

const resolvers = {
  Query: {
    box: (_: unknown, { id }: BoxModel) => ({ id }),
    boxes: () => [{ id: '1' }, { id: '2' }],
    search: () => ({ name: 'gold' }),
  },
  Mutation: { fill: (_: unknown, { id }: BoxModel) => ({ id }) },
  Subscription: {
    filled: {
      subscribe: async function* () {
        for (const id of ['1', '1', '2']) yield { filled: { id } }
      },
    },
    swept: {
      subscribe: (_: unknown, __: unknown, { resumeAfter = '0' }: SubgraphContext) =>
        resumable({ after: resumeAfter, pages: sweeps(Number(resumeAfter)) }),
    },
    moved: {
      subscribe: (_: unknown, __: unknown, { resumeAfter = '0' }: SubgraphContext) =>
        resumable({ after: resumeAfter, pages: moves(Number(resumeAfter)) }),
    },
  },
  Box: {
    __resolveReference: ({ id }: BoxModel) => ({ id }),
    label: () => 'a box',
    // The first box of a sweep has no secret.
    secret: async ({ id }: BoxModel) => (id === '100' ? null : 'gold'),
    empty: async () => null,
    drawer: () => ({}),
    content: () => ({ name: 'gold', amount: 1 }),
  },
  Drawer: { secrets: () => ['gold'], box: () => ({ id: '3' }) },
}

async function* moves(after: number) {
  for (let at = after + 1; at <= 3; at += 1) {
    yield [{ position: `${at}`, at: new Date(at), value: { moved: { id: `${at}` } } }]
  }
}

/** Two pages: boxes 100 to 139, and then 100 to 102 again. */
async function* sweeps(after: number) {
  const swept = (at: number, id: number) => ({
    position: `${at}`,
    at: new Date(at),
    value: { swept: { id: `${id}` } },
  })
  const all = [...Array(40).keys()].map((index) => swept(index + 1, 100 + index))
  yield all.slice(after)
  yield [41, 42, 43].map((at) => swept(at, at + 59))
}

/** A subgraph with recorded boxes, and the reads that it has recorded. */
async function openVault(record?: (access: RequestAccess) => Promise<void>) {
  const recorded: RequestAccess[] = []
  const schema = buildSubgraph({
    typeDefs,
    resolvers,
    serialNamespaces: [],
    recordedAccess: { scope: 'vault', records: { Box: ({ id }: BoxModel) => [{ type: 'box', id }] } },
  })
  const shop = await openShopSubgraph({
    schema,
    recordAccess: record ?? (async (access) => void recorded.push(access)),
    createContext: (request) => ({ ...request, serial: 0 }) as SubgraphContext & { serial: number },
  })
  return {
    ...shop,
    recorded,
    reads: () => recorded.map(({ fields, records }) => [fields.join(' '), records.map(({ id }) => id).join(' ')]),
    async query(query: string, { scopes = ['vault'], headers = {} }: { scopes?: string[]; headers?: object } = {}) {
      const assertion = await shop.assertions.assertion({ scopes })
      const response = await fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-identity-assertion': assertion, ...headers },
        body: JSON.stringify({ query }),
      })
      return (await response.json()) as { data: unknown; errors?: { extensions: Record<string, unknown> }[] }
    },
    async *subscribe(query: string, extensions: Record<string, unknown> = {}) {
      const url = `ws://127.0.0.1:${shop.port}/graphql`
      const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 })
      const identityAssertion = await shop.assertions.assertion({ scopes: ['vault'] })
      try {
        yield* client.iterate<object, Record<string, unknown>>({
          query,
          extensions: { ...extensions, identityAssertion },
        })
      } finally {
        await client.dispose()
      }
    },
  }
}

test('a request that reads guarded fields is recorded once, with its caller, the fields and their records', async () => {
  await using vault = await openVault()
  const { data } = await vault.query('{ boxes { id secret drawer { secrets } } }', {
    headers: { 'x-purpose': 'case 7' },
  })
  expect(data).toMatchObject({ boxes: [{ secret: 'gold' }, { drawer: { secrets: ['gold'] } }] })
  expect(vault.reads()).toEqual([['Box.secret Drawer.secrets', '1 2']])
  expect(vault.recorded[0]).toMatchObject({ identity: { scopes: ['vault'] }, purpose: 'case 7' })
})

test.each([
  ['a field without a value', '{ box(id: 1) { empty } }', [['vault']]],
  ['a field that the caller may not read', '{ box(id: 1) { secret drawer { secrets } } }', [[]]],
  ['a field that needs no scope', '{ box(id: 1) { label } }', [['vault']]],
  ['an operation that is refused', '{ box { secret } }', [['vault']]],
])('%s is not recorded', async (_name, query, [scopes = []]) => {
  await using vault = await openVault()
  await vault.query(query, { scopes })
  expect(vault.reads()).toEqual([])
})

test.each([
  [
    'a reference',
    '{ _entities(representations: [{ __typename: "Box", id: "9" }]) { ... on Box { secret } } }',
    'Box.secret',
    '9',
  ],
  ['the result of a mutation', 'mutation { fill(id: 4) { secret } }', 'Box.secret', '4'],
  ['a record within a record', '{ box(id: 1) { drawer { box { secret } } } }', 'Box.secret', '3'],
  [
    'the only read of an object that needs the scope as a whole',
    '{ box(id: 5) { content { name amount } } }',
    'Box.content',
    '5',
  ],
  ['a field of no record', '{ search { name } }', 'Query.search', ''],
])('%s is recorded', async (_name, query, fields, ids) => {
  await using vault = await openVault()
  expect((await vault.query(query)).errors).toBeUndefined()
  expect(vault.reads()).toEqual([[fields, ids]])
})

test('a response whose reads cannot be recorded is withheld, and the reason is logged', async () => {
  await using vault = await openVault(() => Promise.reject(new Error('disk full')))
  const read = await vault.query('{ box(id: 1) { label secret } }')
  expect(read).toMatchObject({ data: null, errors: [{ extensions: { code: 'ACCESS_NOT_RECORDED', retryable: true } }] })
  const changed = await vault.query('mutation { fill(id: 1) { secret } }')
  expect(changed.errors?.[0]?.extensions).toMatchObject({ code: 'ACCESS_NOT_RECORDED', retryable: false })
  expect(JSON.stringify([read, changed])).not.toContain('gold')
  expect(vault.log.lines().some(({ err }) => JSON.stringify(err).includes('disk full'))).toBe(true)
  expect((await vault.query('{ box(id: 1) { label } }')).data).toEqual({ box: { label: 'a box' } })
})

test('a response whose reads cannot be recorded because the database fails is refused as usual, and may be repeated', async () => {
  const outage = new DatabaseOutage('UNKNOWN', new Error('connection terminated'))
  await using vault = await openVault(() => Promise.reject(outage))
  const read = await vault.query('{ box(id: 1) { secret } }')
  expect(read).toMatchObject({ data: null, errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true } }] })
  const changed = await vault.query('mutation { fill(id: 1) { secret } }')
  expect(changed.errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: false })
})

test('a purpose that is not a reference is not recorded', async () => {
  await using vault = await openVault()
  for (const purpose of ['Müller', ' x', 'x'.repeat(101), '<b>']) {
    await vault.query('{ box(id: 1) { secret } }', { headers: { 'x-purpose': encodeURI(purpose) } })
  }
  expect(vault.recorded.map(({ purpose }) => purpose)).toEqual([undefined, undefined, undefined, undefined])
})

test('a subscription records each record once, before it is sent', async () => {
  await using vault = await openVault()
  const seen: unknown[] = []
  const recordedBefore: string[] = []
  for await (const { data } of vault.subscribe('subscription { filled { id secret } }')) {
    seen.push(data)
    recordedBefore.push(vault.recorded.flatMap(({ records }) => records.map(({ id }) => id)).join(' '))
  }
  const filled = (id: string) => ({ filled: { id, secret: 'gold' } })
  expect(seen).toEqual([filled('1'), filled('1'), filled('2')])
  expect(recordedBefore[0]).toMatch(/^1/)
  expect(recordedBefore[2]).toBe('1 2')
  expect(vault.reads()).toEqual([
    ['Box.secret', '1'],
    ['Box.secret', '2'],
  ])
})

test('a subscription records a page of events before the first of them is sent, and each record only once', async () => {
  await using vault = await openVault()
  const seen: unknown[] = []
  for await (const { data, extensions } of vault.subscribe('subscription { swept { id secret content { name } } }')) {
    seen.push([extensions?.position, (data as { swept: BoxModel }).swept.id])
    expect(vault.recorded).toHaveLength(1)
  }
  const ids = [...Array(40).keys()].map((index) => `${100 + index}`)
  expect(seen).toEqual([...ids, '100', '101', '102'].map((id, index) => [`${index + 1}`, id]))
  expect(vault.reads()).toEqual([['Box.content Box.secret', ids.join(' ')]])
})

test('a page of events whose reads cannot be recorded is not sent', async () => {
  let fails = true
  await using vault = await openVault(async () => {
    if (fails) throw new Error('disk full')
  })
  const received: unknown[] = []
  const follow = async () => {
    for await (const { extensions } of vault.subscribe('subscription { swept { id secret } }')) {
      received.push(extensions?.position)
    }
  }
  await expect(follow()).rejects.toMatchObject([{ extensions: { code: 'ACCESS_NOT_RECORDED', retryable: true } }])
  expect(received).toEqual([])
  fails = false
  await follow()
  expect(received).toHaveLength(43)
})

test('an event whose reads cannot be recorded ends its subscription without its position, so that resuming delivers it', async () => {
  let fails = true
  await using vault = await openVault(async ({ records }) => {
    if (fails && records.some(({ id }) => id === '2')) throw new Error('disk full')
  })
  const query = 'subscription { moved { id secret } }'
  const received: unknown[] = []
  const follow = async (resumeAfter?: string) => {
    for await (const { data, extensions } of vault.subscribe(query, resumeAfter === undefined ? {} : { resumeAfter })) {
      received.push([extensions?.position, data])
    }
  }
  const moved = (id: string) => [id, { moved: { id, secret: 'gold' } }]
  await expect(follow()).rejects.toMatchObject([{ extensions: { code: 'ACCESS_NOT_RECORDED', retryable: true } }])
  expect(received).toEqual([moved('1')])
  fails = false
  await follow('1')
  expect(received).toEqual([moved('1'), moved('2'), moved('3')])
})
