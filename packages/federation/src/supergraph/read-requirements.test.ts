import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'

test('a field has its own requirements, those of its type and of the returned type, each once', () => {
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

test('a field of an interface has the requirements of every implementing type', () => {
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
