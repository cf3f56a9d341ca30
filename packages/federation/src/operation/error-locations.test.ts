import fc from 'fast-check'
import { GraphQLError, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { addLocations } from './error-locations.ts'

const { schema } = graphOf('type Query { a: A } type A { id: ID a: A }')

test('validation errors have the locations that graphql-js would give them', () => {
  const gap = fc.stringMatching(/^[ \n\r,]{1,4}$/)
  fc.assert(
    fc.property(fc.array(gap, { minLength: 12, maxLength: 12 }), (gaps) => {
      const tokens = ['{', 'x', 'a', '{', 'y', 'same: id', 'same: a', '{', 'id', '}', '}', '}']
      const text = tokens.map((token, index) => `${token}${gaps[index]}`).join('')
      const document = parse(text, { noLocation: true })
      const errors = validate(schema, document)
      addLocations(text, document, errors)
      expect(errors.map((error) => error.toJSON())).toEqual(
        validate(schema, parse(text)).map((error) => error.toJSON()),
      )
      expect(errors.map(String)).toEqual(validate(schema, parse(text)).map(String))
      expect(errors).toHaveLength(3)
    }),
  )
})

test('an error without nodes has no location, and the number of locations of an error is limited', () => {
  const document = parse(`{${' id'.repeat(100)} }`, { noLocation: true })
  const nodes = document.definitions.flatMap((node) =>
    'selectionSet' in node ? (node.selectionSet?.selections ?? []) : [],
  )
  const errors = [new GraphQLError('a'), new GraphQLError('b', { nodes })]
  addLocations(`{${' id'.repeat(100)} }`, document, errors)
  expect(errors.map(({ locations }) => locations?.length)).toEqual([undefined, 20])
})
