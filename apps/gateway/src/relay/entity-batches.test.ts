import type { SendFetch, SubgraphFetch } from '@travel-rule/federation/execution/run/plan-run'
import { parseExact } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphResponse } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { expect, test } from 'vitest'
import { openEntityBatches } from './entity-batches.ts'

const QUERY = 'query($representations:[_Any!]!){_entities(representations:$representations){...on Order{notes}}}'

function fetchOf(ids: readonly string[], variables: object = {}, query = QUERY): SubgraphFetch {
  const all = { ...variables, representations: ids.map((id) => ({ __typename: 'Order', id })) }
  const body = JSON.stringify({ query, variables: all })
  return { query, operationName: undefined, variables: all, body, idempotent: true }
}

/** A subgraph that resolves each entity to its id, and `bad` to an error. */
function openSubgraphStub(response?: SubgraphResponse) {
  const bodies: { variables: { representations: { id: string }[] } }[] = []
  const send: SendFetch = async (_subgraph, { body }) => {
    const sent = JSON.parse(body)
    bodies.push(sent)
    const ids = (sent.variables.representations as { id: string }[]).map(({ id }) => id)
    const errors = ids.flatMap((id, index) =>
      id === 'bad' ? [{ message: 'no', path: ['_entities', index, 'notes'] }] : [],
    )
    return response ?? { data: { _entities: ids.map((id) => ({ notes: [id] })) }, errors }
  }
  return { send, sent: () => bodies.map(({ variables }) => variables.representations.map(({ id }) => id)) }
}

test('concurrent entity fetches are batched, each entity once, and each fetch gets its own entities', async () => {
  const { send, sent } = openSubgraphStub()
  const through = openEntityBatches().through(send, 'ann')
  const responses = await Promise.all([['1', '2'], ['2'], ['3']].map((ids) => through('orders', fetchOf(ids))))
  expect(sent()).toEqual([['1', '2', '3']])
  expect(responses.map((response) => 'data' in response && response.data?._entities)).toEqual([
    [{ notes: ['1'] }, { notes: ['2'] }],
    [{ notes: ['2'] }],
    [{ notes: ['3'] }],
  ])
})

test('two fetches of the same entity get separate copies, since each execution changes its copy', async () => {
  const through = openEntityBatches().through(openSubgraphStub().send, 'ann')
  const [a, b] = await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['1']))])
  const first = (response: typeof a) =>
    'data' in response ? (response.data?._entities as object[] | undefined)?.[0] : undefined
  expect(first(a)).toEqual(first(b))
  expect(first(a)).not.toBe(first(b))
})

test('an entity that is nested too deeply to copy fails only the fetches that need it', async () => {
  const deep = parseExact(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const { send } = openSubgraphStub({ data: { _entities: [{ notes: deep }, { notes: ['1'] }] }, errors: [] })
  const through = openEntityBatches().through(send, 'ann')
  const responses = await Promise.allSettled([['deep'], ['deep'], ['1']].map((ids) => through('orders', fetchOf(ids))))
  expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('an error is reported to the fetches of its entity, with their own paths', async () => {
  const through = openEntityBatches().through(openSubgraphStub().send, 'ann')
  const responses = await Promise.all([['1'], ['2', 'bad'], ['bad']].map((ids) => through('orders', fetchOf(ids))))
  expect(responses.map((response) => 'errors' in response && response.errors.map(({ path }) => path))).toEqual([
    [],
    [['_entities', 1, 'notes']],
    [['_entities', 0, 'notes']],
  ])
})

test('fetches with different callers, subgraphs, fields or variables are not batched', async () => {
  const { send, sent } = openSubgraphStub()
  const batches = openEntityBatches()
  const [ann, bob] = [batches.through(send, 'ann'), batches.through(send, 'bob')]
  await Promise.all([
    ann('orders', fetchOf(['1'])),
    bob('orders', fetchOf(['2'])),
    ann('people', fetchOf(['3'])),
    ann('orders', fetchOf(['4'], { limit: 1 })),
    ann('orders', fetchOf(['5'], {}, QUERY.replace('notes', 'item'))),
    ann('orders', fetchOf(['6'], {}, '{ now }')),
  ])
  expect(sent().flat().sort()).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(sent()).toHaveLength(6)
})

test('after a response with the wrong number of entities, each fetch is sent alone', async () => {
  const { send, sent } = openSubgraphStub({ data: { _entities: [] }, errors: [] })
  const through = openEntityBatches().through(send, 'ann')
  const responses = await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['2']))])
  expect(sent()).toEqual([['1', '2'], ['1'], ['2']])
  expect(responses).toEqual([
    { data: { _entities: [] }, errors: [] },
    { data: { _entities: [] }, errors: [] },
  ])
})

