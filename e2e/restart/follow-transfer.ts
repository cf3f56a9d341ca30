import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Api } from '../harness/api.ts'
import { type EventLog, openEventLog } from '../harness/event-log.ts'
import { eventually } from '../harness/eventually.ts'
import { loadTransfer, TRANSFER, type Transfer } from '../harness/transfers.ts'

/** A client that follows one transfer. After a reconnect, it queries the transfer, since it may have missed changes. */
export interface TransferFollower extends AsyncDisposable {
  readonly log: EventLog<Transfer>
  /** Number of connections so far. */
  connections(): number
}

export function followTransfer(
  api: Api,
  { id, requestIdentifier }: Transfer,
  { databaseMayFail = false }: { readonly databaseMayFail?: boolean } = {},
): TransferFollower {
  const log = openEventLog<Transfer>()
  let connections = 0
  const client = createClient({
    url: `${api.node.baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
    connectionParams: { bearer_token: api.token },
    webSocketImpl: WebSocket,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
    shouldRetry: () => true,
    on: {
      connected: () => {
        connections += 1
        if (connections > 1) void loadTransfer(api, id).then(log.add, () => {})
      },
    },
  })
  const query = `subscription ($filter: TransactionFilter) { trpdTransactions(filter: $filter) { ${TRANSFER} } }`
  client.subscribe<{ trpdTransactions: Transfer }>(
    { query, variables: { filter: { requestIdentifier } } },
    {
      next: ({ data, errors }) => {
        if (data && !errors?.length) log.add(data.trpdTransactions)
        // A field of the event failed while its database was down, so the client reads the transfer.
        else if (databaseMayFail && errors?.every(({ extensions }) => extensions?.code === 'SERVICE_UNAVAILABLE'))
          void eventually(
            () => loadTransfer(api, id),
            () => true,
          ).then(log.add, log.fail)
        else log.fail(new Error(JSON.stringify(errors)))
      },
      error: (error) => log.fail(error),
      complete: () => log.fail(new Error('the subscription completed')),
    },
  )
  return { log, connections: () => connections, [Symbol.asyncDispose]: async () => client.dispose() }
}
