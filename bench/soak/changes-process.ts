import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { CHANGES } from './schemas.ts'

/**
 * A subgraph whose products change several times a second, with plain graphql-ws and HTTP/1.1: no framed connections,
 * and subscriptions that cannot be resumed.
 */
const changesPerSecond = 4
const productsMax = 50

const schema = buildSubgraphSchema([
  {
    typeDefs: parse(CHANGES),
    resolvers: {
      Subscription: { productChanged: { subscribe: changes } },
      Product: { __resolveReference: ({ id }: { id: string }) => ({ id, revision: 1 }) },
    },
  },
] as never)

async function* changes() {
  for (let revision = 1; ; revision += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000 / changesPerSecond))
    yield { productChanged: { id: String(revision % productsMax), revision } }
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text
  })
  request.on('end', async () => {
    const { query, variables } = JSON.parse(body)
    const result = JSON.stringify(await graphql({ schema, source: query, variableValues: variables }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(result) })
    response.end(result)
  })
})
useServer({ schema }, new WebSocketServer({ server }))
server.listen(Number(process.env.PORT_CHANGES ?? 0), '127.0.0.1', () => {
  process.send?.({ urls: { changes: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql` } })
})
