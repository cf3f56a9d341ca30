import { expect, test } from 'vitest'
import type { SendFetch, SubgraphFetch } from '../execution/plan-run.ts'
import type { SubgraphAnswer } from '../execution/subgraph-client.ts'
import { openEntityBatches } from './entity-batches.ts'

const QUERY = 'query($representations:[_Any!]!){_entities(representations:$representations){...on Order{notes}}}'

function fetchOf(ids: readonly string[], variables: object = {}, query = QUERY): SubgraphFetch {
  const all = { ...variables, representations: ids.map((id) => ({ __typename: 'Order', id })) }
  const body = JSON.stringify({ query, variables: all })
  return { query, operationName: undefined, variables: all, body, idempotent: true }
}

/** Answers each entity with its id, but `bad` with an error. */
function openFarSide(answer?: SubgraphAnswer) {
  const bodies: { variables: { representations: { id: string }[] } }[] = []
  const send: SendFetch = async (_subgraph, { body }) => {
    const sent = JSON.parse(body)
    bodies.push(sent)
    const ids = (sent.variables.representations as { id: string }[]).map(({ id }) => id)
    const errors = ids.flatMap((id, index) =>
      id === 'bad' ? [{ message: 'no', path: ['_entities', index, 'notes'] }] : [],
    )
    return answer ?? { data: { _entities: ids.map((id) => ({ notes: [id] })) }, errors }
  }
  return { send, sent: () => bodies.map(({ variables }) => variables.representations.map(({ id }) => id)) }
}

test('fetches that are wanted at the same time are sent as one, each entity once, and each gets its own', async () => {
  const { send, sent } = openFarSide()
  const through = openEntityBatches().through(send, 'ann')
  const answers = await Promise.all([['1', '2'], ['2'], ['3']].map((ids) => through('orders', fetchOf(ids))))
  expect(sent()).toEqual([['1', '2', '3']])
  expect(answers.map((answer) => 'data' in answer && answer.data?._entities)).toEqual([
    [{ notes: ['1'] }, { notes: ['2'] }],
    [{ notes: ['2'] }],
    [{ notes: ['3'] }],
  ])
})

test('what is the same entity for two is not the same object: each completes its own', async () => {
  const through = openEntityBatches().through(openFarSide().send, 'ann')
  const [a, b] = await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['1']))])
  const first = (answer: typeof a) =>
    'data' in answer ? (answer.data?._entities as object[] | undefined)?.[0] : undefined
  expect(first(a)).toEqual(first(b))
  expect(first(a)).not.toBe(first(b))
})

test('an error reaches those whose entity it is about, at their own place', async () => {
  const through = openEntityBatches().through(openFarSide().send, 'ann')
  const answers = await Promise.all([['1'], ['2', 'bad'], ['bad']].map((ids) => through('orders', fetchOf(ids))))
  expect(answers.map((answer) => 'errors' in answer && answer.errors.map(({ path }) => path))).toEqual([
    [],
    [['_entities', 1, 'notes']],
    [['_entities', 0, 'notes']],
  ])
})

test('other callers, other subgraphs, other fields and other variables are not put together', async () => {
  const { send, sent } = openFarSide()
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

test('a subgraph that answers with too few entities has failed for everybody', async () => {
  const through = openEntityBatches().through(openFarSide({ data: { _entities: [] }, errors: [] }).send, 'ann')
  const answers = await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['2']))])
  expect(answers).toMatchObject([{ fault: 'UNAVAILABLE' }, { fault: 'UNAVAILABLE' }])
})

test('a failure without data is told to everybody', async () => {
  const failure = { data: null, errors: [{ message: 'no' }] }
  const through = openEntityBatches().through(openFarSide(failure).send, 'ann')
  expect(await Promise.all([through('orders', fetchOf(['1'])), through('orders', fetchOf(['2']))])).toEqual([
    failure,
    failure,
  ])
})
