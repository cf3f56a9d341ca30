import fc from 'fast-check'
import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { checkedIn, graphOf } from '../testing/graph-of.ts'
import { estimateCost } from './estimate-cost.ts'

const graph = graphOf(`
  type Query {
    one: Item
    dear: Item @cost(weight: 7)
    plain: [Item]
    assumed: [Item] @listSize(assumedSize: 3)
    sliced(first: Int, last: Int): [Item] @listSize(assumedSize: 4, slicingArguments: ["first", "last"], requireOneSlicingArgument: false)
    strict(first: Int, last: Int): [Item] @listSize(slicingArguments: ["first", "last"])
    defaulted(first: Int = 6): [Item] @listSize(slicingArguments: ["first"])
    page(first: Int): Page @listSize(slicingArguments: ["first"], sizedFields: ["nodes"], requireOneSlicingArgument: false)
    usual(first: Int): Page
    dearPage(first: Int): DearPage
      @listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)
    limited(limit: Int): [Item]
    scan(first: Int = 100): Page
      @listSize(assumedSize: 40000, slicingArguments: ["first"], sizedFields: ["nodes"], requireOneSlicingArgument: false)
    search(filter: Filter, words: [String] @cost(weight: 2)): Int
    node: Node
    heavy: Heavy
    heavies: [Heavy] @listSize(assumedSize: 3)
    some: Some
    put(in: [Filter!]): Int
    wrap(in: Wrap): Int
    decode(text: String @cost(weight: 4), plain: String, id: [ID!], at: Stamp): Int
    fixed(limit: Int = 2 @cost(weight: 30)): [Item]
  }
  scalar Stamp
  type Mutation { change: Item }
  type Page { nodes: [Item] others: [Item] total: Int }
  type DearPage { nodes: [Item] @cost(weight: 3) edges: [Other] total: Int }
  type Item { id: ID name: String @cost(weight: 5) kind: Kind other: Other self: Item items: [Item] }
  type Other @cost(weight: 4) { id: ID }
  enum Kind @cost(weight: 3) { A }
  input Filter { deep: Filter text: String @cost(weight: 6) }
  input Wrap { filters: [Filter!] @cost(weight: 2) words: [String] @cost(weight: 5) }
  interface Node { id: ID }
  interface Heavy { id: ID }
  type Light implements Heavy { id: ID }
  type Weighty implements Heavy @cost(weight: 50) { id: ID }
  union Some = Light | Weighty
  type X implements Node { id: ID @cost(weight: 2) }
  type Y implements Node { id: ID @cost(weight: 9) }
`)

const cost = (query: string, variables = {}) => checkedIn(graph, query).cost.of(variables)

describe('the cost of an operation', () => {
  test.each([
    ['{ one { id } }', 1],
    ['mutation { change { id } }', 11],
    ['{ dear { id } }', 7],
    ['{ one { name } }', 6],
    ['{ one { kind } }', 4],
    ['{ one { other { id } } }', 5],
    ['{ plain { id } }', 10],
    ['{ plain { items { id } } }', 110],
    ['{ assumed { self { id } } }', 6],
    ['{ sliced { id } }', 4],
    ['{ sliced(first: 2) { id } }', 2],
    ['{ sliced(first: 2, last: 5) { id } }', 5],
    ['{ sliced(first: 0) { id } }', 0],
    ['{ defaulted { id } }', 6],
    ['{ page(first: 20) { nodes { id } others { id } total } }', 31],
    ['{ page(first: 20) { ...P } } fragment P on Page { ... { nodes { name } } }', 121],
    ['{ usual(first: 20) { nodes { id } } }', 21],
    ['{ page(first: 20) { total } }', 21],
    ['{ page(first: 20) { ...P } } fragment P on Page { total }', 21],
    ['{ page { total } }', 1],
    ['{ dearPage(first: 20) { total } }', 61],
    ['{ limited(limit: 3) { id } }', 3],
    ['{ search(filter: { text: "a", deep: { text: "b" } }, words: ["a"]) }', 16],
    ['{ node { id } }', 10],
    ['{ one { id } one @skip(if: true) { name } ... @include(if: false) { dear { id } } }', 1],
    ['{ a: one { id } b: one { id } }', 2],
    ['{ heavy { id } }', 50],
    ['{ heavies { ... on Weighty { id } } }', 150],
    ['{ some { ... on Light { id } } }', 50],
    ['{ sliced(first: -5) { id } }', 4],
    ['{ sliced(first: -5, last: 2) { id } }', 2],
    ['{ limited(limit: -5) { id } }', 10],
    ['{ put(in: [{ text: "a" }, { text: "a" }]) }', 14],
    ['{ __typename }', 0],
    ['{ fixed { id } }', 32],
    ['{ fixed(limit: 3) { id } }', 33],
    ['{ fixed(limit: null) { id } }', 32],
  ])('%s is %i', (query, expected) => {
    expect(cost(query)).toBe(expected)
  })

  test('the cost of an operation depends on variables that are slicing arguments', () => {
    const query = 'query ($n: Int = 7, $m: Int) { limited(limit: $n) { id } page(first: $m) { nodes { id } } }'
    const { cost: estimated } = checkedIn(graph, query)
    expect(estimated.assumed).toBe(7 + 11)
    expect(estimated.of({ n: 2, m: 30 })).toBe(2 + 31)
    expect(estimated.of({ n: 2 })).toBe(2 + 11)
  })
})

