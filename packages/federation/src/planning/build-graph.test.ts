import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { buildGraph } from './build-graph.ts'

test('a graph is frozen, is identified by a hash of its SDL, and has a schema without join directives', () => {
  const graph = graphOf('type Query { a: Int }')
  expect(Object.isFrozen(graph)).toBe(true)
  expect(graph.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(graph.subgraphs).toEqual(new Map([['only', 'http://only/graphql']]))
  expect(graph.schema.getDirective('join__field')).toBeUndefined()
})

test('SDL that is not a supergraph is refused with a message for operators', () => {
  expect(() => buildGraph('type Query { a: Int }')).toThrow(/^the supergraph cannot be served: /)
  expect(() => buildGraph('type Query {\n  a: !\n}', 'the file a.graphql')).toThrow(
    /^the file a\.graphql cannot be served: 2:6 Syntax Error: /,
  )
})
