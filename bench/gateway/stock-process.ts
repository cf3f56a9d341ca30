import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApolloGateway } from '@apollo/gateway'
import { ApolloServer, HeaderMap } from '@apollo/server'
import { GraphQLError } from 'graphql'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/**
 * The baseline: Apollo Server with Apollo Gateway, set up as in their documentation, on plain
 * node:http.
 *
 * It verifies a token only on requests with `x-check-token`, while our gateway always does.
 */
const server = new ApolloServer<object>({
  gateway: new ApolloGateway({ supergraphSdl: readFileSync(process.env.SUPERGRAPH ?? '', 'utf8') }),
  csrfPrevention: false,
})
await server.start()
const keys = createRemoteJWKSet(new URL(process.env.JWKS_URL ?? ''))

const host = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const headers = new HeaderMap()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const result = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: JSON.parse(Buffer.concat(chunks).toString()) },
      context: async () => {
        if (headers.get('x-check-token') !== undefined) await checkToken(headers.get('authorization') ?? '')
        return {}
      },
    })
    for (const [name, value] of result.headers) response.setHeader(name, value)
    response.statusCode = result.status ?? 200
    response.end(result.body.kind === 'complete' ? result.body.string : '')
  })
})
host.listen(0, '127.0.0.1', () => process.send?.({ port: (host.address() as AddressInfo).port }))

async function checkToken(authorization: string): Promise<void> {
  try {
    await jwtVerify(authorization.slice('Bearer '.length), keys)
  } catch {
    throw new GraphQLError('not authenticated', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } })
  }
}
