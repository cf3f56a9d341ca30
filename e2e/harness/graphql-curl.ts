import type { Answer } from './api.ts'
import { type CurlAnswer, curl } from './curl.ts'
import type { SharedNode } from './shared-node.ts'

export interface GraphqlCurlAnswer<Data> extends CurlAnswer {
  readonly json: Answer<Data>
}

/** Sends `body` as a GraphQL request with curl; a string is sent as it is. `args` are further arguments of curl. */
export async function curlGraphql<Data = Record<string, unknown>>(
  { baseUrl }: Pick<SharedNode, 'baseUrl'>,
  {
    token,
    body,
    args = [],
  }: { readonly token?: string; readonly body: object | string; readonly args?: readonly string[] },
): Promise<GraphqlCurlAnswer<Data>> {
  const answer = await curl(
    [
      `${baseUrl}/graphql`,
      ...(token === undefined ? [] : ['--header', `authorization: Bearer ${token}`]),
      ...['--header', 'content-type: application/json', '--data-binary', '@-', ...args],
    ],
    typeof body === 'string' ? body : JSON.stringify(body),
  )
  return { ...answer, json: JSON.parse(answer.body) as Answer<Data> }
}
