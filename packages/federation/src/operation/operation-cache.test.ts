import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { checkCached, openOperationCache } from './operation-cache.ts'

const LIMITS = { introspection: true }

function cachedGraph(refusalBytesMax = 100_000) {
  const graph = graphOf('type Query { a: String }')
  return { ...graph, operations: openOperationCache({ bytesMax: 1_000_000, refusalBytesMax }) }
}

test('a refused document is not checked again', () => {
  const graph = cachedGraph()
  const refused = checkCached(graph, '{ b }', undefined, LIMITS)
  expect(refused).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
  expect(checkCached(graph, '{ b }', undefined, LIMITS)).toBe(refused)
  expect(checkCached(graph, '{ a }', undefined, LIMITS)).toHaveProperty('definition')
})

test('a document that was refused for its operation name is checked again for another name', () => {
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

test('an operation is stored when its document is sent for the second time', () => {
  const graph = cachedGraph()
  const first = checkCached(graph, '{ a }', undefined, LIMITS)
  expect(graph.operations.bytes()).toBe(0)
  const second = checkCached(graph, '{ a }', undefined, LIMITS)
  expect(second).not.toBe(first)
  expect(graph.operations.bytes()).toBeGreaterThan(0)
  expect(checkCached(graph, '{ a }', undefined, LIMITS)).toBe(second)
})

test('operations that are sent once take no memory and displace no others, however many there are', () => {
  const graph = cachedGraph()
  checkCached(graph, '{ a }', undefined, LIMITS)
  const used = checkCached(graph, '{ a }', undefined, LIMITS)
  const bytes = graph.operations.bytes()
  for (let index = 0; index < 1_000; index += 1) checkCached(graph, `{ a${index}: a }`, undefined, LIMITS)
  expect(graph.operations.bytes()).toBe(bytes)
  expect(checkCached(graph, '{ a }', undefined, LIMITS)).toBe(used)
})

test('planning an operation does not store it', () => {
  const graph = cachedGraph()
  const operation = checkCached(graph, '{ a }', undefined, LIMITS)
  if (!('definition' in operation)) throw new Error('refused')
  graph.operations.resize('{ a }', undefined, operation)
  expect(graph.operations.get('{ a }', undefined)).toBeUndefined()
})
