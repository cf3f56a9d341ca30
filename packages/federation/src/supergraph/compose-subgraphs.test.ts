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

test('arguments inside @requires are refused, because the planner returns wrong data for them', () => {
  const cost =
    'type Item @key(fields: "id") { id: ID! price(unit: String): Int @external cost: Int @requires(fields: "price(unit: \\"kg\\")") }'
  expect(compose(ITEM, cost)).toEqual({
    ok: false,
    problems: ['FIELD_SET_HAS_ARGUMENTS [s1] Item.cost: @requires must not give arguments to "price"'],
  })
})

test('arguments inside @key are refused at any depth, and under any name of @key', () => {
  const types = 'type Query { a: A } type B { c(x: Int): ID }'
  const refused = (as: string) => ({
    ok: false,
    problems: [`FIELD_SET_HAS_ARGUMENTS [s0] A: @${as} must not give arguments to "c"`],
  })
  const link = (rest: string) => `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9"${rest})`
  const keyed = (as: string) => `${types} type A @${as}(fields: "id b { c(x: 1) }") { id: ID! b: B }`
  expect(compose(keyed('key'))).toEqual(refused('key'))
  expect(compose(`${link(', import: [{ name: "@key", as: "@id" }]')} ${keyed('id')}`)).toEqual(refused('id'))
  expect(compose(`${link('')} ${keyed('federation__key')}`)).toEqual(refused('federation__key'))
  expect(compose(`${link(', as: "fed"')} ${keyed('fed__key')}`)).toEqual(refused('fed__key'))
})

test('each problem of a composition is one line with its code', () => {
  const composition = compose(ITEM, 'type Item @key(fields: "id") { id: ID! weight: String }')
  expect(composition.ok ? [] : composition.problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(FIELD_TYPE_MISMATCH|INVALID_FIELD_SHARING) .*Item\.weight/)]),
  )
})
