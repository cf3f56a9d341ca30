import { expect, test } from 'vitest'
import { checkedIn, graphOf } from '../testing/graph-of.ts'
import { makePlan } from './make-plan.ts'

const link = (...names: string[]) =>
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(['@key', ...names])})`

const library = graphOf({
  books: `${link()}
    type Query { shelf: [Media!] top: [Media!] }
    interface Media @key(fields: "id") { id: ID! title: String }
    type Book implements Media @key(fields: "id") { id: ID! title: String }
    type Film implements Media @key(fields: "id") { id: ID! title: String }
    type Song implements Media @key(fields: "id") { id: ID! title: String }
    union Found = Book | Film | Song`,
  ratings: `${link('@interfaceObject')}
    type Query { topRated: [Media!] }
    type Media @key(fields: "id") @interfaceObject { id: ID! similar: [Media!] }`,
})
const nested = (levels: number, open: string, close: string) =>
  `{ topRated { ${open.repeat(levels)} title ${close.repeat(levels)} } }`

/** The error that planning throws. */
function refusal(query: string, graph = library): unknown {
  const checked = checkedIn(graph, query, { fieldsMax: 100_000, depthMax: 100 })
  try {
    makePlan(graph, checked.document, new Map())
  } catch (error) {
    return error
  }
  return undefined
}

test.each([3, 5, 20])('%s levels of an interface object are refused before they are planned', (levels) => {
  expect(refusal(nested(levels, 'similar {', '}'))).toMatchObject({
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planPaths', max: 1_000, value: 1_001 },
  })
})

test('one or two levels of an interface object are planned', () => {
  expect(refusal(nested(1, 'similar {', '}'))).toBeUndefined()
  expect(refusal(nested(2, 'similar {', '}'))).toBeUndefined()
})

/** Two keys, so that every field below has several paths to each subgraph. */
const entities = graphOf(
  Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [
      name,
      `${link('@shareable')} type Query { ${name}s: E }
      type E @key(fields: "i") @key(fields: "j") { i: ID! j: ID! s: Int @shareable e: E @shareable f: E @shareable }`,
    ]),
  ),
)
const entityLevels = (levels: number) => `${'e { s f { s } '.repeat(levels)} s ${'}'.repeat(levels)}`

test('a short operation may have many paths', () => {
  expect(refusal(`{ as { ${entityLevels(5)} } }`, entities)).toBeUndefined()
})

test('the total number of paths of one operation is limited', () => {
  const many = Array.from({ length: 5 }, (_, index) => `e${index}: e { ${entityLevels(4)} }`)
  expect(refusal(`{ as { ${many.join(' ')} } }`, entities)).toMatchObject({
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planPaths' },
  })
})

test('fragments that expand to too many object types are refused', () => {
  const query = nested(25, 'similar { ... on Found { ... on Media {', '} } }')
  expect(refusal(query)).toMatchObject({ extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planSelections' } })
})

test('an operation that may need too many entity fetches is refused before it is planned', () => {
  const key = (...fields: string[]) => `${link()} type Link @key(fields: "id") { id: ID! ${fields.join(' ')} }`
  const graph = graphOf({
    a: `${key('next: Link')} type Query { start: Link }`,
    b: key('two: Int'),
    c: key('three: Int'),
    d: key('four: Int'),
  })
  const operation = (places: number) => {
    const rows = Array.from({ length: places / 10 }, (_, row) => `x${row}: next { ${NEXT_9} }`)
    return checkedIn(graph, `{ start { ${rows.join(' ')} } }`).document
  }
  expect(() => makePlan(graph, operation(260), new Map())).not.toThrow()
  const exceeded = { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planFetches', max: 800, value: 813 }
  expect(() => makePlan(graph, operation(270), new Map())).toThrow(expect.objectContaining({ extensions: exceeded }))
})

const NEXT_9 = `${'two next { '.repeat(9)} three ${'}'.repeat(9)}`

test('an operation that selects no field of its root type is planned', () => {
  const graph = graphOf({
    things: `${link()} interface Found { id: ID! } interface Thing { id: ID! }
      type Query implements Found { id: ID! both: Both } type Both implements Found & Thing { id: ID! }`,
  })
  const plan = (query: string) => makePlan(graph, checkedIn(graph, query).document, new Map())
  expect(plan('{ ... on Found { ... on Thing { id } } }').plan.node).toBeUndefined()
  expect(plan('{ ... on Found { ...Things } } fragment Things on Thing { id }').plan.node).toBeUndefined()
  expect(plan('{ ... on Found { id } }').plan.node).toBeDefined()
})

test('an operation whose fields no subgraph resolves is not planned', () => {
  const graph = graphOf({
    shapes: `${link()} type Query { shape: Shape } interface Shape @key(fields: "id") { id: ID! }`,
    areas: `${link('@interfaceObject')}
      type Query { areas: [Shape] }
      type Shape @key(fields: "id", resolvable: false) @interfaceObject { id: ID! area: Int }`,
  })
  const plan = (query: string) => makePlan(graph, checkedIn(graph, query).document, new Map())
  expect(() => plan('{ shape { area } }')).toThrow('no subgraph resolves any field of the operation')
  expect(() => plan('{ ...Shapes } fragment Shapes on Query { shape { area } }')).toThrow('no subgraph resolves')
  expect(plan('{ shape { area } areas { area } }').plan.node).toBeDefined()
  expect(plan('{ __typename __schema { queryType { name } } }').plan.node).toBeUndefined()
})
