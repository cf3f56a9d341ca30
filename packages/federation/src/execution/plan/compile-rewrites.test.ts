import type { FetchDataRewrite } from '@apollo/query-planner'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { compileRewrites } from './compile-rewrites.ts'

const facts = readSupergraphFacts(
  buildSchema(`
    interface Pet { id: ID } interface Home implements Pet { id: ID }
    type Cat implements Pet { id: ID } type Dog implements Pet & Home { id: ID } type Query { pet: Pet }
  `),
)
const rename = (path: string[], renameKeyTo: string): FetchDataRewrite => ({ kind: 'KeyRenamer', path, renameKeyTo })
const set = (path: string[], setValueTo: unknown): FetchDataRewrite => ({ kind: 'ValueSetter', path, setValueTo })

test.each<[string, FetchDataRewrite[], object, object]>([
  ['a key', [rename(['a', 'b_'], 'b')], { a: { b_: 1 } }, { a: { b: 1 } }],
  ['a key in lists of lists', [rename(['a', 'b_'], 'b')], { a: [[{ b_: 1 }], null] }, { a: [[{ b: 1 }], null] }],
  ['a key whose value is 0, false, empty or null', [rename(['b_'], 'b')], { b_: null }, { b: null }],
  ['nothing where the key is missing', [rename(['b_'], 'b')], { c: 1 }, { c: 1 }],
  [
    'an object of the type',
    [rename(['... on Cat', 'b_'], 'b')],
    { __typename: 'Cat', b_: 0 },
    { __typename: 'Cat', b: 0 },
  ],
  [
    'an object of the interface',
    [set(['... on Pet', '__typename'], 'Pet')],
    { __typename: 'Dog' },
    { __typename: 'Pet' },
  ],
  [
    'an interface of the interface',
    [set(['... on Pet', 'x'], 1)],
    { __typename: 'Home' },
    { __typename: 'Home', x: 1 },
  ],
  ['an object without __typename', [rename(['... on Cat', 'b_'], 'b')], { b_: 1 }, { b: 1 }],
  [
    'no object of another type',
    [rename(['... on Cat', 'b_'], 'b')],
    { __typename: 'Dog', b_: 1 },
    { __typename: 'Dog', b_: 1 },
  ],
  [
    'a key that already exists, merging both values',
    [rename(['b_'], 'b')],
    { b: [{ x: 1 }, null, { x: 3 }], b_: [{ y: 1 }, { y: 2 }, null] },
    { b: [{ x: 1, y: 1 }, null, null] },
  ],
  ['nothing that an object inherits', [rename(['constructor', 'name'], 'x')], {}, {}],
])('a plan rewrites %s', (_name, rewrites, value, expected) => {
  compileRewrites(rewrites, facts)?.(value)
  expect(JSON.parse(JSON.stringify(value))).toEqual(expected)
})

test('a key renamed to __proto__ becomes an own property', () => {
  const value: Record<string, unknown> = { x: { polluted: 1 } }
  compileRewrites([rename(['x'], '__proto__')], facts)?.(value)
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value)).toContain('__proto__')
})
