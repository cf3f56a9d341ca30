import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../planning/build-graph.ts'
import { graphOf } from '../testing/graph-of.ts'
import { plannedFor, type Responding, type RunOptions, runOperation, silentLogger } from '../testing/run-operation.ts'
import { executePlan, resultOf } from './execute-plan.ts'

let graph: Graph
beforeAll(() => {
  graph = graphOf({
    shop: `
      type Query { list: [Order!] grid: [[Order]] one: Order found: [Found] kinds: [Kind] shade: Shade any: JSON pets: [Pet] }
      type Mutation { first: Order second: Order }
      type Subscription { changed: Order }
      scalar JSON
      type Order @key(fields: "id") { id: ID! item: String! by: Person weight: Int }
      type Person @key(fields: "id") { id: ID! }
      union Found = Order | Person
      interface Kind { name: String }
      type Seen implements Kind { name: String }
      type Unseen implements Kind @inaccessible { name: String }
      enum Shade { LIGHT DARK @inaccessible }
      interface Pet @key(fields: "id") { id: ID! }
      type Cat implements Pet @key(fields: "id") { id: ID! lives: Int }
      type Dog implements Pet @key(fields: "id") { id: ID! }
    `,
    people: `
      type Query { me: Person }
      type Person @key(fields: "id") { id: ID! name: String must: String! nick: String }
      type Order @key(fields: "id") { id: ID! weight: Int @external cost: Int @requires(fields: "weight") tags: [String!]! }
      type Mutation { third: Person }
    `,
    ratings: `
      type Query { rated: [Pet] }
      type Pet @interfaceObject @key(fields: "id") { id: ID! stars: Int }
    `,
  })
})

const order = (id: string, by: string) => ({ __typename: 'Order', id, by: { __typename: 'Person', id: by } })
const entities =
  (make: (representation: Record<string, unknown>) => unknown): Responding =>
  (fetch) => ({
    _entities: (fetch.variables.representations as Record<string, unknown>[]).map(make),
  })
