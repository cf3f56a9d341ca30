import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { composeSubgraphs } from './compose-subgraphs.ts'

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires"])'

const compose = (...schemas: string[]) =>
  composeSubgraphs(
    schemas.map((schema, index) => ({
      name: `s${index}`,
      typeDefs: parse(schema.startsWith('extend schema') ? schema : `${LINK} ${schema}`),
      url: `http://s${index}`,
    })),
  )

const ITEM =
  'type Query { items: [Item] } type Item @key(fields: "id") { id: ID! price(unit: String): Int weight: Int }'

test('the composed supergraph contains every subgraph', () => {
  const composition = compose(ITEM)
  expect(composition.ok && composition.sdl).toContain('@join__graph(name: "s0", url: "http://s0")')
})

test('arguments inside @requires are composed', () => {
  const cost =
    'type Item @key(fields: "id") { id: ID! price(unit: String): Int @external cost: Int @requires(fields: "price(unit: \\"kg\\")") }'
  expect(compose(ITEM, cost).ok).toBe(true)
})

test('arguments inside @key are refused', () => {
  const composition = compose(
    'type Query { a: A } type A @key(fields: "b { c(x: 1) }") { b: B } type B { c(x: Int): ID }',
  )
  expect(composition.ok ? [] : composition.problems).toEqual([expect.stringMatching(/^KEY_FIELDS_HAS_ARGS .*B\.c/)])
})

test('each problem of a composition is one line with its code', () => {
  const composition = compose(ITEM, 'type Item @key(fields: "id") { id: ID! weight: String }')
  expect(composition.ok ? [] : composition.problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(FIELD_TYPE_MISMATCH|INVALID_FIELD_SHARING) .*Item\.weight/)]),
  )
})
