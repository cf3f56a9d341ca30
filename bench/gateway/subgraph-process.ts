import { buildSubgraphSchema } from '@apollo/subgraph'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
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
  const host = await openHttpHost({
    host: '127.0.0.1',
    port: Number(process.env[`PORT_${name.toUpperCase()}`] ?? 0),
    logger: openLogger({ name, level: 'error' }),
    frames: true,
    routes: [
      {
        method: 'POST',
        path: '/graphql',
        admit: () => ({}),
        async handle(request) {
          const body = request.body.toString('latin1')
          let result = results.get(body)
          if (result === undefined) {
            const { query, variables, operationName } = JSON.parse(request.body.toString())
            result = Buffer.from(
              JSON.stringify(await graphql({ schema, source: query, variableValues: variables, operationName })),
            )
            if (results.size >= RESULTS_MAX) results.clear()
            results.set(body, result)
          }
          return { status: 200, headers: { 'content-type': 'application/json' }, body: result }
        },
      },
    ],
  })
  urls[name] = `${host.url}/graphql`
}
process.send?.({ urls })
