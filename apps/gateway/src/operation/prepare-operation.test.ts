import { setImmediate as nextTurn } from 'node:timers/promises'
import { openOperationCache } from '@travel-rule/federation/operation/operation-cache'
import { DEFAULT_VARIABLE_LIMITS } from '@travel-rule/federation/operation/read-variables'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { graphOf } from '@travel-rule/federation/testing/graph-of'
import { openLogger } from '@travel-rule/service/logger'
import { LoopTurns } from '@travel-rule/service/loop-turns'
import { describe, expect, test } from 'vitest'
import { openTrace } from '../identity/trace-context.ts'
import { openClientCounts } from '../limits/client-limits.ts'
import { openPipeline, type PipelineParts } from '../pipeline/pipeline.ts'
import { openHeaderRules } from '../supergraph-source/header-rules.ts'
import { serveGraph } from '../supergraph-source/operation-usage.ts'
import { openOperationDocuments } from './operation-documents.ts'
import { openPlanningTurns } from './planning-turns.ts'
import { denyAll } from './policies.ts'
import { prepareOperation } from './prepare-operation.ts'
import type { OperationRequest, PreparedOperation } from './prepared-operation.ts'

const graph = graphOf(`
  type Query { item(id: ID!): Item search(filter: Filter): Item }
  type Subscription { changed(id: ID): Item }
  type Item { id: ID price: Int @policy(policies: [["prices"]]) }
  input Filter { status: String word: String }
`)
const logger = openLogger({ name: 'test', level: 'silent' })
const identity = { subject: 'ann', clientId: 'app', actsFor: 'PERSON' as const, name: '', roles: [], scopes: [] }
const CALLER = { identity, expiresAtSeconds: 0, assertionFor: async () => '' }
const NO_LIMIT = { rate: { perSecond: 1_000, burst: 1_000 }, operationsMax: 1, subscriptionsMax: 100 }

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')

function open(overrides: Partial<PipelineParts> = {}, introspection = true, served: Graph = graph) {
  const parts: PipelineParts = {
    snapshot: () => ({
      graph: serveGraph(served),
      subgraphs: new Map(),
      passThrough: () => 'checked',
      showsUncoded: () => false,
      use: () => ({ [Symbol.dispose]() {} }),
    }),
    limits: { introspection, ...DEFAULT_VARIABLE_LIMITS, operationTimeoutMs: 1_000 },
    clients: openClientCounts(NO_LIMIT),
    documents: openOperationDocuments({ persistedBytesMax: 10_000, logger }),
    authorisation: { decide: denyAll, rejectUnauthorized: false },
    overrideLabels: new Set(),
    resubscribe: { timeoutMs: 15_000, firstDelayMs: 1, delayMaxMs: 1 },
    observer: {} as PipelineParts['observer'],
    sharesRequests: () => false,
    headers: openHeaderRules({}),
    turns: {} as PipelineParts['turns'],
    planning: openPlanningTurns(),
    logger,
    ...overrides,
  }
  return { parts, prepare: (request: OperationRequest) => prepareOperation(request, CALLER, 'MESSAGE', parts) }
}

test('the time to read variables is charged to the client', async () => {
  const clients = openClientCounts(NO_LIMIT)
  let working = false
  const where: boolean[] = []
  const counting: typeof clients = {
    ...clients,
    measure(client, task) {
      working = true
      const result = clients.measure(client, task)
      working = false
      return result
    },
  }
  const variables = {
    get id() {
      where.push(working)
      return '1'
    },
  }
  const { prepare } = open({ clients: counting })
  expect(await prepare({ query: 'query ($id: ID!) { item(id: $id) { id } }', variables })).toHaveProperty('planned')
  expect(where.length).toBeGreaterThan(0)
  expect(where).not.toContain(false)
})

test('without introspection, an error about a variable suggests no names of the schema', async () => {
  const request = {
    query: 'query ($filter: Filter) { search(filter: $filter) { id } }',
    variables: { filter: { statu: 'x' } },
  }
  const response = async (introspection: boolean) => JSON.stringify(await open({}, introspection).prepare(request))
  expect(await response(true)).toContain('Did you mean')
  expect(await response(false)).not.toContain('Did you mean')
  expect(await response(false)).toContain('BAD_USER_INPUT')
})

test('the time for introspection is charged to the client when its operation is prepared', async () => {
  const stopped = () => 0
  const clients = openClientCounts({ ...NO_LIMIT, rate: { perSecond: 0.001, burst: 3 } }, stopped, stopped)
  const prepare = async (query: string) => openPipeline(open({ clients }).parts).prepare({ query }, CALLER, 'REQUEST')
  expect(await clients.takeToken(identity)).toBeUndefined()
  expect(await prepare('{ item(id: "1") { id } }')).toHaveProperty('planned')
  expect(await clients.takeToken(identity)).toBeUndefined()
  expect(await prepare(`{ ${many(40, (i) => `a${i}: __schema { types { fields { name } } }`)} }`)).toHaveProperty(
    'planned',
  )
  expect((await clients.takeToken(identity))?.error.extensions).toMatchObject({ code: 'RATE_LIMITED', limit: 'rate' })
})

