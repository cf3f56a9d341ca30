import { print } from 'graphql'
import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'

const { facts } = graphOf({
  items: `
    type Query { items: [Item!] found: Found kind: Kind media: Media }
    type Mutation { add(name: String): Item }
    type Item @key(fields: "id") @key(fields: "code { system }") { id: ID! code: Code @shareable name: String @shareable size: Int }
    type Code @shareable { system: String }
    interface Media @key(fields: "id") { id: ID! title: String }
    type Song implements Media @key(fields: "id") { id: ID! title: String }
    type Film implements Media @key(fields: "id") { id: ID! title: String }
    union Found = Item | Song
    enum Kind { OLD NEW }`,
  post: `
    type Item @key(fields: "id") { id: ID! size: Int @external weight: Int @requires(fields: "size") cost: Int @requires(fields: "size") }
    type Media @key(fields: "id") @interfaceObject { id: ID! stars: Int }
    union Found = Item
    enum Kind { OLD }
    type Query { first: Found any: Kind }`,
  links: 'type Item @key(fields: "id", resolvable: false) { id: ID! } type Query { linked: Item }',
})
const items = facts.subgraph('items')
const post = facts.subgraph('post')

test('root types, returned types and subtypes are those of the supergraph', () => {
  expect([...facts.rootTypes]).toEqual(['Query', 'Mutation'])
  expect([facts.rootType('mutation'), facts.rootType('subscription')]).toEqual(['Mutation', undefined])
  expect([facts.returnedType('Query', 'items'), facts.returnedType('Query', 'nothing')]).toEqual(['Item', undefined])
  expect(facts.subtypes('Media')).toEqual(new Set(['Media', 'Song', 'Film']))
  expect(facts.subtypes('Item')).toEqual(new Set(['Item']))
  expect([facts.isObjectType('Item'), facts.isObjectType('Media'), facts.isObjectType(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

test('the values of an enum include those that are hidden from clients', () => {
  const hiding = graphOf('type Query { state: State } enum State { OPEN LOST @inaccessible }')
  expect(hiding.facts.enumValues('State')).toEqual(new Set(['OPEN', 'LOST']))
  expect(hiding.facts.enumValues('Query')).toEqual(new Set())
})

test('interface objects are interfaces in the supergraph and object types in a subgraph', () => {
  expect(facts.interfaceObjects).toEqual(new Set(['Media']))
  expect([items.isInterfaceObject('Media'), post.isInterfaceObject('Media')]).toEqual([false, true])
  expect([items.hasType('Media'), post.hasType('Media'), post.hasType('Code')]).toEqual([true, false, false])
})

test('the reserved names are __typename and every field of a @key or @requires', () => {
  expect(facts.reservedNames).toEqual(new Set(['__typename', 'id', 'code', 'system', 'size']))
})

test('the keys of a type in a subgraph are those that it resolves, including the keys of interfaces', () => {
  const printed = (keys: readonly object[]) => keys.map((key) => print(key as never).replace(/\s+/g, ' '))
  expect(printed(items.keys('Item'))).toEqual(['{ id }', '{ code { system } }'])
  expect(printed(facts.subgraph('links').keys('Item'))).toEqual([])
  expect(printed(items.keys('Song'))).toEqual(['{ id }', '{ id }'])
  expect(printed(post.keys('Song'))).toEqual(['{ id }'])
  expect([facts.entitySubgraphs('Item'), facts.entitySubgraphs('Media'), facts.entitySubgraphs('Code')]).toEqual([
    2, 2, 0,
  ])
})

test('a field with requirements is not resolved by its subgraph alone', () => {
  expect([items.fieldType('Item', 'name'), items.fieldType('Query', 'items')]).toEqual(['String', '[Item!]'])
  expect([post.fieldType('Item', 'weight'), post.fieldType('Item', 'size'), post.fieldType('Item', 'name')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const required = post.requires('Item', 'weight')
  expect(required && print(required).replace(/\s+/g, ' ')).toBe('{ size }')
  expect(items.requires('Item', 'weight')).toBeUndefined()
  expect([post.fieldsWithRequires, items.fieldsWithRequires]).toEqual([['weight', 'cost'], []])
  expect([...facts.requires.keys()]).toEqual(['Item.weight', 'Item.cost'])
})

test('a subgraph has its own members of unions and values of enums', () => {
  expect([items.members('Found'), post.members('Found')]).toEqual([new Set(['Item', 'Song']), new Set(['Item'])])
  expect([items.members('Media'), items.members('Item')]).toEqual([new Set(['Song', 'Film']), new Set(['Item'])])
  expect([items.enumValues('Kind'), post.enumValues('Kind')]).toEqual([new Set(['OLD', 'NEW']), new Set(['OLD'])])
})

test('reading the facts of an unknown subgraph throws', () => {
  expect(() => facts.subgraph('other')).toThrow('the supergraph has no subgraph other')
})