describe('input objects cost the same', () => {
  const filters = [{ text: 'a' }, { deep: { text: 'b' } }, {}]
  test.each([
    ['query ($in: [Filter!]) { put(in: $in) }', { in: filters }, 1 + 6 + 2 + 6 + 1],
    ['query ($a: Filter!, $b: Filter!) { put(in: [$a, $b, $a]) }', { a: filters[0], b: filters[1] }, 7 + 8 + 7],
    ['query ($a: String) { put(in: [{ text: $a }]) }', { a: 'x' }, 7],
    ['{ wrap(in: { filters: [{ text: "a" }, {}], words: ["a", "b"] }) }', {}, 1 + 2 * 2 + 6 + 5],
    [
      'query ($in: Wrap) { wrap(in: $in) }',
      { in: { filters: filters.slice(0, 2), words: ['a', 'b'] } },
      1 + 2 * 2 + 6 + 1 + 6 + 5,
    ],
    ['query ($in: [Filter!]) { put(in: $in) }', {}, 1],
    ['query ($in: [Filter!]) { a: put(in: $in) b: put(in: $in) }', { in: filters }, 2 * 16],
  ])('%s with %j', (query, variables, expected) => {
    expect(cost(query, variables)).toBe(expected)
  })

  test('the estimate for a variable does not depend on earlier estimates', () => {
    const { cost: estimated } = checkedIn(graph, 'query ($in: [Filter!]) { put(in: $in) }')
    for (let round = 0; round < 2; round += 1) {
      for (let length = 0; length < 50; length += 1) {
        expect(estimated.of({ in: Array.from({ length }, () => ({ text: 'a' })) })).toBe(7 * length)
      }
    }
  })
})

describe('each complete 250 characters of an argument cost its weight again, plus 1:', () => {
  const text = 'x'.repeat(600)
  const ids = Array.from({ length: 50 }, () => 'x'.repeat(17))
  test.each([
    ['short literals', '{ decode(text: "short", plain: "short") }', {}, 4],
    ['a long literal with a weight', `{ decode(text: "${text}") }`, {}, 4 * 3 + 2],
    ['a long literal without a weight', `{ decode(plain: "${text}") }`, {}, 2],
    ['a long variable', 'query ($a: String) { decode(text: $a) }', { a: text }, 4 * 3 + 2],
    ['a short variable', 'query ($a: String) { decode(text: $a) }', { a: 'short' }, 4],
    ['an absent variable', 'query ($a: String) { decode(text: $a) }', {}, 4],
    ['one variable twice', 'query ($a: String) { a: decode(text: $a) b: decode(plain: $a) }', { a: text }, 14 + 2],
    ['a list as a variable', 'query ($a: [ID!]) { decode(id: $a) }', { a: ids }, 5],
    ['a list as a literal', `{ decode(id: ${JSON.stringify(ids)}) }`, {}, 5],
    ['variables in a list', 'query ($a: ID!, $b: ID!) { decode(id: [$a, $b, "x"]) }', { a: text, b: text }, 4],
    ['an object for a scalar', 'query ($a: Stamp) { decode(at: $a) }', { a: { deep: [text] } }, 2],
    ['an input field in a variable', 'query ($in: Filter) { search(filter: $in) }', { in: { text } }, 1 + 6 * 3 + 2],
    ['an input field in a literal', `{ search(filter: { text: "${text}" }) }`, {}, 1 + 6 * 3 + 2],
  ])('%s', (_name, query, variables, expected) => {
    expect(cost(query, variables)).toBe(expected)
  })

  test('the cost is the same as a literal or a variable, regardless of earlier estimates', () => {
    const { cost: estimated } = checkedIn(graph, 'query ($a: String) { decode(text: $a) }')
    for (let round = 0; round < 2; round += 1) {
      for (let pieces = 0; pieces < 50; pieces += 1) {
        const a = 'x'.repeat(250 * pieces + 249)
        expect(estimated.of({ a })).toBe(cost(`{ decode(text: "${a}") }`))
        expect(estimated.of({ a })).toBe(4 * (1 + pieces) + pieces)
      }
    }
  })
})

