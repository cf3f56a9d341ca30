import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphqlSync, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../../execution/execute-plan.ts'
import type { PassThroughMode } from '../../execution/pass-through/compile-pass-through.ts'
import { graphOf, LINK } from '../../testing/graph-of.ts'
import { type Responding, runOperation } from '../../testing/run-operation.ts'
import { buildGraph, type Graph } from '../build-graph.ts'

const PEOPLE = `
  type User @key(fields: "id") { id: ID! name: String @shareable title: Title @shareable born: Int }
  type Title @shareable { short: String long: String }
`
const PAGES = `
  type Query {
    top: [User] @provides(fields: "name")
    half: User @provides(fields: "title { short }")
    page: Page @provides(fields: "author { title { short } }")
    found: [Found]
  }
  type Mutation { publish: Page }
  type Page { author: User @provides(fields: "name") next: Page }
  type Card { holder: User @provides(fields: "name") }
  union Found = Page | Card
  type Title @shareable { short: String long: String }
  type User @key(fields: "id") {
    id: ID!
    name: String @external
    title: Title @external
    born: Int @external
    shout: String @requires(fields: "name")
    salute: String @requires(fields: "title { short }")
    age: Int @requires(fields: "born")
  }
`

const graph = graphOf({ people: PEOPLE, pages: PAGES })

/** The response of a single subgraph's own executor to the complete operation. */
async function runAlone(graph: Graph, typeDefs: string, query: string, data: object, passThrough: PassThroughMode) {
  const schema = buildSubgraphSchema([{ typeDefs: parse(typeDefs) }])
  const pages: Responding = ({ query }) => graphqlSync({ schema, source: query, rootValue: data })
  const { response, sent } = await runOperation(graph, query, { pages }, { passThrough })
  return { result: resultOf(response), subgraphs: sent.map(({ subgraph }) => subgraph) }
}

describe('a field with @requires is resolved in place when @provides delivers its requirement', () => {
  const ada = { __typename: 'User', id: '1', name: 'ada', title: { short: 'Dr' } }
  test.each([
    ['of a list', '{ top { shout } }', { top: [{ shout: 'ADA' }] }, { top: [{ ...ada, shout: 'ADA' }] }],
    ['nested', '{ half { salute } }', { half: { salute: 'Dr!' } }, { half: { ...ada, salute: 'Dr!' } }],
    [
      'of a field further above',
      '{ page { author { salute } } }',
      { page: { author: { salute: 'Dr!' } } },
      { page: { author: { ...ada, salute: 'Dr!' } } },
    ],
    [
      'under an alias, in a fragment',
      '{ found { ... on Page { by: author { ...Loud } } } } fragment Loud on User { loud: shout }',
      { found: [{ by: { loud: 'ADA' } }] },
      { found: [{ __typename: 'Page', author: { ...ada, shout: 'ADA' } }] },
    ],
    [
      'of each member of a union',
      '{ found { ... on Page { author { shout } } ... on Card { holder { shout } } } }',
      { found: [{ author: { shout: 'ADA' } }, { holder: { shout: 'ADA' } }] },
      {
        found: [
          { __typename: 'Page', author: { ...ada, shout: 'ADA' } },
          { __typename: 'Card', holder: { ...ada, shout: 'ADA' } },
        ],
      },
    ],
    [
      'of the payload of a mutation',
      'mutation { publish { next { author { shout } } } }',
      { publish: { next: { author: { shout: 'ADA' } } } },
      { publish: { next: { author: { ...ada, shout: 'ADA' } } } },
    ],
  ])('%s', async (_place, query, expected, data) => {
    const linked = `${LINK} ${PAGES}`
    for (const mode of ['off', 'trusted'] as const) {
      const { result, subgraphs } = await runAlone(graph, linked, query, data, mode)
      expect(result).toEqual({ data: expected })
      expect(subgraphs).toEqual(['pages'])
    }
  })
})

test('a field with @requires is resolved in place by subgraphs of Federation 1', async () => {
  const pages = `
    type Query { top: [User] @provides(fields: "name") }
    extend type User @key(fields: "id") {
      id: ID! @external
      name: String @external
      shout: String @requires(fields: "name")
    }
  `
  const { supergraphSdl = '' } = composeServices([
    { name: 'people', url: 'http://people', typeDefs: parse('type User @key(fields: "id") { id: ID! name: String }') },
    { name: 'pages', url: 'http://pages', typeDefs: parse(pages) },
  ])
  const data = { top: [{ __typename: 'User', id: '1', name: 'ada', shout: 'ADA' }] }
  const { result } = await runAlone(buildGraph(supergraphSdl), pages, '{ top { shout } }', data, 'off')
  expect(result).toEqual({ data: { top: [{ shout: 'ADA' }] } })
})

test('a requirement that is not provided is fetched', async () => {
  const user = { __typename: 'User', id: '1' }
  const { response } = await runOperation(graph, '{ top { age } }', {
    people: () => ({ _entities: [{ ...user, born: 1815 }] }),
    pages: ({ query }) => (query.includes('_entities') ? { _entities: [{ ...user, age: 37 }] } : { top: [user] }),
  })
  expect(resultOf(response)).toEqual({ data: { top: [{ age: 37 }] } })
})
