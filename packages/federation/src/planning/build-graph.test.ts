import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { buildGraph } from './build-graph.ts'

const IMPORTS = '["@key", "@requiresScopes", "@policy", "@authenticated"]'
const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${IMPORTS})`

function graphOf(schema: string) {
  const composed = composeServices([{ name: 'only', typeDefs: parse(`${LINK} ${schema}`), url: 'http://only/graphql' }])
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return buildGraph(composed.supergraphSdl)
}

test('a field asks what stands on itself, its type and the type it returns, each once', () => {
  const { requirements } = graphOf(`
    type Query @requiresScopes(scopes: [["r"]]) { a: A @requiresScopes(scopes: [["x", "y"], ["z"]]) b: B free: String @authenticated }
    type A @requiresScopes(scopes: [["a"]]) { id: ID @requiresScopes(scopes: [["a"]]) }
    enum B @policy(policies: [["p"]]) { ONE }
  `)
  expect(requirements.get('Query.a')?.scopes).toEqual([[['r']], [['x', 'y'], ['z']], [['a']]])
  expect(requirements.get('Query.b')).toEqual({ scopes: [[['r']]], policies: [[['p']]] })
  expect(requirements.get('Query.free')?.scopes).toEqual([[['r']]])
  expect(requirements.get('A.id')?.scopes).toEqual([[['a']]])
})

test('a field of an interface asks what it asks in any type that implements it', () => {
  const { requirements } = graphOf(`
    type Query { nodes: [Node] }
    interface Node { id: ID name: String }
    type Open implements Node { id: ID name: String }
    type Secret implements Node { id: ID name: String @requiresScopes(scopes: [["s"]]) }
  `)
  expect(requirements.get('Node.name')?.scopes).toEqual([[['s']]])
  expect(requirements.get('Open.name')).toBeUndefined()
  expect(requirements.get('Node.id')).toBeUndefined()
})

test('a graph cannot be changed, is named by its text, and hides the parts that are for gateways', () => {
  const graph = graphOf('type Query { a: Int }')
  expect(Object.isFrozen(graph)).toBe(true)
  expect(graph.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(graph.subgraphs).toEqual(new Map([['only', 'http://only/graphql']]))
  expect(graph.schema.getDirective('join__field')).toBeUndefined()
})

test('a text that is no supergraph is refused with words for an operator', () => {
  expect(() => buildGraph('type Query { a: Int }')).toThrow(/^the supergraph cannot be served: /)
  expect(() => buildGraph('type Query {\n  a: !\n}', 'the file a.graphql')).toThrow(
    /^the file a\.graphql cannot be served: 2:6 Syntax Error: /,
  )
})
