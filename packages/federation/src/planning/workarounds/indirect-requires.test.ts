import { parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { graphOf } from '../../testing/graph-of.ts'
import { indirectRequires } from './indirect-requires.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires", "@inaccessible"])`
const graph = graphOf({
  a: `${link} type Query { item: Item } type Item @key(fields: "id") { id: ID! size: Int }`,
  b: `${link} type Item @key(fields: "id") { id: ID! size: Int @external weight: Int @requires(fields: "size") hidden: Int @inaccessible @requires(fields: "size") }`,
  c: `${link} type Item @key(fields: "id") { id: ID! weight: Int @external postage: Int @requires(fields: "weight") }`,
  d: `${link} type Item @key(fields: "id") { id: ID! postage: Int @external hidden: Int @external price: Int @requires(fields: "postage hidden") }`,
})
const compact = (text: string) => stripIgnoredCharacters(text)

test.each([
  ['{ item { weight } }', '{ item { weight } }'],
  ['{ item { postage } }', '{ item { postage weight } }'],
  ['{ item { weight x: postage } }', '{ item { weight x: postage } }'],
  ['{ item { price } }', '{ item { price postage weight } }'],
  ['{ item { ...F } } fragment F on Item { postage }', '{ item { ...F } } fragment F on Item { postage weight }'],
])('%s is planned as %s, with the fields that are required indirectly', (query, expected) => {
  const { document } = indirectRequires(graph)(parse(query))
  expect(compact(print(document))).toBe(compact(expected))
})
