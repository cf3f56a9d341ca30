import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { checkCached, openOperationCache } from './operation-cache.ts'

const LIMITS = { introspection: true }

function cachedGraph(refusalBytesMax = 100_000) {
  const graph = graphOf('type Query { a: String }')
  return { ...graph, operations: openOperationCache({ bytesMax: 1_000_000, refusalBytesMax }) }
}

test('a document that was refused is not checked again', () => {
  const graph = cachedGraph()
  const refused = checkCached(graph, '{ b }', undefined, LIMITS)
  expect(refused).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
  expect(checkCached(graph, '{ b }', undefined, LIMITS)).toBe(refused)
  expect(checkCached(graph, '{ a }', undefined, LIMITS)).toHaveProperty('definition')
})

test('a document that was refused for its operation name is checked for another', () => {
  const graph = cachedGraph()
  expect(checkCached(graph, 'query A { a }', 'B', LIMITS)).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  expect(checkCached(graph, 'query A { a }', 'A', LIMITS)).toHaveProperty('definition')
  expect(checkCached(graph, 'query A { a }', 'B', LIMITS)).toHaveLength(1)
})

test('the memory of refused documents is bounded', () => {
  const graph = cachedGraph(20_000)
  const documents = Array.from({ length: 100 }, (_, index) => `{ ${'x'.repeat(500)}${index} }`)
  const [first = ''] = documents
  const refused = checkCached(graph, first, undefined, LIMITS)
  for (const document of documents) checkCached(graph, document, undefined, LIMITS)
  expect(graph.operations.bytes()).toBeLessThanOrEqual(20_000)
  expect(checkCached(graph, first, undefined, LIMITS)).not.toBe(refused)
})
