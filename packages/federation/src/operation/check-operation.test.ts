import { executeSync, type GraphQLError, getIntrospectionQuery, visit } from 'graphql'
import { describe, expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { type CheckLimits, checkOperation } from './check-operation.ts'
import { introspectionSize } from './operation-cost.ts'

const graph = graphOf(`
  type Query { a: A list(first: Int): [A!]! text(of: String): String }
  type A { id: ID a: A b: B list: [A] }
  type B { id: ID name: String }
  type Subscription { changed: A }
`)

const check = (query: string, limits: Partial<CheckLimits> = {}, name?: string) =>
  checkOperation(graph, query, name, { introspection: true, ...limits })

function refusal(query: string, limits: Partial<CheckLimits> = {}) {
  const checked = check(query, limits)
  if ('definition' in checked) throw new Error('the operation was accepted')
  return checked[0]?.extensions
}

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')

describe('an operation over a limit is refused with the limit, its maximum and the measured value', () => {
  test.each([
    ['3,000 __typename', `{ ${repeat(3_000, () => '__typename')} }`, 'rootFields', 50, 3_000],
    ['10,000 aliases', `{ a { ${repeat(10_000, (i) => `x${i}: id`)} } }`, 'tokens', 10_000, 30_005],
    ['3,000 aliases', `{ a { ${repeat(3_000, (i) => `x${i}: id`)} } }`, 'aliases', 250, 3_000],
    ['200 levels', `${repeat(200, () => '{ a')} { id }${' }'.repeat(200)}`, 'nesting', 100, 201],
    ['60 levels', `${repeat(60, () => '{ a')} { id }${' }'.repeat(60)}`, 'depth', 30, 61],
    ['a 5 MB query', `{ a { id } } # ${'x'.repeat(5_000_000)}`, 'bytes', 250_000, 5_000_015],
    ['a 5 MB string', `{ text(of: "${'x'.repeat(5_000_000)}") }`, 'bytes', 250_000, 5_000_016],
    ['thousands of identical fields', `{ a { ${repeat(3_000, () => 'id')} } }`, 'fields', 2_000, 3_001],
    ['lists in lists', `{ text(of: ${'['.repeat(4_900)}${']'.repeat(4_900)}) }`, 'nesting', 100, 4_902],
    ['many directives', `{ a ${'@skip(if: true) '.repeat(300)}{ id } }`, 'directives', 250, 300],
    [
      'many fragments',
      `{ ...F0 } ${repeat(300, (i) => `fragment F${i} on Query { a { id } }`)}`,
      'fragments',
      250,
      300,
    ],
    ['many variables', `query(${repeat(200, (i) => `$v${i}: Int`)}) { a { id } }`, 'variables', 100, 200],
    [
      'fragments that double each other',
      `{ ...F0 } ${repeat(40, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F40 on Query { __typename }`,
      'rootFields',
      50,
      2 ** 40,
    ],
    [
      'fragments that double each other below the top',
      `{ a { ...F0 } } ${repeat(90, (i) => `fragment F${i} on A { ...F${i + 1} ...F${i + 1} }`)} fragment F90 on A { id }`,
      'fields',
      2_000,
      Number.MAX_SAFE_INTEGER,
    ],
  ])('an operation over a limit is refused: %s', (_, query, limit, max, value) => {
    expect(refusal(query)).toEqual({ code: 'OPERATION_LIMIT_EXCEEDED', limit, max, value })
  })

  test('an operation with too many fields to compare under the same response name is refused', () => {
    const query = `{ a { ${repeat(1_900, () => 'id')} } }`
    expect(refusal(query)).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit: 'comparisons' })
  })

  test('an operation with too many fields to compare under the same response name and arguments is refused', () => {
    const withFields = (count: number) => `{ a { a { ${repeat(count, () => 'a { id }')} } } }`
    expect(check(withFields(130))).toHaveProperty('definition')
    const { max, ...extensions } = refusal(withFields(150)) ?? {}
    expect(extensions).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit: 'comparisons' })
    expect(max).toBe(200_000)
  })
})

test('an operation over a limit is accepted when the limit is raised', () => {
  const query = `{ a { ${repeat(300, (i) => `x${i}: id`)} } }`
  expect(refusal(query)?.limit).toBe('aliases')
  expect(check(query, { aliasesMax: 300 })).toHaveProperty('definition')
})