test('an entity that fails a batch fails only its own fetch', async () => {
  const spoilt = { data: null, errors: [{ message: 'no such type' }] }
  const { send } = openSubgraphStub()
  const spoiling: SendFetch = async (subgraph, fetch) => (fetch.body.includes('"bad"') ? spoilt : send(subgraph, fetch))
  const through = openEntityBatches().through(spoiling, 'ann')
  const responses = await Promise.all([['1'], ['bad'], ['2']].map((ids) => through('orders', fetchOf(ids))))
  expect(responses).toEqual([
    { data: { _entities: [{ notes: ['1'] }] }, errors: [] },
    spoilt,
    { data: { _entities: [{ notes: ['2'] }] }, errors: [] },
  ])
})

test('a failure of the subgraph is returned to every fetch without another request', async () => {
  let asked = 0
  const body = [Buffer.from('{"errors":[{"message":"overloaded"}]}')] as const
  const through = openEntityBatches().through(async () => {
    asked += 1
    return { status: 503, framed: true, body }
  }, 'ann')
  const responses = await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['2']))])
  expect([asked, responses]).toEqual([
    1,
    [
      { status: 503, framed: true, body },
      { status: 503, framed: true, body },
    ],
  ])
})

test.each([1, 2])('a failure to send rejects each of %i fetches', async (count) => {
  const through = openEntityBatches().through(() => Promise.reject(new Error('no key to sign with')), 'ann')
  const fetches = Array.from({ length: count }, (_, index) => through('orders', fetchOf([String(index)])))
  for (const each of await Promise.allSettled(fetches)) {
    expect(each).toMatchObject({ status: 'rejected', reason: { message: 'no key to sign with' } })
  }
})

test('a batch is sent with the deadline of the latest event', async () => {
  const { send } = openSubgraphStub()
  const sentBy: string[] = []
  const batches = openEntityBatches()
  const [first, second] = ['first', 'second'].map((name) =>
    batches.through((subgraph, fetch) => {
      sentBy.push(name)
      return send(subgraph, fetch)
    }, 'ann'),
  )
  await Promise.all([first?.('orders', fetchOf(['1'])), second?.('orders', fetchOf(['2']))])
  expect(sentBy).toEqual(['second'])
})

test('long integers and keys named __proto__ pass through a batch unchanged', async () => {
  const entity = '{"notes":[12345678901234567890],"__proto__":{"a":1}}'
  const bodies: string[] = []
  const through = openEntityBatches().through(async (_subgraph, { body }) => {
    bodies.push(body)
    return { status: 200, framed: true, body: [Buffer.from(`{"data":{"_entities":[${entity},${entity}]}}`)] }
  }, 'ann')
  const fetchFor = (id: string): SubgraphFetch => {
    const representation = parseExact(`{"__typename":"Order","id":${id},"__proto__":{"b":2}}`)
    return { ...fetchOf([]), variables: { representations: [representation] } }
  }
  const ids = ['12345678901234567890', '12345678901234567891', '12345678901234567890']
  const responses = await Promise.all(ids.map((id) => through('orders', fetchFor(id))))
  expect(bodies).toHaveLength(1)
  const representation = (id: string) => `{"__typename":"Order","id":${id},"__proto__":{"b":2}}`
  expect(bodies[0]).toContain(`"representations":[${ids.slice(0, 2).map(representation).join()}]`)
  expect(responses.map((response) => JSON.stringify(response))).toEqual(
    Array(3).fill(`{"data":{"_entities":[${entity}]},"errors":[]}`),
  )
})
