import { parse, visit } from 'graphql'
import { expect, it } from 'vitest'
import { forEachNode } from './for-each-node.ts'

const document = `
  query Q($a: [In!]! = [{ x: 1, y: null }] @d, $b: Boolean) @d(x: ENUM) {
    alias: field(text: "t", block: """b""", list: [1.5, true, $b]) @skip(if: $b) { ... @include(if: true) { a } ...F }
  }
  fragment F on T { ... on U { b } }
`

it.each([true, false])('every node of a document is visited once, in document order (noLocation: %s)', (noLocation) => {
  const parsed = parse(document, { noLocation })
  const [seen, visited]: [unknown[], unknown[]] = [[], []]
  forEachNode(parsed, (node) => seen.push(node))
  visit(parsed, { enter: (node) => void visited.push(node) })
  expect(seen.length).toBeGreaterThan(50)
  expect(seen).toEqual(visited)
})
