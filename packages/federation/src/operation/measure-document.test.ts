import fc from 'fast-check'
import { type DocumentNode, Kind, parse, visit } from 'graphql'
import { expect, test } from 'vitest'
import { measureDocument } from './measure-document.ts'

const measure = (query: string) => measureDocument(parse(query, { noLocation: true }), 100)

test('fields, aliases and depth are counted with fragments expanded', () => {
  const measured = measure('{ a { ...F ...F } x: b ...R } fragment F on T { c { y: d } } fragment R on Query { e f }')
  expect(measured).toMatchObject({ fields: 8, rootFields: 4, aliases: 3, depth: 3, fragments: 2 })
})

test('a document with several operations is measured by the largest of them', () => {
  const query = 'query A { a } query B($x: Int, $y: Int) { a { b { c } } d }'
  expect(measure(query)).toMatchObject({ fields: 4, rootFields: 2, depth: 3, variables: 2 })
})

test('directives are counted wherever they are applied', () => {
  const query = 'query ($v: Int @a) @a { b @a @b { ...F @a ... @a { c } } } fragment F on T @a { d }'
  expect(measure(query).directives).toBe(7)
})

test.each([
  '{ ...A } fragment A on T { ...A }',
  '{ a } fragment A on T { b { ...B } } fragment B on T { ... { ...A } }',
])('a fragment that spreads itself is detected: %s', (query) => {
  expect(measure(query).cycle).toBeDefined()
})

test('each of several fragments that double each other is measured once', () => {
  const chain = Array.from({ length: 90 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`).join(' ')
  const measured = measure(`{ ...F0 } ${chain} fragment F90 on Query { a }`)
  expect(measured.fields).toBe(2 ** 90)
  expect(measured.visited).toBe(182)
})

test('selections below the deepest allowed level are not visited', () => {
  const measured = measureDocument(parse(`${'{ a'.repeat(50)}${' }'.repeat(50)}`, { noLocation: true }), 10)
  expect(measured).toMatchObject({ nesting: 11, visited: 10 })
})

test('each selection is visited exactly once, and the counts equal those of the expanded document', () => {
  fc.assert(
    fc.property(documents, (document) => {
      let selections = 0
      visit(document, {
        SelectionSet({ selections: inner }) {
          selections += inner.length
        },
      })
      const measured = measureDocument(document, 100)
      expect(measured.visited).toBe(selections)
      expect(measured.fields).toBe(
        Math.max(...document.definitions.map((definition) => writtenOut(document, definition))),
      )
    }),
    { numRuns: 200 },
  )
})

/** Fragments spread only later ones, so there is no cycle. */
const documents: fc.Arbitrary<DocumentNode> = fc
  .array(fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 7 })
  .map((fragments) => {
    const set = (picks: readonly number[], index: number) =>
      picks
        .map((pick) => {
          const target = index + 1 + (pick % 3)
          if (pick > 12 && target < fragments.length) return `...F${target}`
          return pick > 6 ? `a${pick}` : `... on T { b { c x: d${pick} } }`
        })
        .join(' ')
    const definitions = fragments.map((picks, index) => `fragment F${index} on T { ${set(picks, index)} }`)
    return parse(`{ ...F0 z } ${definitions.join(' ')}`, { noLocation: true })
  })

function writtenOut(document: DocumentNode, node: DocumentNode['definitions'][number]): number {
  let fields = 0
  visit(node, {
    Field() {
      fields += 1
    },
    FragmentSpread({ name }) {
      const fragment = document.definitions.find(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name.value,
      )
      if (fragment !== undefined) fields += writtenOut(document, fragment)
    },
  })
  return fields
}
