import { expect, test } from 'vitest'
import { checkOperation } from '../operation/check-operation.ts'
import { planOperation } from '../operation/plan-operation.ts'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { buildGraph, type Graph } from './build-graph.ts'
import { openOperationUsage } from './operation-usage.ts'
import { prepareAgain } from './prepare-again.ts'
import { warmGraph } from './warm-graph.ts'

const LIMITLESS = { introspection: true }
const LIMITS = { operationsMax: 100, durationMaxMs: 60_000 }

test('the operations in steady use are known, however many others come once', () => {
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

test('the next graph has planned what the previous one was asked for, and passes over what it does not have', async () => {
  const { supergraph } = testSubgraphs()
  const [previous, next] = [buildGraph(supergraph), buildGraph(`${supergraph}\n# next`)]
  previous.usage.note({ conditions: {} }, '{ orders { list { id } } }', undefined, ['orders:read'])
  previous.usage.note({ conditions: {} }, '{ gone }', undefined, [])
  const prepare = (graph: Graph, used: Parameters<typeof prepareAgain>[1]) =>
    prepareAgain(graph, used, { introspection: true }, () => false)
  await warmGraph(next, previous.usage, prepare, LIMITS)
  const known = next.operations.get('{ orders { list { id } } }', undefined)
  expect(known?.plans.size).toBe(1)
  expect(next.operations.get('{ gone }', undefined)).toBeUndefined()
  expect(next.usage.most(10)).toHaveLength(1)
})

test('warming ends when its time is over', async () => {
  const graph = buildGraph(testSubgraphs().supergraph)
  for (let index = 0; index < 10; index += 1) graph.usage.note({ conditions: {} }, `{ a${index} }`, undefined, [])
  expect(await warmGraph(graph, graph.usage, () => undefined, { ...LIMITS, durationMaxMs: -1 })).toBe(0)
  expect(await warmGraph(graph, graph.usage, () => undefined, { ...LIMITS, operationsMax: 4 })).toBe(4)
})

test.each([true, false])(
  'an operation is planned for the conditions that it was asked for with (%s)',
  async (whole) => {
    const { supergraph } = testSubgraphs()
    const [previous, next] = [buildGraph(supergraph), buildGraph(`${supergraph}\n# next`)]
    const query = 'query ($whole: Boolean!) { orders { list { id item @include(if: $whole) } } }'
    const planFor = (graph: Graph) => {
      const checked = graph.operations.get(query, undefined) ?? checkOperation(graph, query, undefined, LIMITLESS)
      if (!('definition' in checked)) throw new Error('the operation was refused')
      const planned = planOperation(graph, checked, ['orders:read'], () => false, { whole, other: 'of no interest' })
      return { checked, planned }
    }
    previous.usage.note(planFor(previous).planned, query, undefined, ['orders:read'])
    expect(previous.usage.most(1)).toMatchObject([{ conditions: { whole } }])
    await warmGraph(next, previous.usage, (graph, used) => prepareAgain(graph, used, LIMITLESS, () => false), LIMITS)
    expect(planFor(next).checked.plans.size).toBe(1)
  },
)
