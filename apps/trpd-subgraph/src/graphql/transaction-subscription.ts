import { recordFollower } from '@travel-rule/database/feed-records'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import type { Node } from '../actions/node.ts'
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
        const wanted = readFilter(filter)
        const beginning = await context.feed.begin(context.resumeAfter)
        if ('problem' in beginning) throw resumeRefusal(beginning.problem)
        const { after } = beginning
        return resumable({ after: String(after), events: changes(context, { filter: wanted, after }) })
      },
      resolve: (transfer: unknown) => transfer as Transfer,
    },
  },
}

/** Every change of a matching transfer after a position, each as it was then. */
async function* changes(
  { feed, node, logger, signal = new AbortController().signal }: Context,
  { filter, after }: { readonly filter: TransferFilter; readonly after: bigint },
): AsyncGenerator<PositionedEvent<Transfer>, void> {
  for await (const { event, record } of followTransfers({ feed, after, signal, logger, reader: node })) {
    if (!matchesFilter(record, filter)) continue
    yield { position: String(event.position), at: event.at, value: record }
  }
}

const followTransfers = recordFollower(async ({ database, sealer }: Node, { subject, detail: { version } }) => {
  if (subject.type !== 'transfer' || typeof version !== 'number') return undefined
  return loadTransferAt(database.db, sealer, { id: subject.id, version })
})
