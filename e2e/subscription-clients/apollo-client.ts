import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { openLiveClient } from './graphql-ws.ts'

type Transaction = { id: string; version: number; status: string }
const TRANSACTIONS: TypedDocumentNode<{ trpdTransactions: Transaction }> = gql`
  subscription { trpdTransactions { id version status } }
`

/** Calls `onChange` for every change of a transaction; returns a function that unsubscribes. */
export function followTransactions(
  url: string,
  token: () => Promise<string>,
  onChange: (transaction: Transaction) => void,
  onError: (reason: unknown) => void,
): () => void {
  const changes = openApolloClient(url, token).subscribe({ query: TRANSACTIONS })
  const subscription = changes.subscribe(({ data, error }) => {
    if (data) onChange(data.trpdTransactions)
    if (error) onError(error)
  })
  return () => subscription.unsubscribe()
}

export function openApolloClient(url: string, token: () => Promise<string>): ApolloClient {
  const http = new HttpLink({
    uri: `${url}/graphql`,
    fetch: async (uri, init) =>
      fetch(uri, { ...init, headers: { ...init?.headers, authorization: `Bearer ${await token()}` } }),
  })
  const live = new GraphQLWsLink(openLiveClient(url, token))
  return new ApolloClient({
    link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, live, http),
    cache: new InMemoryCache(),
  })
}
