import { operationFromDocument } from '@apollo/federation-internals'
import { buildSchema, type DocumentNode, parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { conditionVariables } from '../../operation/collect-fields.ts'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { graphOf } from '../../testing/graph-of.ts'
import { conditionsKey, resolveConditions } from '../plan-operation.ts'
import { openPlannerWorkarounds } from './planner-workarounds.ts'

const schema = buildSchema(`
  type Query { a: A i: I } type Mutation { one: A two: A }
  interface I { id: ID } type A implements I { id: ID a: A } type B implements I { id: ID }
`)
const { rewrite } = openPlannerWorkarounds({ schema, facts: readSupergraphFacts(schema) })
const compact = (text: string) => stripIgnoredCharacters(text)

test.each([
  ['{ a { id } }', '{ a { id } }'],
  ['{ ... on Query { __schema { queryType { name } } } a { id } }', '{ ... on Query { __typename } a { id } }'],
  ['{ i { ... on A { __typename } } }', '{ i { __typename ... on A { __typename } } }'],
  ['{ i { ... on A { id } } }', '{ i { __typename ... on A { id } } }'],
  ['{ i { id ... on A { a { id } } } }', '{ i { __typename id ... on A { a { id } } } }'],
  ['{ i { id name: __typename } }', '{ i { __typename id name: __typename } }'],
  ['{ i { id ... on I { id } } }', '{ i { id ... on I { id } } }'],
  [
    'mutation { ...F two { id } one { a { id } } } fragment F on Mutation { one { id } }',
    'mutation { one { id a { id } } two { id } } fragment F on Mutation { one { id } }',
  ],
])('%s is rewritten to %s for the planner', (query, expected) => {
  expect(compact(print(rewrite(parse(query)).document))).toBe(compact(expected))
})

test('@skip and @include are resolved, and the selections that they exclude are removed', () => {
  const document = parse(
    'query ($x: Boolean!) { a @include(if: $x) { id } i @skip(if: $x) { id } ...F @include(if: false) } fragment F on Query { a { id } }',
  )
  expect(compact(print(resolveConditions(document, { x: true })))).toContain('{a{id}}fragment')
  expect(compact(print(resolveConditions(document, { x: false })))).toContain('{i{id}}fragment')
  const names = conditionVariables(document)
  expect([conditionsKey(names, { x: true }), conditionsKey(names, {})]).toEqual(['1', '0'])
})

const graph = graphOf({
  a: 'type Query { x: Int } type Mutation { one: R two: Int } type R @shareable { id: ID n: Int }',
  b: 'type Mutation { three: Int }',
})
const plan = (document: DocumentNode) =>
  JSON.stringify(graph.planner.buildQueryPlan(operationFromDocument(graph.apiSchema, document, { validate: false })))

test('introspection in a fragment with a condition is planned once it is rewritten, and throws otherwise', () => {
  const document = parse(
    'query ($w: Boolean!) { ...S @include(if: $w) } fragment S on Query { __schema { description } }',
  )
  expect(() => plan(document)).toThrow()
  expect(() => plan(graph.workarounds.rewrite(document).document)).not.toThrow()
})

test('a mutation that is also selected with a condition runs once if it is rewritten, and twice otherwise', () => {
  const document = parse('mutation ($m: Boolean!) { ... @include(if: $m) { one { id } } three one { n } }')
  const count = (document: DocumentNode) => plan(document).match(/\bone\{/g)?.length
  expect([count(document), count(graph.workarounds.rewrite(document).document)]).toEqual([2, 1])
})
