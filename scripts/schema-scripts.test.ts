import { composeSubgraphs } from '@travel-rule/federation/supergraph/compose-subgraphs'
import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { breakingChanges, undescribed } from './schema-rules.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires"])'

const compose = (...schemas: string[]) =>
  composeSubgraphs(
    schemas.map((schema, index) => ({
      name: `s${index}`,
      typeDefs: parse(`${LINK} ${schema}`),
      url: `http://s${index}`,
    })),
  )

function sdlOf(...schemas: string[]): string {
  const composition = compose(...schemas)
  if (!composition.ok) throw new Error(composition.problems.join('\n'))
  return composition.sdl
}

const ITEM =
  'type Query { items: [Item] } type Item @key(fields: "id") { id: ID! price(unit: String): Int weight: Int }'

describe('the published schema', () => {
  test('the published schema may be extended', async () => {
    const bigger = ITEM.replace('weight: Int', 'weight: Int height: Int')
    expect(await breakingChanges(sdlOf(ITEM), sdlOf(bigger))).toEqual([])
  })

  test.each([
    ['a removed field', ITEM.replace('weight: Int', ''), 'weight'],
    ['a changed type', ITEM.replace('weight: Int', 'weight: String'), 'weight'],
    ['a new required argument', ITEM.replace('unit: String', 'unit: String, at: ID!'), 'at'],
    ['a changed key', ITEM.replace('"id"', '"id weight"'), 'The key Item(id) in S0 was changed or removed'],
    ['a removed key', ITEM.replace('@key(fields: "id")', ''), 'The key Item(id) in S0 was changed or removed'],
  ])('the published schema is broken by %s', async (_name, changed, part) => {
    const changes = await breakingChanges(sdlOf(ITEM), sdlOf(changed))
    expect(changes).toEqual([expect.stringContaining(part)])
  })
})

test('undescribed reports everything without a description, except root types and types of federation', () => {
  const sdl = sdlOf(`
    type Query { "found" find(filter: Filter): Kind }
    "what to find" input Filter { "its name" name: String size: Int }
    enum Kind { "one" ONE TWO }
  `)
  expect(undescribed(sdl)).toEqual(['Filter.size', 'Kind', 'Kind.TWO', 'Query.find(filter)'])
})
