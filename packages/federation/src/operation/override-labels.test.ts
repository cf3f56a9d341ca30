import { expect, test } from 'vitest'
import { buildGraph } from '../planning/build-graph.ts'
import { planOperation } from '../planning/plan-operation.ts'
import { checkedIn, composeSdl, graphOf } from '../testing/graph-of.ts'
import { overridesOf } from './override-labels.ts'

const NONE: ReadonlySet<string> = new Set()
const callers = Array.from({ length: 4_000 }, (_, index) => `caller-${index}`)
const active = (label: string) => callers.filter((caller) => overridesOf(caller, NONE)(label))

test('percent(n) is active for about n percent of callers', () => {
  expect(active('percent(0)')).toHaveLength(0)
  expect(active('percent(100)')).toHaveLength(callers.length)
  expect(active('percent(25)').length / callers.length).toBeCloseTo(0.25, 1)
  expect(active('percent(0.5)').length / callers.length).toBeCloseTo(0.005, 1)
})

test('a caller for whom percent(n) is active keeps it when n grows', () => {
  const more = new Set(active('percent(40)'))
  expect(active('percent(10)').every((caller) => more.has(caller))).toBe(true)
})

test('any other label is active for all callers if a setting names it', () => {
  expect(overridesOf('x', new Set(['beta']))('beta')).toBe(true)
  expect(overridesOf('x', NONE)('beta')).toBe(false)
})

const graph = graphOf({
  old: 'type Query { item: Item } type Item @key(fields: "id") { id: ID! price: Int size: Int name: String }',
  new: `type Item @key(fields: "id") { id: ID! price: Int @override(from: "old", label: "percent(50)")
    size: Int @override(from: "old", label: "beta") }`,
})
const subgraphsOf = (query: string, labels: readonly string[], of = graph) => {
  const overrides = (label: string) => labels.includes(label)
  const { plan } = planOperation(of, checkedIn(of, query), () => true, {}, overrides)
  return [...JSON.stringify(plan).matchAll(/"serviceName":"(\w+)"/g)].map(([, name]) => name)
}

test('a required field is fetched from the subgraph that overrides it only when its label is active', () => {
  const link = (...names: string[]) =>
    `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(['@key', ...names])})`
  const item = '@key(fields: "id") { id: ID! price: Int'
  // Apollo's composition refuses such a supergraph; other implementations may not.
  const composed = composeSdl({
    old: `${link('@shareable')} type Query { item: Item } type Item ${item} @shareable }`,
    new: `${link('@shareable')} type Item ${item} @shareable }`,
    shop: `${link('@external', '@requires')} type Item ${item} @external sale: Int @requires(fields: "price") }`,
  })
  const labelled = composed.replace(
    '@join__field(graph: NEW) @join__field(graph: OLD)',
    '@join__field(graph: NEW, override: "old", overrideLabel: "beta") @join__field(graph: OLD, overrideLabel: "beta")',
  )
  const selling = buildGraph(labelled)
  expect(subgraphsOf('{ item { sale } }', [], selling)).toEqual(['old', 'shop'])
  expect(subgraphsOf('{ item { sale } }', ['beta'], selling)).toEqual(['old', 'new', 'shop'])
})

test('a field is fetched from the subgraph that overrides it only when its label is active', () => {
  expect(subgraphsOf('{ item { price } }', [])).toEqual(['old'])
  expect(subgraphsOf('{ item { price } }', ['percent(50)'])).toEqual(['old', 'new'])
  expect(subgraphsOf('{ item { price size } }', ['beta'])).toEqual(['old', 'new'])
})

test('one operation has a plan for each state of the labels on its fields, and no others', () => {
  const checked = checkedIn(graph, '{ item { price } }')
  expect(checked.overrideLabels).toEqual(['percent(50)'])
  const planWith = (...labels: string[]) =>
    planOperation(
      graph,
      checked,
      () => true,
      {},
      (label) => labels.includes(label),
    )
  expect(planWith('beta')).toBe(planWith())
  expect(planWith('percent(50)')).not.toBe(planWith())
  expect(checkedIn(graph, '{ item { name } }').overrideLabels).toEqual([])
})