test('a subscription keeps only the variables that it declares', async () => {
  const variables = { id: '1', other: 'x'.repeat(1_000) }
  const query = 'subscription ($id: ID) { changed(id: $id) { id } }'
  expect(await open().prepare({ query, variables })).toHaveProperty('source.rawVariables', { id: '1' })
})

describe('operations that are not cached', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => `{ item(id: "${index}") { id } }`)
  const BOB = { ...CALLER, identity: { ...identity, subject: 'bob' } }

  function openTurns(overrides: Partial<PipelineParts> = {}) {
    const { parts } = open({ snapshot: servedOnce(), ...overrides })
    return (query: string, caller = CALLER) => prepareOperation({ query }, caller, 'REQUEST', parts)
  }

  test('new operations wait for a turn, but cached ones do not', async () => {
    const prepare = openTurns()
    const query = '{ item(id: "cached") { id } }'
    // An operation is cached when it is sent for the second time.
    for (const time of ['first', 'second']) expect(await prepare(query), time).toHaveProperty('planned')
    const waiting = items(6).map((item) => prepare(item))
    const cached = prepare(query)
    expect(await settledInThisTurn([...waiting, cached])).toEqual([cached])
    expect(await cached).toHaveProperty('planned')
    for (const preparation of waiting) expect(await preparation).toHaveProperty('planned')
  })

  test('a new operation of a request waits for a turn, but one of a socket, whose message had its turn, does not', async () => {
    const pipeline = openPipeline(open({ snapshot: servedOnce() }).parts)
    const [query = '', other = ''] = items(2)
    const waiting = pipeline.prepare({ query }, CALLER, 'REQUEST')
    const message = pipeline.prepare({ query: other }, CALLER, 'MESSAGE')
    expect(await settledInThisTurn([waiting, message])).toEqual([message])
    expect(await message).toHaveProperty('planned')
    expect(await waiting).toHaveProperty('planned')
  })

  test('the next graph is prepared for an operation once it is sent again', async () => {
    const snapshot = servedOnce()
    const prepare = openTurns({ snapshot })
    const { usage } = snapshot().graph
    const [query = ''] = items(1)
    await prepare(query)
    expect(usage.most(10)).toEqual([])
    await prepare(query)
    expect(usage.most(10)).toMatchObject([{ query }])
  })

  test('a turn plans one operation if planning takes the full turn, and clients alternate', async () => {
    const prepare = openTurns({ planning: openPlanningTurns(new LoopTurns(0)) })
    const done: string[] = []
    const send = async (query: string, caller: typeof CALLER) => {
      expect(await prepare(query, caller)).toHaveProperty('planned')
      done.push(caller.identity.subject)
    }
    let isOver = false
    const all = Promise.all([...items(6).map((query) => send(query, CALLER)), send('{ item(id: "bob") { id } }', BOB)])
    const ended = all.finally(() => {
      isOver = true
    })
    const perTurn: number[] = []
    while (!isOver) {
      const before = done.length
      await nextTurn()
      if (done.length > before) perTurn.push(done.length - before)
    }
    await ended
    expect(perTurn).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(done.indexOf('bob')).toBe(1)
  })

  test('an operation is planned on the graph that is current at its turn', async () => {
    let current = servedOnce()()
    const prepare = openTurns({ snapshot: () => current })
    const preparing = prepare('{ item(id: "1") { id } }')
    current = open({}, true, graphOf('type Query { other: ID }')).parts.snapshot()
    expect(await preparing).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] })
  })

  describe('the rate of a client', () => {
    /** Every measured task takes 10 ms, which costs five tokens; the burst is three. */
    function openRate() {
      let nowMs = 0
      const tasks = { measured: 0 }
      const rate = { perSecond: 0.001, burst: 3 }
      const clients = openClientCounts(
        { ...NO_LIMIT, rate },
        () => nowMs,
        () => (nowMs += 10),
      )
      const counting: typeof clients = {
        ...clients,
        measure(client, task) {
          tasks.measured += 1
          return clients.measure(client, task)
        },
      }
      return { tasks, clients: counting, prepare: openTurns({ clients: counting }) }
    }
    const REFUSED = { errors: [{ extensions: { code: 'RATE_LIMITED' } }] }

    test.each([
      ['valid', 'item'],
      ['invalid', 'unknown'],
    ])('a client that is in debt for one of its burst of %s operations gets no turn for the rest', async (_, field) => {
      const { tasks, prepare } = openRate()
      const burst = items(4).map((query) => prepare(query.replace('item', field)))
      const looked = tasks.measured
      const [first, ...rest] = await Promise.all(burst)
      expect(first).not.toMatchObject(REFUSED)
      for (const preparation of rest) expect(preparation).toMatchObject(REFUSED)
      expect(tasks.measured - looked).toBe(field === 'item' ? 2 : 1)
    })

    test('a client is not refused because of work that its own request causes before its turn', async () => {
      const { clients, prepare } = openRate()
      clients.measure(identity, () => undefined)
      expect(await prepare('{ item(id: "1") { id } }')).toHaveProperty('planned')
    })
  })

  test('a limited number of operations wait, and further ones are planned at once', async () => {
    const prepare = openTurns()
    const burst = items(140).map((query) => prepare(query))
    expect(await settledInThisTurn(burst)).toHaveLength(12)
    for (const preparation of burst) expect(await preparation).toHaveProperty('planned')
    expect(await settledInThisTurn([prepare('{ item(id: "later") { id } }')])).toEqual([])
  })
})