const run = async (query: string, subgraphs: Record<string, Responding>, options: RunOptions = {}) => {
  const { response, sent } = await runOperation(graph, query, subgraphs, options)
  return { result: resultOf(response), sent }
}
const codes = (errors: Awaited<ReturnType<typeof run>>['result']['errors']) =>
  errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions?.code}`)

test("a client variable named $representations does not collide with the planner's own", async () => {
  const query = 'query ($representations: Boolean!) { one { by { name must @skip(if: $representations) } } }'
  const shop = () => ({ one: order('1', 'a') })
  const people = entities(() => ({ __typename: 'Person', name: 'A' }))
  const { result } = await run(query, { shop, people }, { variables: { representations: true } })
  expect(result).toEqual({ data: { one: { by: { name: 'A' } } } })
})

describe('entities', () => {
  const list = { shop: () => ({ list: [order('1', 'a'), order('2', 'b'), order('3', 'a')] }) }
  const query = '{ list { id by { name } } }'

  test('equal entities are requested once and merged into every object', async () => {
    const people = entities(({ id }) => ({ __typename: 'Person', name: `name of ${id}` }))
    const { result, sent } = await run(query, { ...list, people })
    expect(sent[1]?.variables.representations).toEqual([
      { __typename: 'Person', id: 'a' },
      { __typename: 'Person', id: 'b' },
    ])
    expect(JSON.stringify(result.data)).toBe(
      '{"list":[{"id":"1","by":{"name":"name of a"}},{"id":"2","by":{"name":"name of b"}},{"id":"3","by":{"name":"name of a"}}]}',
    )
  })

  test('an error of an entity is reported at every path where the entity appears', async () => {
    const people: Responding = () => ({
      data: { _entities: [{ name: null }, { name: 'B' }] },
      errors: [{ message: 'No.', path: ['_entities', 0, 'name'], extensions: { code: 'NO_NAME' } }],
    })
    const { result } = await run(query, { ...list, people })
    expect(codes(result.errors)).toEqual(['list.0.by.name NO_NAME', 'list.2.by.name NO_NAME'])
  })

  test('an error of an entity is reported where the plan renamed a response name', async () => {
    const shop = () => ({ one: { ...order('1', 'a'), weight__as0: 'lamp' } })
    const people = () => ({
      data: { _entities: [null] },
      errors: [{ message: 'gone', path: ['_entities', 0], extensions: { code: 'GONE' } }],
    })
    const { result } = await run('{ one { weight: item by { name } } }', { shop, people })
    expect(result.data).toEqual({ one: { weight: 'lamp', by: { name: null } } })
    expect(codes(result.errors)).toEqual(['one.by GONE'])
  })

  test('an unknown entity is null without an error, unless one of its non-nullable fields is selected', async () => {
    const { result } = await run('{ list { by { name must } } }', { ...list, people: entities(() => null) })
    expect(result.data).toEqual({ list: [{ by: null }, { by: null }, { by: null }] })
    expect(codes(result.errors)).toEqual([0, 1, 2].map((index) => `list.${index}.by.must INTERNAL_SERVER_ERROR`))
    const nullable = await run('{ list { by { name } } }', { ...list, people: entities(() => null) })
    expect(nullable.result.errors).toBeUndefined()
  })

  test.each([
    ['an entity of another type', [{ __typename: 'Order', name: 'x' }, { name: 'y' }]],
    ['fewer entities than requested', [{ name: 'x' }]],
    ['more entities than requested', [{ name: 'x' }, { name: 'y' }, { name: 'z' }]],
    ['items that are not objects', ['x', 7]],
    ['items that are numbers', '{"data":{"_entities":[12345678901234567890,12345678901234567890]}}'],
    ['an object instead of a list', { name: 'x' }],
    ['no list', undefined],
  ])('a response whose _entities have %s is an error and is not merged', async (_name, entities) => {
    const { result } = await run(query, {
      ...list,
      people: () => (typeof entities === 'string' ? entities : { data: { _entities: entities } }),
    })
    expect(JSON.stringify(result.data)).not.toMatch(/"[xyz]"/)
    expect(codes(result.errors)).toEqual([0, 1, 2].map((index) => `list.${index}.by.name SUBGRAPH_UNAVAILABLE`))
  })

  test('entities in the wrong order are an error when the fetch selects their keys', async () => {
    const swapped = {
      _entities: [
        { id: 'b', name: 'B' },
        { id: 'a', name: 'A' },
      ],
    }
    const { result } = await run('{ me { nick } list { by { id name } } }', {
      ...list,
      people: ({ variables }) => (variables.representations === undefined ? { me: { nick: 'n' } } : swapped),
    })
    expect(result.data).toMatchObject({ me: { nick: 'n' } })
    const direct = await run('{ pets { id stars } }', {
      shop: () => ({
        pets: [
          { __typename: 'Cat', id: '1' },
          { __typename: 'Dog', id: '2' },
        ],
      }),
      ratings: () => ({
        _entities: [
          { __typename: 'Order', stars: 1 },
          { __typename: 'Pet', stars: 2 },
        ],
      }),
    })
    expect(direct.result.data).toEqual({
      pets: [
        { id: '1', stars: null },
        { id: '2', stars: null },
      ],
    })
  })

  test('entities in nested lists are found, and the nulls between them are kept', async () => {
    const shop = () => ({ grid: [[order('1', 'a'), null], null, []] })
    const { result } = await run('{ grid { by { name } } }', { shop, people: entities(({ id }) => ({ name: id })) })
    expect(result.data).toEqual({ grid: [[{ by: { name: 'a' } }, null], null, []] })
  })

  test('an entity is not fetched for a field whose required value is missing', async () => {
    const shop = () => ({ data: { one: { __typename: 'Order', id: '1' } } })
    const { result, sent } = await run('{ one { id cost } }', { shop, people: entities(() => ({ cost: 5 })) })
    expect(sent).toHaveLength(1)
    expect(result.data).toEqual({ one: { id: '1', cost: null } })
  })

  test('an entity is not fetched when an error made a required value null, but other entities are', async () => {
    const shop: Responding = () => ({
      data: {
        list: [
          { ...order('1', 'a'), weight: null },
          { ...order('2', 'b'), weight: null },
        ],
      },
      errors: [{ message: 'no scales', path: ['list', 0, 'weight'], extensions: { code: 'NO_SCALES' } }],
    })
    const people = entities(({ weight }) => ({ __typename: 'Order', tags: [], ...(weight === null && { cost: 1 }) }))
    const { result, sent } = await run('{ list { cost } }', { shop, people })
    expect(result.data).toEqual({ list: [{ cost: null }, { cost: 1 }] })
    expect(codes(result.errors)).toEqual(['list.0.cost NO_SCALES'])
    expect(sent[1]?.variables.representations).toEqual([{ __typename: 'Order', id: '2', weight: null }])
    const keyed = await run('{ list { cost tags } }', { shop, people })
    expect(keyed.result.data).toEqual({
      list: [
        { cost: null, tags: [] },
        { cost: 1, tags: [] },
      ],
    })
  })

  describe('errors beyond the limit', () => {
    const count = 150
    const list = Array.from({ length: count }, (_, index) => ({ ...order(`${index}`, 'a'), weight: null }))
    const healthy = () => ({ list })
    const shop: Responding = () => ({
      data: { list },
      errors: Array.from({ length: count }, (_, index) => ({
        message: 'no scales',
        path: ['list', index, 'weight'],
        extensions: { code: 'NO_SCALES' },
      })),
    })
    const counted = (errors: Awaited<ReturnType<typeof run>>['result']['errors']) => {
      const listed = errors?.filter(({ extensions }) => extensions?.code !== 'ERRORS_NOT_LISTED') ?? []
      return [listed.length, errors?.at(-1)?.message, errors?.at(-1)?.extensions]
    }
    const rest = (more: number) => [
      100,
      `${more} more errors are not listed.`,
      { code: 'ERRORS_NOT_LISTED', count: more },
    ]

    test.each(['trusted', 'off'] as const)(
      'errors beyond the limit are counted and still explain nulls (pass-through %s)',
      async (passThrough) => {
        const { result } = await run('{ list { weight } }', { shop }, { passThrough })
        expect(counted(result.errors)).toEqual(rest(50))
        const people = entities(() => ({ cost: 0 }))
        const computed = await run('{ list { cost } }', { shop, people }, { passThrough })
        expect(computed.sent).toHaveLength(1)
        expect(computed.result.data).toEqual({ list: Array.from({ length: count }, () => ({ cost: null })) })
        expect(counted(computed.result.errors)).toEqual(rest(50))
      },
    )

    test('errors beyond the limit are counted for a failed fetch and for an entity at many paths', async () => {
      const down = await run('{ list { by { name } } }', { shop: healthy })
      expect(counted(down.result.errors)).toEqual(rest(50))
      const people: Responding = () => ({
        data: { _entities: [{ name: null }] },
        errors: [{ message: 'No.', path: ['_entities', 0, 'name'], extensions: { code: 'NO_NAME' } }],
      })
      const refused = await run('{ list { by { name } } }', { shop: healthy, people })
      expect(counted(refused.result.errors)).toEqual(rest(50))
      const broken = await run('{ grid { item } }', { shop: () => ({ grid: [list] }) }, { passThrough: 'off' })
      expect(counted(broken.result.errors)).toEqual(rest(50))
    })
  })

  test('objects that received the same entity do not share later changes', async () => {
    const people = entities(({ id }) => ({ name: `${id}`, nick: null }))
    const { result } = await run('{ list { by { name nick } } }', { ...list, people })
    expect(result.data).toMatchObject({ list: [{ by: { name: 'a' } }, {}, { by: { name: 'a' } }] })
  })
})

describe('an error of a subgraph', () => {
  test('an error of all entities is reported at those that are null and have no other error', async () => {
    const shop = () => ({ list: ['1', '2', '3'].map((id) => order(id, `p${id}`)) })
    const people = () => ({
      data: { _entities: [null, { must: 'here' }, null] },
      errors: [
        { message: 'one is unknown', path: ['_entities'] },
        { message: 'so is another', path: ['_entities', 2], extensions: { code: 'PERSON_UNKNOWN' } },
      ],
    })
    const { result } = await run('{ list { by { must } } }', { shop, people })
    expect(result.data).toEqual({ list: [{ by: null }, { by: { must: 'here' } }, { by: null }] })
    expect(codes(result.errors)).toEqual(['list.0.by INTERNAL_SERVER_ERROR', 'list.2.by PERSON_UNKNOWN'])
  })

  const refused = (path: unknown) => ({ message: 'No.', path, extensions: { code: 'REFUSED' } })
  const list = () => ({ list: [order('1', 'a'), order('2', 'b')] })

  test.each([
    ['at a field that was not selected', { data: null, errors: [refused(['two', 'item'])] }, ['one REFUSED']],
    [
      'at an unknown field, beside data',
      { data: { one: null }, errors: [refused(['two', 'item'])] },
      ['undefined REFUSED'],
    ],
    ['that is a string', { data: { one: null }, errors: ['boom'] }, ['undefined INTERNAL_SERVER_ERROR']],
    ['that is a string, without data', { data: null, errors: ['boom'] }, ['one INTERNAL_SERVER_ERROR']],
    ['not in a list', { data: { one: null }, errors: { message: 'boom' } }, ['undefined INTERNAL_SERVER_ERROR']],
  ])('a subgraph error %s is reported beside the nulls', async (_name, response, expected) => {
    const { result } = await run('{ one { item } }', { shop: () => response })
    expect(result.data).toEqual({ one: null })
    expect(codes(result.errors)).toEqual(expected)
    expect(JSON.stringify(result)).not.toContain('boom')
  })

  test.each([
    ['does not exist', ['_entities', 7, 'name']],
    ['has no such field', ['_entities', 0, 'other']],
  ])('a subgraph error at an entity that %s is reported beside the nulls', async (_name, path) => {
    const nothing = { data: null, errors: [refused(path)] }
    const { result } = await run('{ list { by { name } } }', { shop: list, people: () => nothing })
    expect(result.data).toEqual({ list: [{ by: { name: null } }, { by: { name: null } }] })
    expect(codes(result.errors)).toEqual(['list.0.by.name REFUSED', 'list.1.by.name REFUSED'])
    const some = { data: { _entities: [null, { name: 'B' }] }, errors: [refused(path)] }
    const partly = await run('{ list { by { name } } }', { shop: list, people: () => some })
    expect(partly.result.data).toMatchObject({ list: [{}, { by: { name: 'B' } }] })
    expect(codes(partly.result.errors)).toEqual(['undefined REFUSED'])
  })

  test('a subgraph response whose errors have too many paths is discarded', async () => {
    const orders = Array.from({ length: 30_000 }, (_, index) => order(`${index}`, 'a'))
    const errors = Array.from({ length: 10 }, () => refused(['_entities', 0, 'name']))
    const people = () => ({ data: { _entities: [{ name: null }] }, errors })
    const { result } = await run('{ list { by { name } } }', { shop: () => ({ list: orders }), people })
    expect(result.errors?.[0]?.extensions).toEqual({ code: 'SUBGRAPH_UNAVAILABLE' })
  })
})

describe('types', () => {
  test('objects of a union match their fragments, and one response name may stand for two fields', async () => {
    const query = '{ found { __typename ... on Order { x: item } ... on Person { x: must } } }'
    const shop = () => ({ found: [{ __typename: 'Order', x: 'hat' }, { __typename: 'Person', id: 'a' }, null] })
    const { result } = await run(query, { shop, people: entities(() => ({ x: 'Ann' })) })
    expect(JSON.stringify(result.data)).toBe(
      '{"found":[{"__typename":"Order","x":"hat"},{"__typename":"Person","x":"Ann"},null]}',
    )
  })

  test('an object type or enum value hidden from clients is null, an unknown one is an error too', async () => {
    const shop = () => ({
      kinds: [{ __typename: 'Seen', name: 'a' }, { __typename: 'Unseen', name: 'b' }, { __typename: 'Nonsense' }],
      shade: 'DARK',
      other: 'PALE',
    })
    const { result } = await run('{ kinds { name } shade other: shade }', { shop })
    expect(result.data).toEqual({ kinds: [{ name: 'a' }, null, null], shade: null, other: null })
    expect(codes(result.errors)).toEqual(['kinds.2', 'other'].map((path) => `${path} INTERNAL_SERVER_ERROR`))
    expect(JSON.stringify(result)).not.toMatch(/Unseen|DARK/)
  })

  test('objects of an interface object get the names of their concrete types', async () => {
    const ratings = () => ({ rated: [{ __typename: 'Pet', id: '1', stars: 5 }] })
    const shop = entities(() => ({ __typename: 'Cat', lives: 9 }))
    const { result, sent } = await run('{ rated { __typename stars ... on Cat { lives } } }', { ratings, shop })
    expect(sent[1]?.variables.representations).toEqual([{ __typename: 'Pet', id: '1' }])
    expect(result).toEqual({ data: { rated: [{ __typename: 'Cat', stars: 5, lives: 9 }] } })
    const without = await run(
      '{ rated { stars } }',
      { ratings: () => ({ rated: [{ stars: 1 }] }) },
      { passThrough: 'off' },
    )
    expect(without.result).toEqual({ data: { rated: [{ stars: 1 }] } })
  })
})

describe('a response', () => {
  test('fields follow the order of the client document, for any order of the subgraph', async () => {
    const shop = () =>
      '{"data":{"one":{"by":{"id":"a","__typename":"Person"},"item":"hat","id":"1","__typename":"Order"}}}'
    const people = entities(() => ({ nick: 'n', name: 'A' }))
    const query = '{ one { item ...F id __typename by { name } } } fragment F on Order { by { nick id } item }'
    const { result } = await run(query, { shop, people })
    expect(JSON.stringify(result)).toBe(
      '{"data":{"one":{"item":"hat","by":{"nick":"n","id":"a","name":"A"},"id":"1","__typename":"Order"}}}',
    )
  })

  test('one operation may combine introspection with subgraph data', async () => {
    const query =
      'query ($n: String!) { a: __typename __type(name: $n) { name ...T } list { id } } fragment T on __Type { kind }'
    const { result } = await run(query, { shop: () => ({ list: [] }) }, { variables: { n: 'Order' } })
    expect(result).toEqual({ data: { a: 'Query', __type: { name: 'Order', kind: 'OBJECT' }, list: [] } })
    const inFragment = await run('{ ... on Query @include(if: true) { __schema { queryType { name } } } }', {})
    expect(inFragment.result).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
  })

  test.each(['trusted', 'checked', 'off'] as const)(
    'response names such as __proto__ do not reach prototypes (pass-through %s)',
    async (passThrough) => {
      const query = '{ valueOf: one { constructor: id toString: item } hasOwnProperty: any }'
      const text =
        '{"data":{"valueOf":{"constructor":"1","toString":"hat"},"hasOwnProperty":{"__proto__":{"polluted":1}}}}'
      const { response } = await runOperation(graph, query, { shop: () => text }, { passThrough })
      expect(response.kind).toBe(passThrough === 'off' ? 'result' : 'bytes')
      expect(
        response.kind === 'result' ? JSON.stringify(response.result) : Buffer.concat(response.body).toString(),
      ).toBe(text)
      const extra = '{"data":{"one":{"id":"1","__proto__":{"item":"x"},"constructor":{"prototype":{"polluted":1}}}}}'
      const { result } = await run('{ one { id weight } }', { shop: () => extra }, { passThrough: 'off' })
      expect(result.data).toEqual({ one: { id: '1', weight: null } })
      expect({}).not.toHaveProperty('polluted')
    },
  )

  test('integers that JavaScript cannot represent are kept exactly', async () => {
    const text =
      '{"data":{"any":{"big":12345678901234567890,"small":[-9007199254740993],"text":"12345678901234567890"}}}'
    const { response } = await runOperation(graph, '{ any }', { shop: () => text }, { passThrough: 'off' })
    expect(JSON.stringify(response)).toBe(`{"kind":"result","result":${text}}`)
  })

  test('integers that JavaScript cannot represent are kept exactly across fetches and in representations', async () => {
    const keyed = graphOf({
      shop: 'scalar Long type Query { thing: Thing } type Thing @key(fields: "n") { n: Long! }',
      stock: 'scalar Long type Thing @key(fields: "n") @key(fields: "e") { n: Long! e: Long! count: Int }',
      sales: `
        scalar Long
        type Thing @key(fields: "e") { e: Long! sold: Int prices: [Long] }
      `,
      tax: `
        scalar Long
        type Thing @key(fields: "n") @key(fields: "e") { n: Long! e: Long! prices: [Long] @external tax: Long @requires(fields: "prices") }
      `,
    })
    const big = '12345678901234567890'
    const entities =
      (entity: string): Responding =>
      () =>
        `{"data":{"_entities":[{"__typename":"Thing",${entity}}]}}`
    const subgraphs = {
      shop: () => `{"data":{"thing":{"__typename":"Thing","n":${big}}}}`,
      stock: entities(`"n":${big},"e":${big},"count":1`),
      sales: entities(`"e":${big},"sold":2,"prices":[${big}]`),
      tax: entities(`"n":${big},"e":${big},"prices":[${big}],"tax":${big}`),
    }
    const { response, sent } = await runOperation(keyed, '{ thing { n e count sold tax prices } }', subgraphs)
    expect(JSON.stringify(response)).toBe(
      `{"kind":"result","result":{"data":{"thing":{"n":${big},"e":${big},"count":1,"sold":2,"tax":${big},"prices":[${big}]}}}}`,
    )
    expect(sent.at(-1)?.body).toContain(`"prices":[${big}]`)
  })

  test.each(['trusted', 'checked', 'off'] as const)(
    'numbers are returned as the subgraph wrote them (pass-through %s)',
    async (passThrough) => {
      const text = '{"data":{"any":[12345.12345678901234567890,1e400,0.1234567890123456789,-1.5E-400,0.1,1e21]}}'
      const { response } = await runOperation(graph, '{ any }', { shop: () => text }, { passThrough })
      expect(response.kind === 'result' ? JSON.stringify(response.result) : `${Buffer.concat(response.body)}`).toBe(
        passThrough !== 'off' ? text : text.replace('1e21', '1e+21'),
      )
    },
  )

  test.each([
    ['a missing value', { one: { item: 'x' } }, '{ one { item weight } }', 'one.weight'],
    ['an object for a string', { one: { item: {} } }, '{ one { item } }', 'one.item'],
    ['a string for an object', { one: 'x' }, '{ one { item } }', 'one'],
    ['a number for an object', '{"data":{"one":12345678901234567890}}', '{ one { item } }', 'one'],
    ['an object for a list', { list: {} }, '{ list { item } }', 'list'],
    ['a number beyond 32 bits', { one: { weight: 2 ** 31 } }, '{ one { weight } }', 'one.weight'],
    ['an object of another type', { one: { __typename: 'Person', item: 'x' } }, '{ one { item } }', 'one'],
    ['a type that is a number', { found: [{ __typename: 7 }] }, '{ found { __typename } }', 'found.0'],
  ])('%s in a subgraph response becomes null with an error', async (_name, data, query, path) => {
    const { result } = await run(
      query,
      { shop: () => (typeof data === 'string' ? data : { data }) },
      { passThrough: 'off' },
    )
    expect(codes(result.errors)).toEqual([`${path} INTERNAL_SERVER_ERROR`])
  })

  test('the variables of @skip and @include decide which fields are fetched and returned, and in which order', async () => {
    const query = 'query ($a: Boolean!) { one { item @include(if: $a) id item by @skip(if: $a) { name } } }'
    const shop = () => ({ one: { ...order('1', 'a'), item: 'hat' } })
    const people = entities(() => ({ name: 'A' }))
    const yes = await run(query, { shop, people }, { variables: { a: true }, passThrough: 'off' })
    const no = await run(query, { shop, people }, { variables: { a: false } })
    expect(JSON.stringify(yes.result.data)).toBe('{"one":{"item":"hat","id":"1"}}')
    expect(JSON.stringify(no.result.data)).toBe('{"one":{"id":"1","item":"hat","by":{"name":"A"}}}')
    expect([yes.sent.length, no.sent.length]).toEqual([1, 2])
    const nothing = await run('query ($a: Boolean!) { one { id @skip(if: $a) } }', { shop }, { variables: { a: true } })
    expect(nothing.result).toEqual({ data: { one: {} } })
  })
})

describe('a mutation', () => {
  test('a mutation runs each field once, in document order, including fields in fragments', async () => {
    const query = `mutation ($a: Boolean!) {
      ...F @include(if: $a)
      second { id }
      first { item }
    }
    fragment F on Mutation { first { id } third { id } }`
    const shop: Responding = ({ query: text }) =>
      text.includes('first') ? { first: { id: '1', item: 'hat' } } : { second: { id: '2' } }
    const { result, sent } = await run(
      query,
      { shop, people: () => ({ third: { id: 'a' } }) },
      { variables: { a: true } },
    )
    expect(sent.map((fetch) => `${fetch.subgraph} ${fetch.idempotent}`)).toEqual([
      'shop false',
      'people false',
      'shop false',
    ])
    expect(JSON.stringify(result)).toBe(
      '{"data":{"first":{"id":"1","item":"hat"},"third":{"id":"a"},"second":{"id":"2"}}}',
    )
  })
})

test('the event of a subscription is completed with data of other subgraphs', async () => {
  const event = { data: { changed: order('1', 'a') }, errors: [] }
  const people = entities(() => ({ name: 'A' }))
  const { result, sent } = await run('subscription { changed { id by { name } } }', { people }, { event })
  expect(result).toEqual({ data: { changed: { id: '1', by: { name: 'A' } } } })
  expect(sent).toHaveLength(1)
})

test('a failed fetch is reported at every field that depends on it', async () => {
  const shop = ({ variables }: { variables: object }) =>
    'representations' in variables ? { fault: 'TIMEOUT', reason: 'late' } : { list: [order('1', 'a')] }
  const { result } = await run('{ me { name } list { by { name must } } }', { shop: shop as Responding })
  expect(result.data).toEqual({ me: null, list: [{ by: null }] })
  expect(codes(result.errors)).toEqual([
    'me SUBGRAPH_UNAVAILABLE',
    'list.0.by.name SUBGRAPH_UNAVAILABLE',
    'list.0.by.must SUBGRAPH_UNAVAILABLE',
  ])
})

test('a field whose required field failed is null, and not resolved', async () => {
  const failed = {
    data: { one: { __typename: 'Order', id: '1', weight: null } },
    errors: [{ message: 'no', path: ['one', 'weight'], extensions: { code: 'FIELD_REFUSED' } }],
  }
  const { result, sent } = await run('{ one { cost } }', { shop: () => failed })
  expect(result.data).toEqual({ one: { cost: null } })
  expect(sent).toHaveLength(1)
})

test('a required root field is an error, not only null, when the plan is empty', async () => {
  const required = graphOf('type Query { must: Int! }')
  const { planned, coerced: variables } = plannedFor(required, '{ must }')
  const operation = { ...planned, plan: { kind: 'QueryPlan' as const } }
  const send = () => Promise.reject(new Error('nothing is fetched'))
  const passThrough = () => 'off' as const
  const response = await executePlan({ graph: required, operation, variables, send, passThrough, logger: silentLogger })
  const { data, errors } = resultOf(response)
  expect(data).toBeNull()
  expect(codes(errors)).toEqual(['must INTERNAL_SERVER_ERROR'])
})

test('data that is null because of an error at a key that only the plan selects has an error', async () => {
  const graph = graphOf({
    a: 'type Query { item: Item! } type Item @key(fields: "id") { id: ID! }',
    b: 'type Item @key(fields: "id") @key(fields: "code") { id: ID! code: ID! }',
    c: 'type Item @key(fields: "code") { code: ID! size: Int! }',
  })
  const refused = { message: 'no', path: ['_entities', 0, 'code'], extensions: { code: 'FIELD_REFUSED' } }
  const { response } = await runOperation(graph, '{ item { size } }', {
    a: () => ({ item: { __typename: 'Item', id: '1' } }),
    b: () => ({ data: { _entities: [null] }, errors: [refused] }),
  })
  const { data, errors } = resultOf(response)
  expect(data).toBeNull()
  expect(codes(errors)).toEqual(['item.size FIELD_REFUSED'])
})
