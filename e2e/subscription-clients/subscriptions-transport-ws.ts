import { SubscriptionClient } from 'subscriptions-transport-ws'

type Transaction = { id: string; version: number; status: string }

/** Calls `onChange` for every change of a transaction; returns a function that unsubscribes. */
export function followTransactions(
  url: string, // http://localhost:4000
  token: () => Promise<string>,
  onChange: (transaction: Transaction) => void,
  onError: (reason: unknown) => void,
): () => void {
  const query = 'subscription { trpdTransactions { id version status } }'
  // The client sends the current values after each reconnect.
  const extensions: { announce: boolean; resumeAfter?: unknown } = { announce: true }
  const client = new SubscriptionClient(`${url.replace(/^http/, 'ws')}/graphql-ws`, {
    reconnect: true,
    connectionParams: async () => ({ bearer_token: await token() }),
  })
  const begin = () => {
    client.request({ query, extensions }).subscribe({
      next({ data, errors, extensions: { position } = {} }) {
        if (position !== undefined) extensions.resumeAfter = position
        if (data) onChange(data.trpdTransactions as Transaction)
        else if (errors?.[0]?.extensions.code === 'TOKEN_EXPIRED') begin()
        else if (errors) onError(errors)
      },
      error: onError,
    })
  }
  begin()
  return () => client.close()
}