test.each([
  ['itself', '{ a { ...A } } fragment A on A { id ...A }'],
  ['each other', '{ a { ...A } } fragment A on A { ...B } fragment B on A { a { ...A } }'],
  [
    'each other in a chain of ninety',
    `{ ...F0 } ${repeat(90, (i) => `fragment F${i} on Query { ...F${(i + 1) % 90} }`)}`,
  ],
])('fragments that spread %s are invalid', (_, query) => {
  expect(refusal(query)).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' })
})

test('the number of validation errors is limited', () => {
  const checked = check(`{ ${repeat(49, (i) => `unknown${i}`)} }`, { errorsMax: 5 })
  expect(checked).toHaveLength(5)
})

/** A schema with many types, one of which has many fields, and an interface that all of them implement. */
const wide = graphOf(`
  type Query { node: Node }
  interface Node { id: ID! }
  type T0 implements Node { id: ID! ${repeat(60, (i) => `f${i}(a: [Int!]): [[T${i}!]]`)} }
  ${repeat(120, (i) => `type T${i + 1} implements Node { "What it is." id: ID! "More." to(a: Int = 1): Node }`)}
`)

const ALL = {
  descriptions: true,
  inputValueDeprecation: true,
  specifiedByUrl: true,
  oneOf: true,
  schemaDescription: true,
  directiveIsRepeatable: true,
}
const TOOL_QUERIES: [string, string][] = [
  ['the default', getIntrospectionQuery()],
  ['with every option', getIntrospectionQuery(ALL)],
  ['with long chains of types', getIntrospectionQuery({ ...ALL, typeDepth: 20 })],
  ['without descriptions', getIntrospectionQuery({ descriptions: false })],
  ['the possible types that Apollo Client reads', '{ __schema { types { kind name possibleTypes { name } } } }'],
  [
    'the names of the root types',
    '{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }',
  ],
  [
    'arguments of fields and directives',
    '{ __schema { queryType { fields { name args { name } } } directives { name args { name } } } }',
  ],
  ['one type', '{ __type(name: "Query") { name fields { name type { name kind ofType { name kind } } } } }'],
]

describe('introspection', () => {
  test.each(TOOL_QUERIES)('the introspection queries of common tools are accepted: %s', (_, query) => {
    const checked = check(query)
    if (!('definition' in checked)) throw new Error(checked[0]?.message)
    expect(checked.cost.check({})).toBeUndefined()
  })

  test.each([
    ['aliases of descriptions', `types { ${repeat(200, (i) => `x${i}: description`)} }`],
    ['aliases of lists', `types { ${repeat(100, (i) => `x${i}: fields { description }`)} }`],
    [
      'many aliases of __schema',
      `types { name } } ${repeat(40, (i) => `x${i}: __schema { types { fields { description } } }`)} x: __schema { __typename`,
    ],
    ['types of fields of types of fields', 'types { fields { type { fields { type { name } } } } }'],
    ['fields of possible types', 'types { possibleTypes { fields { name type { name } args { name } } } }'],
  ])('introspection that returns much more than the complete schema is refused: %s', (_, selection) => {
    const checked = checkOperation(wide, `{ __schema { ${selection} } }`, undefined, { introspection: true })
    if (!('definition' in checked)) throw new Error(checked[0]?.message)
    const refused = checked.cost.check({})?.extensions as { limit: string } | undefined
    expect(refused?.limit).toBe('introspection')
  })

  test.each([
    ...TOOL_QUERIES.map(([, query]) => query),
    '{ __type(name: "T1") { fields { name args { name type { name } } type { name ofType { name } } } } }',
  ])('the estimated number of introspection values is an upper bound: %#', (query) => {
    const checked = checkOperation(wide, query, undefined, { introspection: true })
    if (!('definition' in checked)) throw new Error(checked[0]?.message)
    const { data } = executeSync({ schema: wide.schema, document: checked.document })
    let values = 0
    JSON.stringify(data, (_key, value) => {
      if (value !== null && !Array.isArray(value)) values += 1
      return value
    })
    const { value = 0 } = introspectionSize(wide.introspectionLengths, checked.document, checked.definition) ?? {}
    // JSON.stringify also visits the response itself.
    expect(value).toBeGreaterThanOrEqual(values - 1)
    expect(checked.cost.introspectionMs).toBeGreaterThan(0)
  })

  test('deeply nested lists of introspection are refused', () => {
    const query = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }'
    expect(refusal(query)).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' })
  })

  test('introspection that repeats the schema many times is refused when the operation runs', () => {
    const query = `{ __schema { ${repeat(200, (i) => `x${i}: types { fields { type { fields { name } } } }`)} } }`
    const checked = check(query)
    if (!('definition' in checked)) throw new Error('the operation was refused too early')
    expect(checked.cost.check({})?.extensions).toMatchObject({
      code: 'OPERATION_LIMIT_EXCEEDED',
      limit: 'introspection',
    })
  })

  test('without introspection, neither the schema nor suggested names are returned', () => {
    expect(refusal('{ __schema { types { name } } }', { introspection: false })).toEqual({
      code: 'GRAPHQL_VALIDATION_FAILED',
    })
    const [error] = check('{ lst { id } }', { introspection: false }) as readonly Error[]
    expect(error?.message).toBe('Cannot query field "lst" on type "Query".')
  })
})

