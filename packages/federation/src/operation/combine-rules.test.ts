import {
  BREAK,
  buildSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { combineRules } from './combine-rules.ts'

const schema = buildSchema(`
  type Query { a(x: Int): A  list(in: In!): [A!]! }
  type Subscription { one: A  two: A }
  type A implements Named { id: ID!  name: String  a: A }
  type B implements Named { name: String }
  interface Named { name: String }
  input In { x: Int!  y: [Int] = [1] }
`)
const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule]

function messages(document: string, by: readonly ValidationRule[]): readonly string[] {
  return validate(schema, parse(document), by).map((error) => error.toString())
}

describe('combined validation rules', () => {
  it.each([
    ['unknown fields and arguments', '{ a(y: 1, x: "t") { id { z } nothing } list }'],
    ['a missing selection and a repeated argument', '{ a(x: 1, x: 2) list(in: { x: 1, x: null, z: 1 }) { id } }'],
    ['fields that cannot be merged', '{ a(x: 1) { n: id } a(x: 2) { n: name } }'],
    ['unknown, unused and repeated fragments', '{ a { ...Y } } fragment X on A { id } fragment X on Int { id }'],
    ['fragments that cannot apply', '{ a { ... on B { name } ... on Nothing { id } } }'],
    ['a fragment cycle', '{ a { ...X } } fragment X on A { a { ...X } }'],
    ['variables', 'query ($a: A, $b: Int, $b: Int, $c: String) { a(x: $c) { id } list(in: { x: $d }) { id } }'],
    [
      'directives',
      '{ a @nothing @skip(if: true) @skip(if: 1) { id @include } } fragment X on A @skip(if: true) { id }',
    ],
    ['several operations', '{ a { id } } query X { a { id } } query X { a { nothing } }'],
    ['two subscribed fields', 'subscription { one { id } two { id } }'],
    ['type definitions', '{ a { id } } type New { a: Nothing } extend type A { b: Int }'],
    ['introspection', '{ __schema { types { fields { type { fields { type { name } } } } } } }'],
  ])('combined rules report the same as the individual rules: %s', (_what, document) => {
    const alone = messages(document, rules)
    expect(alone).not.toEqual([])
    expect(messages(document, [combineRules(rules)])).toEqual(alone)
  })

  it('combined rules respect rules that skip the children of a node, and rules that end early', () => {
    const record = (seen: string[], stopAt: string, result: unknown) => (): ReturnType<ValidationRule> => ({
      enter: (node) => {
        seen.push(`enter ${node.kind}`)
        return node.kind === stopAt ? result : undefined
      },
      leave: (node) => void seen.push(`leave ${node.kind}`),
    })
    const seenBy = (combine: (rules: readonly ValidationRule[]) => readonly ValidationRule[]) => {
      const [skips, breaks, neither]: [string[], string[], string[]] = [[], [], []]
      const recording = [record(skips, 'Field', false), record(breaks, 'Name', BREAK), record(neither, '', undefined)]
      messages('{ a { id } list { name } }', combine(recording))
      return [skips, breaks, neither]
    }
    expect(seenBy((rules) => [combineRules(rules)])).toEqual(seenBy((rules) => rules))
  })
})
