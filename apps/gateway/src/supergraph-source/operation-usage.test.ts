import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkOperation } from '@travel-rule/federation/operation/check-operation'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { planOperation } from '@travel-rule/federation/planning/plan-operation'
import { expect, test } from 'vitest'
import { allowsWith } from '../operation/authorise.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { openOperationUsage, type ServedGraph, serveGraph } from './operation-usage.ts'
import { warmGraph, warmOperation } from './warm-graph.ts'

const allowed = (scopes: readonly string[]) => allowsWith(scopes, () => false)
const LIMITLESS = { introspection: true }
const LIMITS = { operationsMax: 100, durationMaxMs: 60_000 }

test('the most used operations are kept, however many others are used once', () => {
  const usage = openOperationUsage()
  const keys = [{ conditions: {} }, { conditions: {} }] as const
  for (let index = 0; index < 10_000; index += 1) {
    usage.note({ conditions: {} }, `{ a${index} }`, undefined, [])
    if (index % 2 === 0) usage.note(keys[0], '{ often }', undefined, ['a'])
    if (index % 20 === 0) usage.note(keys[1], '{ sometimes }', 'Named', ['b'])
  }
  expect(usage.most(2)).toMatchObject([
    { query: '{ often }', operationName: undefined, scopes: ['a'] },
    { query: '{ sometimes }', operationName: 'Named', scopes: ['b'] },
  ])
  expect(usage.most(10_000).length).toBeLessThanOrEqual(500)
})

test('counting the use of a plan does not keep the plan in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const usage = openOperationUsage()
  const plans = Array.from({ length: 100 }, (_, index) => {
    const plan = { conditions: {}, document: new Array(1_000) }
    usage.note(plan, `{ a${index} }`, undefined, [])
    return new WeakRef(plan)
  })
  const kept = () => {
    collect()
    return plans.filter((plan) => plan.deref() !== undefined).length
  }
  await expect.poll(kept).toBe(0)
  expect(usage.most(1_000)).toHaveLength(100)
})

test('an operation that is planned again counts as the same operation if scopes and conditions are equal', () => {
  const usage = openOperationUsage()
  for (let time = 0; time < 3; time += 1) usage.note({ conditions: {} }, '{ a }', undefined, ['one', 'two'])
  usage.note({ conditions: {} }, '{ a }', undefined, ['two', 'one'])
  expect(usage.most(10)).toHaveLength(1)
  usage.note({ conditions: {} }, '{ a }', undefined, ['one'])
  usage.note({ conditions: { whole: true } }, '{ a }', undefined, ['one'])
  usage.note({ conditions: {} }, '{ a }', 'Named', ['one'])
  expect(usage.most(10)).toHaveLength(4)
  expect(usage.most(1)).toMatchObject([{ scopes: ['one', 'two'] }])
})

test('long documents respect the limit on the memory of all documents', () => {
  const usage = openOperationUsage()
  const often = { conditions: {} }
  for (let index = 0; index < 1_000; index += 1) {
    usage.note(often, '{ often }', undefined, [])
    usage.note({ conditions: {} }, `{ a${index} } #${'-'.repeat(30_000)}`, undefined, [])
    usage.note({ conditions: {} }, `{ b${index} } #${'-'.repeat(200_000)}`, undefined, [])
  }
  const texts = usage.most(10_000).map(({ query }) => query)
  expect(texts[0]).toBe('{ often }')
  expect(texts.join('').length).toBeLessThanOrEqual(4_000_000)
  expect(texts.length).toBeGreaterThan(10)
})

test('an evicted operation is counted again when it is used again', () => {
  const usage = openOperationUsage()
  const plan = { conditions: {} }
  usage.note(plan, '{ often }', undefined, [])
  for (let index = 0; index < 1_000; index += 1) usage.note({ conditions: {} }, `{ a${index} }`, undefined, [])
  expect(usage.most(1_000)).not.toContainEqual(expect.objectContaining({ query: '{ often }' }))
  for (let time = 0; time < 3; time += 1) usage.note(plan, '{ often }', undefined, [])
  expect(usage.most(1)).toMatchObject([{ query: '{ often }' }])
})

test('the next graph is warmed with the operations of the previous graph, except those it does not support', async () => {
  const { supergraph } = testSubgraphs()
  const [previous, next] = [serveGraph(buildGraph(supergraph)), serveGraph(buildGraph(`${supergraph}\n# next`))]
  previous.usage.note({ conditions: {} }, '{ orders { list { id } } }', undefined, ['orders:read'])
  previous.usage.note({ conditions: {} }, '{ gone }', undefined, [])
  const prepare = (graph: ServedGraph, used: Parameters<typeof warmOperation>[1]) =>
    warmOperation(graph, used, { introspection: true }, allowed)
  await warmGraph(next, previous.usage, prepare, LIMITS)
  const known = next.operations.get('{ orders { list { id } } }', undefined)
  expect(known?.plans.size).toBe(1)
  expect(next.operations.get('{ gone }', undefined)).toBeUndefined()
  expect(next.usage.most(10)).toHaveLength(1)
})

test('warming respects its limits on time and number of operations', async () => {
  const graph = serveGraph(buildGraph(testSubgraphs().supergraph))
  for (let index = 0; index < 10; index += 1) graph.usage.note({ conditions: {} }, `{ a${index} }`, undefined, [])
  expect(await warmGraph(graph, graph.usage, () => undefined, { ...LIMITS, durationMaxMs: -1 })).toBe(0)
  expect(await warmGraph(graph, graph.usage, () => undefined, { ...LIMITS, operationsMax: 4 })).toBe(4)
})

test.each([true, false])('an operation is warmed for the conditions of its last use (%s)', async (whole) => {
  const { supergraph } = testSubgraphs()
  const [previous, next] = [serveGraph(buildGraph(supergraph)), serveGraph(buildGraph(`${supergraph}\n# next`))]
  const query = 'query ($whole: Boolean!) { orders { list { id item @include(if: $whole) } } }'
  const planFor = (graph: ServedGraph) => {
    const checked = graph.operations.get(query, undefined) ?? checkOperation(graph, query, undefined, LIMITLESS)
    if (!('definition' in checked)) throw new Error('the operation was refused')
    const planned = planOperation(
      graph,
      checked,
      allowsWith(['orders:read'], () => false),
      { whole, other: 'of no interest' },
    )
    return { checked, planned }
  }
  previous.usage.note(planFor(previous).planned, query, undefined, ['orders:read'])
  expect(previous.usage.most(1)).toMatchObject([{ conditions: { whole } }])
  await warmGraph(next, previous.usage, (graph, used) => warmOperation(graph, used, LIMITLESS, allowed), LIMITS)
  expect(planFor(next).checked.plans.size).toBe(1)
})
