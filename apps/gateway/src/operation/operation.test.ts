import { type CheckedOperation, checkOperation } from '@travel-rule/federation/operation/check-operation'
import { openOperationCache } from '@travel-rule/federation/operation/operation-cache'
import { buildGraph, type Graph } from '@travel-rule/federation/planning/build-graph'
import { planOperation } from '@travel-rule/federation/planning/plan-operation'
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { allowsWith } from './authorise.ts'

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
  planOperation(
    graph,
    operation,
    allowsWith(scopes, () => false),
  )

test('callers who are authorized for the same fields share a plan', () => {
  const operation = checked('{ orders { list { id address } } }')
  const whole = plan(operation, ALL)
  expect(plan(operation, [...ALL, 'more'])).toBe(whole)
  const lesser = plan(operation, ['orders:read'])
  expect(lesser).not.toBe(whole)
  expect(lesser.refused.size).toBe(1)
  expect(JSON.stringify(whole.plan)).toContain('address')
  expect(JSON.stringify(lesser.plan)).not.toContain('address')
})

test('the recently used plans of an operation remain cached', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const fields = names.map((name) => `${name}: list @include(if: $${name}) { id }`)
  const operation = checked(`query (${names.map((name) => `$${name}: Boolean!`)}) { orders { ${fields.join(' ')} } }`)
  const planFor = (bits: number) => {
    const variables = Object.fromEntries(names.map((name, index) => [name, ((bits >> index) & 1) === 1]))
    return planOperation(
      graph,
      operation,
      allowsWith(ALL, () => false),
      variables,
    )
  }
  const used = planFor(0)
  for (let bits = 1; bits < 64; bits += 1) {
    expect(planFor(bits)).toBe(planFor(bits))
    expect(planFor(0)).toBe(used)
  }
  expect(operation.plans.size).toBe(16)
  const { bytes } = operation.plans
  planFor(1)
  expect([operation.plans.size, Math.abs(operation.plans.bytes - bytes) < bytes / 4]).toEqual([16, true])
})

test('an operation whose fields are all refused has no fetch', () => {
  expect(plan(checked('{ orders { list { id } } }'), []).plan.node).toBeUndefined()
  expect(
    plan(checked('subscription { ...S } fragment S on Subscription { orderChanged { id } }'), []).plan.node,
  ).toBeUndefined()
})

test('a subscription is planned as one fetch from its subgraph, plus a plan for each event', () => {
  const { node } = plan(checked('subscription { orderChanged { id notes } }'), ALL).plan
  expect(node).toMatchObject({ kind: 'Subscription', primary: { serviceName: 'orders' }, rest: { kind: 'Sequence' } })
})

describe('the cache of operations', () => {
  test('the cache finds an operation by its document and name', () => {
    const cache = openOperationCache()
    const [unnamed, named] = [checked('{ __typename }'), checked('{ __typename }')]
    cache.set('{ a }', undefined, unnamed)
    cache.set('{ a }', 'Named', named)
    expect([cache.get('{ a }', undefined), cache.get('{ a }', ''), cache.get('{ a }', 'Named')]).toEqual([
      unnamed,
      unnamed,
      named,
    ])
    expect(cache.get('{ a }', 'Named')).toBe(named)
    expect(cache.get('{ a }', 'Other')).toBeUndefined()
    expect(cache.get('Named\n{ a }', undefined)).toBeUndefined()
  })

  test('the cache stays within its memory by evicting the least recently used operations', () => {
    const cache = openOperationCache({ bytesMax: 1_000_000, refusalBytesMax: 1 })
    const operation = checked('{ __typename }')
    cache.set('{ used }', undefined, operation)
    for (let index = 0; index < 100_000; index += 1) {
      cache.set(`{ a${index} }`, undefined, operation)
      if (index % 50 === 0) cache.get('{ used }', undefined)
    }
    expect(cache.bytes()).toBeLessThanOrEqual(1_000_000)
    expect(cache.get('{ a0 }', undefined)).toBeUndefined()
    expect(cache.get('{ used }', undefined)).toBe(operation)
    expect(cache.get('{ a99999 }', undefined)).toBe(operation)
  })

  test('the cache counts documents and plans, and does not store what exceeds its memory', () => {
    const cache = openOperationCache({ bytesMax: 300_000, refusalBytesMax: 1 })
    const operation = checked('{ orders { list { id address } } }')
    cache.set('{ a }', undefined, operation)
    const without = cache.bytes()
    plan(operation, ALL)
    plan(operation, ['orders:read'])
    cache.set('{ a }', undefined, operation)
    expect(cache.bytes()).toBeGreaterThan(2 * without)
    cache.set('x'.repeat(200_000), undefined, operation)
    expect(cache.get('x'.repeat(200_000), undefined)).toBeUndefined()
    expect(cache.get('{ a }', undefined)).toBe(operation)
  })

  test('the cache counts plans by their fetches, since a short document may have a large plan', () => {
    const cache = openOperationCache()
    const bytesOf = (query: string) => {
      const before = cache.bytes()
      const operation = checked(query)
      plan(operation, ALL)
      cache.set(query, undefined, operation)
      return cache.bytes() - before
    }
    const joined = `{ orders { ${Array.from({ length: 40 }, (_, i) => `a${i}: list { ...F }`).join(' ')} } } fragment F on Order { id notes }`
    const plain = joined.replace('notes', 'price')
    expect(bytesOf(joined)).toBeGreaterThan(2 * bytesOf(plain))
  })

  test('the cache stores a limited number of operation names per document', () => {
    const cache = openOperationCache()
    const operation = checked('{ __typename }')
    for (let index = 0; index < 100; index += 1) cache.set('{ a }', `N${index}`, operation)
    expect(cache.get('{ a }', 'N0')).toBe(operation)
    expect(cache.get('{ a }', 'N99')).toBeUndefined()
  })
})