describe('an unusual document', () => {
  test.each([
    ['NUL', '{ a { id\u0000 } }'],
    ['half of a surrogate pair in a string', '{ text(of: "\ud800") }'],
    ['half of a surrogate pair as an escape', '{ text(of: "\\ud800") }'],
    ['an empty document', ''],
    ['a truncated type definition', 'type A {'],
  ])('%s is refused by the parser', (_, query) => {
    expect(refusal(query)).toEqual({ code: 'GRAPHQL_PARSE_FAILED' })
  })

  test.each([
    ['a type', 'type X { a: Int }'],
    ['an alias __proto__', '{ __proto__: a { id } }'],
    ['a variable __proto__', 'query ($__proto__: Int) { list(first: $__proto__) { id } }'],
    ['a fragment __proto__', '{ a { ...__proto__ } } fragment __proto__ on A { id }'],
    ['@include at the top of a subscription', 'subscription ($w: Boolean!) { changed @include(if: $w) { id } }'],
  ])('%s is invalid', (_, query) => {
    expect(refusal(query)).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' })
  })

  test('property names of Object.prototype are ordinary names in a document', () => {
    const query = 'query toString($valueOf: Int) { constructor: list(first: $valueOf) { hasOwnProperty: id } }'
    expect(check(query)).toHaveProperty('definition.name.value', 'toString')
  })
})

test('a checked operation has no locations, no other operations and none of their fragments', () => {
  const query =
    'query A($v: Int) { list(first: $v) { ...F } } query B { a { ...G } } fragment F on A { id } fragment G on A { b { id } }'
  const checked = check(query, {}, 'A')
  if (!('definition' in checked)) throw new Error('the operation was refused')
  expect(checked.document.definitions.map((node) => 'name' in node && node.name?.value)).toEqual(['A', 'F'])
  visit(checked.document, { enter: ({ loc }) => void expect(loc).toBeUndefined() })
})

describe('an error of a document', () => {
  test('a document error has a code and locations', () => {
    const [error] = check('{ a { id }\n  unknown }') as readonly GraphQLError[]
    expect(error?.toJSON()).toMatchObject({
      locations: [{ line: 2, column: 3 }],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    })
    expect((check('{ a\n {') as readonly GraphQLError[])[0]?.toJSON()).toMatchObject({
      locations: [{ line: 2, column: 3 }],
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    })
  })

  test('the message of a document error has a limited length', () => {
    const long = 'x'.repeat(200_000)
    for (const query of [`{ ${long} }`, `{ a ${long}: }`, `{ a } ${long}`]) {
      const [error] = check(query) as readonly GraphQLError[]
      expect(error?.message.length).toBeLessThan(1_100)
    }
  })
})

test('a document with several operations requires an operation name', () => {
  expect(refusal('query A { a { id } } query B { a { id } }')).toEqual({ code: 'BAD_USER_INPUT' })
  expect(check('query A { a { id } }', {}, 'C')).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
})