/** The promises that settle before the event loop continues. */
async function settledInThisTurn<Result>(promises: readonly Promise<Result>[]): Promise<readonly Promise<Result>[]> {
  const settled = new Set<Promise<Result>>()
  for (const promise of promises) void promise.finally(() => settled.add(promise))
  await new Promise((resolve) => process.nextTick(resolve))
  return promises.filter((promise) => settled.has(promise))
}

/** One graph for all operations, with its cache. */
function servedOnce(): PipelineParts['snapshot'] {
  const snapshot = open({}, true, { ...graph, operations: openOperationCache() }).parts.snapshot()
  return () => snapshot
}

describe('an operation whose policies are decided asynchronously', () => {
  test('an operation with asynchronous policies is refused if its client has reached its limit by the time they are decided', async () => {
    const decided = Promise.withResolvers<string[]>()
    const asked = Promise.withResolvers<void>()
    const decide = () => {
      asked.resolve()
      return decided.promise
    }
    const { parts } = open({ authorisation: { decide, rejectUnauthorized: false } })
    const pipeline = openPipeline(parts)
    const preparing = pipeline.prepare({ query: '{ item(id: "1") { price } }' }, CALLER, 'MESSAGE')
    await asked.promise
    using _other = parts.clients.begin(identity, 'operation') as Disposable
    decided.resolve(['prices'])
    const run = { caller: CALLER, trace: openTrace({}), forwarded: undefined, signal: new AbortController().signal }
    expect(await pipeline.execute((await preparing) as PreparedOperation, run)).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', limit: 'concurrent-operations' } }],
    })
  })
})

describe('@skip and @include', () => {
  const refusal = async (query: string, variables: Record<string, unknown>) => {
    const prepared = await pipelined(query, variables)
    return 'errors' in prepared
      ? prepared.errors.map(({ message, extensions }) => [extensions.code, message])
      : 'accepted'
  }

  test('a null condition is refused with the name of its variable, even if the variable has a default', async () => {
    const query = 'query ($with: Boolean = true) { item(id: "1") { id price @include(if: $with) } }'
    expect(await refusal(query, { with: null })).toEqual([['BAD_USER_INPUT', expect.stringContaining('$with')]])
    expect(await refusal(query, {})).toBe('accepted')
    expect(await refusal(query.replace('@include', '@skip'), { with: null })).toHaveLength(1)
  })

  test.each([
    'subscription { changed @skip(if: true) { id } }',
    'subscription { ...F @include(if: false) } fragment F on Subscription { changed { id } }',
  ])('a subscription whose condition removes its field is invalid, not forbidden: %s', async (query) => {
    expect(await refusal(query, {})).toMatchObject([['GRAPHQL_VALIDATION_FAILED', expect.any(String)]])
  })
})

/** Prepares through the pipeline, which returns thrown refusals as errors. */
async function pipelined(query: string, variables: Record<string, unknown>) {
  return openPipeline(open().parts).prepare({ query, variables }, CALLER, 'MESSAGE')
}

test('an error about a variable has the location of its declaration in the selected operation', async () => {
  const { prepare } = open()
  const query = `query Other($id: ID!) { item(id: $id) { id } }
    query Mine(
      $filter: Filter
      $id: ID!
    ) { item(id: $id) { id } search(filter: $filter) { id } }`
  const prepared = await prepare({ query, operationName: 'Mine', variables: { filter: { status: 1 } } })
  const errors = 'errors' in prepared ? prepared.errors.map((error) => error.toJSON()) : []
  expect(errors).toMatchObject([
    { message: expect.stringContaining('status'), locations: [{ line: 3, column: 7 }] },
    { message: expect.stringContaining('$id'), locations: [{ line: 4, column: 7 }] },
  ])
})
