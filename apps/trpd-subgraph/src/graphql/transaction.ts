import { randomUUID } from 'node:crypto'
import { refusalError } from '@travel-rule/service/graphql-error'
import { inquire } from '../actions/inquire.ts'
import { archiveTx, assessTx, cancelTx, confirmTx, retryDelivery } from '../actions/officer-actions.ts'
import { assetById } from '../domain/asset.ts'
import { isUuid } from '../domain/plain-text.ts'
import { reasonOf } from '../domain/transfer-reason.ts'
import { allowedActions, folderOf } from '../domain/transfer-work.ts'
import { countTransfers, listTransfers, type TransferFilter } from '../store/transfer-list.ts'
import { decodeCursor, encodeCursor, pageSize } from './page.ts'
import type { InputMaybe, Resolvers, TransactionFilter } from './resolvers.generated.ts'
import { given, unwrap } from './unwrap.ts'

export const transactionResolvers: Resolvers = {
  TrpdQuery: {
    async transactions(_parent, { filter, first, after }, { node }) {
      const size = pageSize(first)
      const before = after == null ? undefined : decodeCursor(after)
      const { database, sealer } = node
      const found = await listTransfers(database.db, sealer, { filter: readFilter(filter), first: size + 1, before })
      const page = found.slice(0, size)
      const edges = page.map(({ sequence, transfer }) => ({ cursor: encodeCursor(sequence), node: transfer }))
      return {
        edges,
        nodes: edges.map((edge) => edge.node),
        pageInfo: {
          hasNextPage: found.length > size,
          hasPreviousPage: after != null,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      }
    },
    transactionsCount: (_parent, { filter }, { node }) => countTransfers(node.database.db, readFilter(filter)),
    transaction: async (_parent, { id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
  },
  TrpdMutation: {
    inquire: async (_parent, { input }, { node, actor }) => unwrap(await inquire(node, given(input), actor)),
    assessTx: async (_parent, args, { node, actor }) => unwrap(await assessTx(node, given(args), actor)),
    confirmTx: async (_parent, args, { node, actor }) => unwrap(await confirmTx(node, args, actor)),
    cancelTx: async (_parent, args, { node, actor }) => unwrap(await cancelTx(node, args, actor)),
    retryDelivery: async (_parent, { id }, { node, actor }) => unwrap(await retryDelivery(node, id, actor)),
    archiveTx: async (_parent, { id }, { node, actor }) => unwrap(await archiveTx(node, id, actor)),
  },
  Transaction: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
    status: ({ state }) => state.status,
    folder: (transfer) => folderOf(transfer),
    asset: ({ assetId }) => knownAsset(assetId),
    amountUnit: ({ amountUnit }) => amountUnit ?? null,
    addressBookEntry: async ({ addressBookEntryId: id }, _args, { loaders }) =>
      id === undefined ? null : ((await loaders.entry.load(id)) ?? null),
    vasp: async ({ vaspId }, _args, { loaders }) => present(await loaders.vasp.load(vaspId)),
    originator: async ({ id }, _args, { loaders }) =>
      (await loaders.transferPrivate.load(id))?.ivms101.originator ?? null,
    beneficiary: async ({ id }, _args, { loaders }) =>
      (await loaders.transferPrivate.load(id))?.ivms101.beneficiary ?? null,
    address: ({ state }) => ('address' in state ? (state.address ?? null) : null),
    txHash: ({ state }) => ('txHash' in state ? state.txHash : null),
    reason: (transfer) => reasonOf(transfer) ?? null,
    ivms101Issues: ({ ivms101Issues }) => [...ivms101Issues],
    allowedActions: (transfer, _args, { node }) => allowedActions(transfer, node.now()),
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
    lastProblem: (delivery) => (delivery.state === 'NONE' ? null : (delivery.lastProblem ?? null)),
  },
}

/** Ids that are none match nothing; a request identifier that is none is refused. */
export function readFilter(filter: InputMaybe<TransactionFilter> | undefined): TransferFilter {
  const { id, direction, status, folder, vasp, asset, requestIdentifier, travelAddress, txHash } = given(filter ?? {})
  if (requestIdentifier !== undefined && !isUuid(requestIdentifier)) {
    throw refusalError({ code: 'REQUEST_IDENTIFIER_INVALID', message: 'filter.requestIdentifier is a UUID.' })
  }
  return {
    ids: keys(id),
    directions: direction,
    statuses: status,
    folders: folder,
    vaspIds: keys(vasp),
    assetIds: asset,
    requestIdentifier: requestIdentifier?.toLowerCase(),
    travelAddress,
    txHash,
  }
}

function keys(ids: readonly string[] | undefined): string[] | undefined {
  return ids?.map((id) => (isUuid(id) ? id.toLowerCase() : NOBODY))
}

/** A key that no row has. */
const NOBODY = randomUUID()

function knownAsset(id: string) {
  return present(assetById(id))
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a transfer names something that does not exist')
  return value
}