describe('cost limits', () => {
  const refused = (query: string, variables = {}, limits = {}) =>
    checkedIn(graph, query, limits).cost.check(variables)?.extensions

  test('a list is refused when more entries are requested than the maximum', () => {
    const expected = { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'listSize', max: 10_000, value: 1_000_000 }
    expect(refused('{ limited(limit: 1000000) { id } }')).toEqual(expected)
    expect(refused('query ($n: Int) { limited(limit: $n) { id } }', { n: 1_000_000 })).toEqual(expected)
    expect(refused('query ($n: Int) { limited(limit: $n) { id } }', { n: 10 })).toBeUndefined()
  })

  test('a list may be as long as its subgraph states in assumedSize, and its cost depends on its length', () => {
    const scan = 'query ($n: Int) { scan(first: $n) { total } }'
    expect(refused(scan, { n: 40_000 })).toBeUndefined()
    expect(refused('{ scan(first: 40000) { total } }')).toBeUndefined()
    expect(refused(scan, { n: 40_001 })).toMatchObject({ limit: 'listSize', value: 40_001 })
    const thrice = '{ a: scan(first: 40000) { total } b: scan(first: 40000) { total } c: scan(first: 40000) { total } }'
    expect(refused(thrice)).toMatchObject({ limit: 'cost', max: 100_000 })
  })

  test('an operation that is too expensive is refused', () => {
    const query = '{ plain { items { items { items { items { id } } } } } }'
    const expected = { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'cost', max: 100_000, value: 111_110 }
    expect(refused(query)).toEqual(expected)
    expect(refused(query, {}, { costMax: 200_000 })).toBeUndefined()
    expect(refused(query, {}, { listSizeAssumed: 2 })).toBeUndefined()
  })

  test('an operation that is too expensive with its variables is refused', () => {
    const query = 'query ($in: [Filter!]) { put(in: $in) }'
    const variables = { in: Array.from({ length: 10_000 }, () => ({ text: 'a' })) }
    expect(refused(query, variables, { costMax: 50_000 })).toMatchObject({ limit: 'cost', value: 70_000 })
    expect(refused(query, { in: [] }, { costMax: 50_000 })).toBeUndefined()
  })

  test('a list is refused without exactly one of its required slicing arguments', () => {
    expect(refused('{ strict { id } }')).toEqual({ code: 'BAD_USER_INPUT' })
    expect(refused('{ strict(first: 1, last: 1) { id } }')).toEqual({ code: 'BAD_USER_INPUT' })
    expect(refused('{ strict(first: 1) { id } }')).toBeUndefined()
    expect(refused('query ($n: Int) { strict(last: $n) { id } }', { n: 1 })).toBeUndefined()
  })
})

test('@cost and @listSize are recognized under the names by which the supergraph imports them', () => {
  const renamed = graphOf(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@cost", as: "@weigh" }, { name: "@listSize", as: "@size" }])
    type Query { list: [Item] @size(assumedSize: 2) }
    type Item @weigh(weight: 8) { id: ID }
  `)
  expect(checkedIn(renamed, '{ list { id } }').cost.assumed).toBe(16)
})

test('the estimate visits each selection once, however often its fragment is spread', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4 }), (length, spreads) => {
      const chain = Array.from({ length }, (_, i) => `fragment F${i} on Item { id ${`...F${i + 1} `.repeat(spreads)}}`)
      const document = parse(`{ one { ...F0 } } ${chain.join(' ')} fragment F${length} on Item { items { id } }`)
      const [operation] = document.definitions
      if (operation?.kind !== 'OperationDefinition') throw new Error('no operation')
      const { visited, cost: estimated } = estimateCost({ ...graph, listSizeAssumed: 10 }, document, operation, {})
      expect(visited).toBe(2 + length * (1 + spreads) + 2)
      expect(estimated / (1 + 10 * spreads ** length)).toBeCloseTo(1)
    }),
  )
})
