import type { GraphQLFormattedError } from 'graphql'
import type { SharedNode } from './shared-node.ts'
import { clientToken, personToken, type Role } from './tokens.ts'

export interface Answer<Data> {
  readonly data: Data
  readonly errors: readonly GraphQLFormattedError[]
}

/** The API of a node for one caller. */
export interface Api {
  readonly node: SharedNode
  readonly token: string
  /** The whole answer, errors included. */
  ask<Data = unknown>(query: string, variables?: object): Promise<Answer<Data>>
  /** The data of an answer; throws when it has errors. */
  get<Data>(query: string, variables?: object): Promise<Data>
}

/** The API for a person with `role`, or for the node's client. */
export async function openApi(node: SharedNode, role?: Role): Promise<Api> {
  const token = await (role === undefined ? clientToken(node) : personToken(node, role))
  async function ask<Data>(query: string, variables?: object): Promise<Answer<Data>> {
    const response = await fetch(`${node.baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as Answer<Data>
  }
  return {
    node,
    token,
    ask,
    async get<Data>(query: string, variables?: object) {
      const { data, errors } = await ask<Data>(query, variables)
      if (errors.length > 0) throw new Error(`${query}\n${JSON.stringify(errors)}`)
      return data
    },
  }
}
