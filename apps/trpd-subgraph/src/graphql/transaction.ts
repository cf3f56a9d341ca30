import { randomUUID } from 'node:crypto'
import { recordFollower } from '@travel-rule/database/feed-records'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { connectionOf, cursorsOf, loadPage, pageSize } from '@travel-rule/subgraph/page'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import { inquire } from '../actions/inquire.ts'
import { archiveTx, assessTx, cancelTx, confirmTx, retryDelivery } from '../actions/transfer-actions.ts'
import { assetOf, type TransferService } from '../actions/transfer-service.ts'
import { withoutQuote } from '../domain/decide-delivery.ts'
import { allDeviations } from '../domain/received-deviations.ts'
import { isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import { allowedActions, folderOf, impersonalReasonOf, reasonOf } from '../domain/transfer-view.ts'
import { loadTransferAt } from '../store/transfer-history.ts'
import { countTransfers, listTransfers, matchesFilter, type TransferFilter } from '../store/transfer-list.ts'
import { type Context, readsPersonalData } from './context.ts'
import type { InputMaybe, Resolvers, TransactionFilter } from './resolvers.generated.ts'
import { unwrap, withoutNulls } from './unwrap.ts'

const cursors = cursorsOf('transaction', {
  code: 'TRANSACTION_CURSOR_INVALID',
  message: 'after must be an endCursor of an earlier page.',
})

export const transactionResolvers: Resolvers = {
  TrpdQuery: {
    async transactions(_parent, { filter, first, after }, { service, runHeavy }) {
      const size = pageSize(first)
      const before = after == null ? undefined : cursors.decode(after)
      const { database, sealer } = service
      const query = { filter: readFilter(filter), first: size + 1, before }
      const found = await loadPage(size, runHeavy, () => listTransfers(database.db, sealer, query))
      return connectionOf(found, {
        size,
        isContinued: after != null,
        nodeOf: ({ transfer }) => transfer,
        cursorOf: ({ sequence }) => cursors.encode(sequence),
      })
    },
    transactionsCount: (_parent, { filter }, { service }) => countTransfers(service.database.db, readFilter(filter)),
    transaction: async (_parent, { id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
  },
  TrpdMutation: {
    inquire: async (_parent, { input }, { service, actor }) =>
      unwrap(await inquire(service, withoutNulls(input), actor)),
    assessTx: async (_parent, args, { service, actor }) => unwrap(await assessTx(service, withoutNulls(args), actor)),
    confirmTx: async (_parent, args, { service, actor }) => unwrap(await confirmTx(service, args, actor)),
    cancelTx: async (_parent, args, { service, actor }) => unwrap(await cancelTx(service, args, actor)),
    retryDelivery: async (_parent, { id }, { service, actor }) => unwrap(await retryDelivery(service, id, actor)),
    archiveTx: async (_parent, { id }, { service, actor }) => unwrap(await archiveTx(service, id, actor)),
  },
  Transaction: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
    status: ({ state }) => state.status,
    folder: (transfer) => folderOf(transfer),
    asset: (transfer, _args, { service }) => assetOf(service, transfer),
    amountUnit: ({ amountUnit }) => amountUnit ?? null,
    addressBookEntry: async ({ addressBookEntryId: id }, _args, { loaders }) =>
      id === undefined ? null : ((await loaders.entry.load(id)) ?? null),
    vasp: async ({ vaspId }, _args, { loaders }) => present(await loaders.vasp.load(vaspId)),
    originator: async ({ id }, _args, { loaders }) =>
      (await loaders.transferSecrets.load(id))?.ivms101.originator ?? null,
    beneficiary: async ({ id }, _args, { loaders }) =>
      (await loaders.transferSecrets.load(id))?.ivms101.beneficiary ?? null,
    address: ({ state }) => ('address' in state ? (state.address ?? null) : null),
    txHash: ({ state }) => ('txHash' in state ? state.txHash : null),
    reason: (transfer, _args, context) =>
      (readsPersonalData(context) ? reasonOf(transfer) : impersonalReasonOf(transfer)) ?? null,
    ivms101Issues: ({ ivms101Issues }) => [...ivms101Issues],
    deviations: (transfer) => allDeviations(transfer),
    allowedActions: (transfer, _args, { service }) => allowedActions(transfer, service.now()),
    history: async ({ id, version }, _args, { loaders }) =>
      (await loaders.history.load(id)).filter(({ transfer }) => transfer.version <= version),
    expiresAt: ({ state }) => ('expiresAt' in state ? (state.expiresAt ?? null) : null),
    decidedBy: ({ decidedBy }) => (decidedBy === undefined ? null : { id: decidedBy }),
  },
  TransactionChange: {
    version: ({ transfer }) => transfer.version,
    status: ({ transfer }) => transfer.state.status,
    delivery: ({ transfer }) => transfer.delivery.state,
    actorType: ({ actor }) => actor.type,
    actorId: ({ actor }) => actor.id,
    at: ({ transfer }) => transfer.updatedAt,
  },
  Delivery: {
    kind: (delivery) => (delivery.state === 'NONE' ? null : delivery.kind),
    attempts: (delivery) => (delivery.state === 'NONE' ? 0 : delivery.attempts),
    nextAttemptAt: (delivery) => (delivery.state === 'NONE' ? null : (delivery.nextAttemptAt ?? null)),
    lastProblem: (delivery, _args, context) => {
      if (delivery.state === 'NONE' || delivery.lastProblem === undefined) return null
      return readsPersonalData(context) ? delivery.lastProblem : withoutQuote(delivery.lastProblem)
    },
  },
}

export const transactionSubscription: Resolvers = {
  Subscription: {
    trpdTransactions: {
      subscribe: async (_parent, { filter }, context) => {
        const transferFilter = readFilter(filter)
        const beginning = await context.feed.begin(context.resumeAfter)
        if ('problem' in beginning) throw resumeRefusal(beginning.problem)
        const { after, position } = beginning
        return resumable({ after: position, events: changes(context, { filter: transferFilter, after }) })
      },
      resolve: (transfer: unknown) => transfer as Transfer,
    },
  },
}

/** Maximum number of items in one list in a filter. */
const FILTER_ITEMS_MAX = 500

/**
 * The filter of a list, a count or a subscription. An invalid id matches nothing.
 *
 * Throws `REQUEST_IDENTIFIER_INVALID` or `TRANSACTION_FILTER_TOO_LONG`.
 */
export function readFilter(filter: InputMaybe<TransactionFilter> | undefined): TransferFilter {
  const { id, direction, status, folder, vasp, asset, requestIdentifier, travelAddress, txHash } = withoutNulls(
    filter ?? {},
  )
  if (requestIdentifier !== undefined && !isUuid(requestIdentifier)) {
    throw refusalError({ code: 'REQUEST_IDENTIFIER_INVALID', message: 'filter.requestIdentifier must be a UUID.' })
  }
  for (const [name, list] of Object.entries({ id, direction, status, folder, vasp, asset })) {
    if (list !== undefined && list.length > FILTER_ITEMS_MAX) {
      const message = `filter.${name} must have at most ${FILTER_ITEMS_MAX} items.`
      throw refusalError({ code: 'TRANSACTION_FILTER_TOO_LONG', message })
    }
  }
  return {
    ids: keys(id),
    directions: direction,
    statuses: status,
    folders: folder,
    vaspIds: keys(vasp),
    assetIds: asset?.map(storable),
    requestIdentifier: requestIdentifier?.toLowerCase(),
    travelAddress: travelAddress === undefined ? undefined : storable(travelAddress),
    txHash: txHash === undefined ? undefined : storable(txHash),
  }
}

function keys(ids: readonly string[] | undefined): string[] | undefined {
  return ids?.map((id) => (isUuid(id) ? id.toLowerCase() : NO_MATCH))
}

/** PostgreSQL strings cannot contain NUL, and a parameter with NUL is an error. */
function storable(text: string): string {
  return text.includes('\0') ? NO_MATCH : text
}

/** An id that no row has. */
const NO_MATCH = randomUUID()

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a transfer refers to a VASP that does not exist')
  return value
}

/** The changes after a position that match `filter`; each has the version that resulted. */
async function* changes(
  { feed, service, logger, signal = new AbortController().signal }: Context,
  { filter, after }: { readonly filter: TransferFilter; readonly after: bigint },
): AsyncGenerator<PositionedEvent<Transfer>, void> {
  for await (const { event, record } of followTransfers({ feed, after, signal, logger, reader: service })) {
    if (!matchesFilter(record, filter)) continue
    yield { position: feed.positionOf(event), at: event.at, value: record }
  }
}

const followTransfers = recordFollower(
  async ({ database, sealer }: TransferService, { subject, detail: { version } }) => {
    if (subject.type !== 'transfer' || typeof version !== 'number') return undefined
    return loadTransferAt(database.db, sealer, { id: subject.id, version })
  },
)
