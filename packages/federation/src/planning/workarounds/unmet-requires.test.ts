import type { FetchNode } from '@apollo/query-planner'
import { expect, test } from 'vitest'
import { graphOf } from '../../testing/graph-of.ts'
import { unmetRequires } from './unmet-requires.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires"])`
const correct = unmetRequires(
  graphOf({
    items: `${link} type Query { item: Item } type Item @key(fields: "id") { id: ID! size: Int }`,
    post: `${link} type Query { parcel: Item }
    type Item @key(fields: "id") { id: ID! size: Int @external weight(unit: Int): Int @requires(fields: "size") next: Item }`,
  }),
)
const fetch = (operation: string, requires?: readonly string[]) =>
  ({
    kind: 'Fetch',
    serviceName: 'post',
    operation,
    operationKind: 'query',
    variableUsages: ['unit'],
    ...(requires && {
      requires: [
        {
          kind: 'InlineFragment',
          typeCondition: 'Item',
          selections: requires.map((name) => ({ kind: 'Field', name })),
        },
      ],
    }),
  }) as unknown as FetchNode

const ENTITIES = '($unit:Int $representations:[_Any!]!){_entities(representations:$representations)'

test.each([
  ['query($unit:Int){parcel{id weight(unit:$unit)}}', undefined, '{parcel{id}}'],
  ['query($unit:Int){parcel{weight(unit:$unit)}}', undefined, '{parcel{__typename}}'],
  [
    `query${ENTITIES}{...on Item{weight(unit:$unit)next{weight}}}}`,
    ['__typename', 'id', 'size'],
    'query($unit:Int$representations:[_Any!]!){_entities(representations:$representations){...on Item{weight(unit:$unit)next{__typename}}}}',
  ],
  [
    `query${ENTITIES}{...on Item{weight(unit:$unit)}}}`,
    ['__typename', 'id'],
    'query($representations:[_Any!]!){_entities(representations:$representations){...on Item{__typename}}}',
  ],
])('the fetch %s with representations of %j is reduced to %s', (operation, requires, expected) => {
  const [reduced] = correct(fetch(operation, requires))
  expect(reduced?.operation).toBe(expected)
  expect(reduced?.variableUsages).toEqual(expected.includes('$unit') ? ['unit'] : [])
})

test('a fetch whose representations have all requirements is unchanged', () => {
  const node = fetch(`query${ENTITIES}{...on Item{weight}}}`, ['__typename', 'id', 'size'])
  expect(correct(node)[0]).toBe(node)
})

test('a required field in a fragment on another type does not count as fetched', () => {
  const key = '@key(fields: "id")'
  const ofUnion = unmetRequires(
    graphOf({
      shop: `${link.replace('"@external"', '"@external", "@shareable"')} type Query { items: [Item] } union Item = A | B
      type A ${key} { id: ID! w: Int @external cost: Int @requires(fields: "w") } type B ${key} { id: ID! w: Int @shareable }`,
      post: `${link.replace('"@external"', '"@shareable"')} type A ${key} { id: ID! w: Int } type B ${key} { id: ID! w: Int @shareable }`,
    }),
  )
  const node = { ...fetch('{items{...on B{w} ...on A{id cost}}}'), serviceName: 'shop', variableUsages: [] }
  const operations = ofUnion(node as FetchNode).map((each) => JSON.stringify(each))
  expect(operations.join()).toContain('...on B{w}...on A{id}')
  expect(operations.join()).not.toContain('cost')
})

test("a requirement counts only in representations of the field's type", () => {
  const key = '@key(fields: "id")'
  const ofTwoTypes = unmetRequires(
    graphOf({
      shop: `${link.replace('"@external"', '"@external", "@shareable"')}
      type A ${key} { id: ID! w: Int @external cost: Int @requires(fields: "w") } type B ${key} { id: ID! w: Int @shareable }`,
      post: `${link.replace('"@external"', '"@shareable"')} type Query { a: A b: B }
      type A ${key} { id: ID! w: Int } type B ${key} { id: ID! w: Int @shareable }`,
    }),
  )
  const sent = (typeCondition: string, names: readonly string[]) => ({
    kind: 'InlineFragment',
    typeCondition,
    selections: names.map((name) => ({ kind: 'Field', name })),
  })
  const operationFor = (namesOfA: readonly string[]) => {
    const operation =
      'query($representations:[_Any!]!){_entities(representations:$representations){...on A{id cost} ...on B{w}}}'
    const requires = [sent('A', namesOfA), sent('B', ['__typename', 'id', 'w'])]
    const node = { ...fetch(operation), serviceName: 'shop', variableUsages: [], requires }
    return JSON.stringify(ofTwoTypes(node as FetchNode))
  }
  expect(operationFor(['__typename', 'id', 'w'])).toContain('cost')
  expect(operationFor(['__typename', 'id'])).not.toContain('cost')
})
