import { buildSchema, parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { aliasesOfKeyFields } from './aliases-of-key-fields.ts'

const compact = (text: string) => stripIgnoredCharacters(text)
const schema = buildSchema('type Query { a: Int }')
const facts = { ...readSupergraphFacts(schema), reservedNames: new Set(['id', 'weight', '__typename']) }

test.each([
  ['{ a { id: item note } }', '{ a { id__as0: item note } }', { id__as0: 'id' }],
  ['{ a { id: item } id: b { id: c } }', '{ a { id__as0: item } id__as0: b { id__as0: c } }', { id__as0: 'id' }],
  ['{ a { id: item id__as0 } }', '{ a { id__as1: item id__as0 } }', { id__as1: 'id' }],
  ['{ a { weight(unit: KG) } }', '{ a { weight__as0: weight(unit: KG) } }', { weight__as0: 'weight' }],
  ['{ a { id weight: weight other: id } }', '{ a { id weight: weight other: id } }', {}],
  ['{ __schema { types { id: name } } }', '{ __schema { types { id: name } } }', {}],
  ['{ ...T } fragment T on __Type { id: name }', '{ ...T } fragment T on __Type { id: name }', {}],
])('%s is renamed to %s, so that no alias is the name of a key field', (query, expected, names) => {
  const { document, responseNames = [] } = aliasesOfKeyFields({ schema, facts })(parse(query))
  expect(compact(print(document))).toBe(compact(expected))
  expect(Object.fromEntries(responseNames)).toEqual(names)
})
