import type { Sink } from 'graphql-ws'
import { Client, fetchExchange, gql, subscriptionExchange, type TypedDocumentNode } from 'urql'
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
  const changes = openUrqlClient(url, token).subscription(TRANSACTIONS, {})
  const { unsubscribe } = changes.subscribe(({ data, error }) => {
    if (data) onChange(data.trpdTransactions)
    if (error) onError(error)
  })
  return unsubscribe
}

export function openUrqlClient(url: string, token: () => Promise<string>): Client {
  const live = openLiveClient(url, token)
  const forwardSubscription = subscriptionExchange({
    forwardSubscription: ({ query = '', ...operation }) => ({
      subscribe: (sink) => ({ unsubscribe: live.subscribe({ ...operation, query }, sink as Sink) }),
    }),
  })
  return new Client({
    url: `${url}/graphql`,
    fetch: async (uri, init) =>
      fetch(uri, { ...init, headers: { ...init?.headers, authorization: `Bearer ${await token()}` } }),
    exchanges: [fetchExchange, forwardSubscription],
  })
}
