import { buildSchema, parse, print, stripIgnoredCharacters } from 'graphql'
import { expect, test } from 'vitest'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { argumentsOfInterfaceObjects } from './arguments-of-interface-objects.ts'

const schema = buildSchema(`
  interface Media { stars(scale: Int, of: Int): Int best: Int } interface Named { stars(scale: Int, of: Int): Int }
  type Book implements Media & Named { stars(scale: Int, of: Int): Int best: Int }
  type Film implements Media { stars(scale: Int, of: Int): Int best: Int }
  type Shop { stars(scale: Int): Int } union Any = Book | Shop
  type Query { media: Media any: Any }
`)
const compact = (text: string) => stripIgnoredCharacters(text)

test.each([
  [
    '{ media { ...on Book { stars } ...on Film { stars(scale: 1) } } }',
    '{ media { ...on Book { stars } ...on Film { stars__as0: stars(scale: 1) } } }',
    { stars__as0: 'stars' },
  ],
  [
    '{ media { ...on Named { n: stars } ...on Film { n: best stars__as0: best } } }',
    '{ media { ...on Named { n: stars } ...on Film { n__as0: best stars__as0: best } } }',
    { n__as0: 'n' },
  ],
  [
    '{ media { ...on Book { stars(scale: 1, of: 2) } ...on Film { stars(of: 2, scale: 1) } } }',
    '{ media { ...on Book { stars(scale: 1, of: 2) } ...on Film { stars(of: 2, scale: 1) } } }',
    {},
  ],
  [
    '{ any { ...on Book { stars } ...on Shop { stars(scale: 1) } } }',
    '{ any { ...on Book { stars } ...on Shop { stars(scale: 1) } } }',
    {},
  ],
])('%s is renamed to %s, so that different arguments have different response names', (query, expected, names) => {
  const facts = { ...readSupergraphFacts(schema), interfaceObjects: new Set(['Media']) }
  const { document, responseNames = [] } = argumentsOfInterfaceObjects({ schema, facts })(parse(query))
  expect(compact(print(document))).toBe(compact(expected))
  expect(Object.fromEntries(responseNames)).toEqual(names)
})
