import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { ApolloServer as Apollo } from '@apollo/server'

const { HeaderMap } = createRequire(import.meta.url)('@apollo/server') as typeof import('@apollo/server')

/** Apollo Server behind node:http, set up as in its documentation. It must already be started. */
export function apolloListener(apollo: Apollo): RequestListener {
  return async (request, response) => {
    const headers = new HeaderMap()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const result = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method ?? '',
        headers,
        search: '',
        body: text === '' ? {} : JSON.parse(text),
      },
      context: async () => ({}),
    })
    response.writeHead(result.status ?? 200, Object.fromEntries(result.headers))
    response.end(result.body.kind === 'complete' ? result.body.string : '')
  }
}
