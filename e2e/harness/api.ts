import type { GraphQLFormattedError } from 'graphql'
import { decodeJwt } from 'jose'
import type { NodeAccess } from './shared-node.ts'
import { clientToken, personToken, type Role } from './tokens.ts'

export interface GraphqlResponse<Data> {
  readonly data: Data
  readonly errors: readonly GraphQLFormattedError[]
}

/** Minimum remaining validity of a token for a request, which may be delayed on a busy machine. */
const VALID_SECONDS_MIN = 120

/** The API of a node for one caller. */
export interface Api {
  readonly node: NodeAccess
  /** The access token of the latest request. Later requests replace it before it expires. */
  readonly token: string
  /** Resolves with the complete response, including errors. */
  execute<Data = unknown>(query: string, variables?: object): Promise<GraphqlResponse<Data>>
  /** Resolves with the data; rejects when the response has errors. */
  request<Data>(query: string, variables?: object): Promise<Data>
}

/** The API for the person with `role`, or for the node's client. */
export async function openApi(node: NodeAccess, role?: Role): Promise<Api> {
  const requestToken = () => (role === undefined ? clientToken(node) : personToken(node, role))
  let token = await requestToken()
  async function execute<Data>(query: string, variables?: object): Promise<GraphqlResponse<Data>> {
    const { exp = 0 } = decodeJwt(token)
    if (exp < Date.now() / 1000 + VALID_SECONDS_MIN) token = await requestToken()
    const response = await fetch(`${node.baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as GraphqlResponse<Data>
  }
  return {
    node,
    get token() {
      return token
    },
    execute,
    async request<Data>(query: string, variables?: object) {
      const { data, errors } = await execute<Data>(query, variables)
      if (errors.length > 0) throw new Error(`${query}\n${JSON.stringify(errors)}`)
      return data
    },
  }
}
