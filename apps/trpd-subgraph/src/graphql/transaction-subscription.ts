import type { Transfer } from '../domain/transfer.ts'
import { loadTransferAt } from '../store/transfer-history.ts'
import type { TransferFilter } from '../store/transfer-list.ts'
import { matchesFilter } from '../store/transfer-list.ts'
import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { readFilter } from './transaction.ts'

export const transactionSubscription: Resolvers = {
  Subscription: {
    trpdTransactions: {
      subscribe: async (_parent, { filter }, context) => {
        const after = await context.feed.head()
        return changes(context, { filter: readFilter(filter), after })
      },
      resolve: (transfer: unknown) => transfer as Transfer,
    },
  },
}

/** Every change of a matching transfer after a position, each as it was then. */
async function* changes(
  { feed, node, signal }: Context,
  { filter, after }: { readonly filter: TransferFilter; readonly after: bigint },
): AsyncGenerator<Transfer, void> {
  const { database, sealer } = node
  for await (const event of feed.follow({ after, signal: signal ?? new AbortController().signal })) {
    const { version } = event.detail
    if (event.subject.type !== 'transfer' || typeof version !== 'number') continue
    const transfer = await loadTransferAt(database.db, sealer, { id: event.subject.id, version })
    if (transfer !== undefined && matchesFilter(transfer, filter)) yield transfer
  }
}
