import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql } from 'graphql'
import { SUBGRAPHS } from './schemas.ts'

/**
 * The three subgraphs, each on its port. A response is computed once for each request body and
 * cached, so that only the gateway is measured.
 */
const RESULTS_MAX = 2_000

const urls: Record<string, string> = {}
for (const [name, subgraph] of Object.entries(SUBGRAPHS)) {
  // The resolvers return plain objects, while the types of the map are wider.
  const schema = buildSubgraphSchema([subgraph as never])
  const results = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('latin1')
      let result = results.get(body)
      if (result === undefined) {
        const { query, variables, operationName } = JSON.parse(Buffer.concat(chunks).toString())
        result = Buffer.from(
          JSON.stringify(await graphql({ schema, source: query, variableValues: variables, operationName })),
        )
        if (results.size >= RESULTS_MAX) results.clear()
        results.set(body, result)
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': result.length })
      response.end(result)
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  urls[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
}
process.send?.({ urls })
