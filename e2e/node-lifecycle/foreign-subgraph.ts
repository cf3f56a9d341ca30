import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9")
  type Query { "Price of one unit in EUR." rate("Symbol." asset: String!): String "An unsteady field." broken: Int }`

/** Another team's subgraph: plain HTTP, compressed JSON as text/plain, and data of a wrong type. */
export async function openForeignSubgraph(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { query, variables } = JSON.parse(body)
    const isSchema = query.includes('_service')
    const data = isSchema ? { _service: { sdl: SDL } } : { rate: `${variables?.asset} 7`, broken: 'seven', secret: 'x' }
    const wanted = Object.fromEntries(Object.entries(data).filter(([name]) => isSchema || query.includes(name)))
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify({ data: { ...wanted, ...(!isSchema && { secret: 'x' }) } })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
