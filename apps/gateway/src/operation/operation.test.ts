import { beforeAll, expect, test } from 'vitest'
import { buildGraph, type Graph } from '../graph/build-graph.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { type CheckedOperation, checkOperation } from './check-operation.ts'
import { openOperationCache } from './operation-cache.ts'
import { planOperation } from './plan-operation.ts'

let graph: Graph
beforeAll(() => {
  graph = buildGraph(testSubgraphs().supergraph)
})

const ALL = ['orders:read', 'orders:write', 'pii:read']

function checked(query: string): CheckedOperation {
  const operation = checkOperation(graph, query, undefined, { tokensMax: 1_000, introspection: true })
  if (!('definition' in operation)) throw new Error(operation.map(({ message }) => message).join('\n'))
  return operation
}

const plan = (operation: CheckedOperation, scopes: readonly string[]) =>
  planOperation(graph, operation, scopes, () => false)

test('callers who may see the same share a plan, others have their own', () => {
  const operation = checked('{ orders { list { id address } } }')
  const whole = plan(operation, ALL)
  expect(plan(operation, [...ALL, 'more'])).toBe(whole)
  const lesser = plan(operation, ['orders:read'])
  expect(lesser).not.toBe(whole)
  expect(lesser.refused.size).toBe(1)
  expect(JSON.stringify(whole.plan)).toContain('address')
  expect(JSON.stringify(lesser.plan)).not.toContain('address')
})

test('an operation of which nothing is left makes no fetch', () => {
  expect(plan(checked('{ orders { list { id } } }'), []).plan.node).toBeUndefined()
  expect(
    plan(checked('subscription { ...S } fragment S on Subscription { orderChanged { id } }'), []).plan.node,
  ).toBeUndefined()
})

test('a subscription is planned as its own subgraph and the rest', () => {
  const { node } = plan(checked('subscription { orderChanged { id notes } }'), ALL).plan
  expect(node).toMatchObject({ kind: 'Subscription', primary: { serviceName: 'orders' }, rest: { kind: 'Sequence' } })
})

test('introspection can be switched off', () => {
  const errors = checkOperation(graph, '{ __schema { types { name } } }', undefined, {
    tokensMax: 100,
    introspection: false,
  })
  expect(errors).toContainEqual(expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }))
})

test('the cache of operations stays within its size, however long and many they are', () => {
  const cache = openOperationCache()
  const operation = checked('{ __typename }')
  for (let index = 0; index < 5_000; index += 1) cache.set(`{ a${index} }`, undefined, operation)
  expect(cache.get('{ a0 }', undefined)).toBeUndefined()
  expect(cache.get('{ a4999 }', undefined)).toBe(operation)
  expect(cache.get('{ a4999 }', 'Named')).toBeUndefined()
  for (let index = 0; index < 100; index += 1) cache.set(`${index}${'x'.repeat(200_000)}`, undefined, operation)
  expect(cache.get('{ a4999 }', undefined)).toBeUndefined()
})
