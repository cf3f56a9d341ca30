import { expect, test } from 'vitest'
import { graphOf } from '../testing/graph-of.ts'
import { runOperation } from '../testing/run-operation.ts'
import { resultOf } from './execute-plan.ts'

const graphWith = (localeType: string) =>
  graphOf({
    people: `
      type Query { me: Person }
      type Person @key(fields: "id") { id: ID! locale: ${localeType} @shareable nick: String }
    `,
    items: `
      type Person @key(fields: "id") @context(name: "reader") { id: ID! locale: ${localeType} @shareable wish: Item }
      type Item @key(fields: "id") {
        id: ID!
        name(locale: String @fromContext(field: "$reader { locale }")): String
        weight: Int
      }
    `,
  })

const refused = { message: 'refused', path: ['_entities', 0, 'locale'], extensions: { code: 'FIELD_REFUSED' } }
const run = async (localeType: string, person: object | null) => {
  const { response } = await runOperation(graphWith(localeType), '{ me { nick wish { name weight } } }', {
    people: () => ({ me: { __typename: 'Person', id: '1', nick: 'Ada' } }),
    items: () => ({ data: { _entities: [person] }, errors: [refused] }),
  })
  const { data, errors } = resultOf(response)
  return { data, errors: errors?.map(({ path, extensions }) => ({ path, code: extensions?.code })) }
}

test('an error of a nullable context is reported at the fields that use the context', async () => {
  const wish = { __typename: 'Item', id: 'a', weight: 3 }
  expect(await run('String', { __typename: 'Person', locale: null, wish })).toEqual({
    data: { me: { nick: 'Ada', wish: { name: null, weight: 3 } } },
    errors: [{ path: ['me', 'wish', 'name'], code: 'FIELD_REFUSED' }],
  })
})

test('an error of a non-null context is reported at the fields that its subgraph did not return', async () => {
  expect(await run('String!', null)).toEqual({
    data: { me: { nick: 'Ada', wish: null } },
    errors: [{ path: ['me', 'wish'], code: 'FIELD_REFUSED' }],
  })
})

test.each([
  ['an error', { data: { _entities: [null] }, errors: [refused] }, 'FIELD_REFUSED'],
  ['a timeout', { fault: 'TIMEOUT', reason: 'slow' }, 'SUBGRAPH_TIMEOUT'],
])(
  '%s of a context that another subgraph did not return is reported at the fields that use it',
  async (_, response, code) => {
    const graph = graphOf({
      people:
        'type Query { me: Person } type Person @key(fields: "id") { id: ID! wish: Item @shareable } type Item @key(fields: "id") { id: ID! }',
      languages: 'type Person @key(fields: "id") { id: ID! locale: String! @shareable }',
      items: `
      type Person @key(fields: "id") @context(name: "reader") { id: ID! locale: String! @external wish: Item @shareable }
      type Item @key(fields: "id") {
        id: ID!
        name(locale: String @fromContext(field: "$reader { locale }")): String
      }
    `,
    })
    const { response: executed } = await runOperation(graph, '{ me { wish { name } } }', {
      people: () => ({ me: { __typename: 'Person', id: '1', wish: { __typename: 'Item', id: 'a' } } }),
      languages: () => response,
    })
    const { data, errors } = resultOf(executed)
    expect(data).toEqual({ me: { wish: { name: null } } })
    expect(errors?.map(({ path, extensions }) => [path, extensions?.code])).toEqual([[['me', 'wish', 'name'], code]])
  },
)
