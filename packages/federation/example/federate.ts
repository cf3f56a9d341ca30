import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openFederation } from '@travel-rule/federation'
import { composeSubgraphs } from '@travel-rule/federation/compose-subgraphs'
import { parse } from 'graphql'

const KEY = '@link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'
const items = `extend schema ${KEY} type Query { item: Item } type Item @key(fields: "id") { id: ID! }`
const prices = `extend schema ${KEY} type Item @key(fields: "id") { id: ID! price: Int }`
const supergraph = composeSubgraphs([
  { name: 'items', typeDefs: parse(items), url: 'http://items.internal/graphql' },
  { name: 'prices', typeDefs: parse(prices), url: 'http://prices.internal/graphql' },
])
if (!supergraph.ok) throw new Error(supergraph.problems.join('\n'))

await using itemServer = await serve({ item: { __typename: 'Item', id: '1' } })
await using priceServer = await serve({ _entities: [{ price: 7 }] })
const urls = { items: urlOf(itemServer), prices: urlOf(priceServer) }
await using federation = openFederation(supergraph.sdl, { urls })
console.log(JSON.stringify(await federation.execute({ query: '{ item { id price } }' })))

/** Stands in for a subgraph: returns the same data for every request. */
async function serve(data: object): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
}
