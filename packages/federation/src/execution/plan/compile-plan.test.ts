import type { FetchNode, PlanNode } from '@apollo/query-planner'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { silentLogger as logger } from '../../testing/run-operation.ts'
import { openRun } from '../run/plan-run.ts'
import { compilePlan } from './compile-plan.ts'

const graphs = ['start', 'x', 'y', 'last', 'middle'].map(
  (name) => `${name.toUpperCase()} @join__graph(name: "${name}")`,
)
const facts = readSupergraphFacts(
  buildSchema(`type Query { a: Link } type Link { id: ID } enum join__Graph { ${graphs.join(' ')} }`, {
    assumeValidSDL: true,
  }),
)

const fetch = (serviceName: string, more: Partial<FetchNode> = {}): FetchNode => ({
  kind: 'Fetch',
  serviceName,
  operation: `{${serviceName}}`,
  operationName: undefined,
  operationKind: 'query' as FetchNode['operationKind'],
  ...more,
})
const join = (serviceName: string, key: string): PlanNode => ({
  kind: 'Flatten',
  path: ['a'],
  node: fetch(serviceName, {
    operation: `query($representations:[_Any!]!){_entities(representations:$representations){...on Link{${serviceName}}}}`,
    requires: [
      {
        kind: 'InlineFragment',
        typeCondition: 'Link',
        selections: [
          { kind: 'Field', name: '__typename' },
          { kind: 'Field', name: key },
        ],
      },
    ],
  }),
})

async function run(node: PlanNode, responses: Record<string, object>, variables = {}) {
  const journal: string[] = []
  const send = async (subgraph: string) => {
    journal.push(`${subgraph} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    journal.push(`${subgraph} ends`)
    return { data: structuredClone(responses[subgraph] ?? {}) as Record<string, unknown>, errors: [] }
  }
  const state = openRun({ variables, send, logger, event: undefined })
  await compilePlan({ kind: 'QueryPlan', node }, facts)(state)
  return { journal, data: state.root, failures: state.failures }
}

test('a sequence node runs its fetches one after another, and a parallel node runs them concurrently', async () => {
  const nodes = [fetch('x'), fetch('y')]
  expect((await run({ kind: 'Sequence', nodes }, {})).journal).toEqual(['x begins', 'x ends', 'y begins', 'y ends'])
  expect((await run({ kind: 'Parallel', nodes }, {})).journal).toEqual(['x begins', 'y begins', 'x ends', 'y ends'])
})

test.each([
  [true, ['x']],
  [false, ['y']],
])('a condition that is %s runs its branch', async (value, expected) => {
  const node: PlanNode = { kind: 'Condition', condition: 'c', ifClause: fetch('x'), elseClause: fetch('y') }
  const { journal } = await run(node, {}, { c: value })
  expect(journal.map((line) => line[0])).toEqual([expected[0], expected[0]])
  expect((await run({ kind: 'Condition', condition: 'toString', ifClause: fetch('x') }, {})).journal).toEqual([])
})

test('a fetch is postponed until a later one delivers its requirements', async () => {
  const nodes = [fetch('start'), join('last', 'middle'), join('middle', 'id')]
  const entities = (entity: object) => ({ _entities: [entity] })
  const { data, journal, failures } = await run(
    { kind: 'Sequence', nodes },
    {
      start: { a: { __typename: 'Link', id: '1' } },
      middle: entities({ middle: '2' }),
      last: entities({ last: '3' }),
    },
  )
  expect(data).toEqual({ a: { __typename: 'Link', id: '1', middle: '2', last: '3' } })
  expect(journal.filter((line) => line.endsWith('begins'))).toEqual(['start begins', 'middle begins', 'last begins'])
  expect(failures.size).toBe(0)
})

test('a plan with @defer is rejected', () => {
  const node: PlanNode = { kind: 'Defer', primary: {}, deferred: [] }
  expect(() => compilePlan({ kind: 'QueryPlan', node }, facts)).toThrow('not supported')
})
