import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@interfaceObject"])`
/** The number of possible plans multiplies with every level of `similar`. */
const SUBGRAPHS = {
  books: `${LINK}
    type Query { shelf: [Media!] }
    interface Media @key(fields: "id") { id: ID! title: String }
    type Book implements Media @key(fields: "id") { id: ID! title: String }
    type Film implements Media @key(fields: "id") { id: ID! title: String }
    type Song implements Media @key(fields: "id") { id: ID! title: String }`,
  ratings: `${LINK}
    type Query { topRated: [Media!] }
    type Media @key(fields: "id") @interfaceObject { id: ID! similar: [Media!] }`,
}
const QUERY = '{ topRated { similar { similar { similar { title } } } } }'

let folder: string
let gateway: TestGateway
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plan-limits-'))
  const services = Object.entries(SUBGRAPHS).map(([name, text]) => ({
    name,
    url: 'http://127.0.0.1:9/',
    typeDefs: parse(text),
  }))
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, composeServices(services).supergraphSdl ?? '')
  const env = { GATEWAY_SUPERGRAPH: file, GATEWAY_SUBGRAPH_URLS: '' }
  gateway = await openTestGateway({ env })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('an operation with too many possible plans is refused each time', async () => {
  for (const _ of [1, 2]) {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${await gateway.token()}`,
      },
      body: JSON.stringify({ query: QUERY }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'The operation has 1001 or more possible query paths: at most 1000 are allowed.',
          extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: 'planPaths', max: 1000, value: 1001 },
        },
      ],
    })
  }
})

test('other operations are served after a refused plan', async () => {
  expect(await gateway.query('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } })
})
