import { recordFollower } from '@travel-rule/database/feed-records'
import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import { openCase, type TransferWithCase } from '../../cases/domain/case.ts'
import { loadCasesAt } from '../../cases/store/cases.ts'
import { assetOf, type TransferService } from '../../foundation/actions/transfer-service.ts'
import { type Context, readsPersonalData } from '../../graphql/context.ts'
import { transferRecords } from '../../graphql/recorded-access.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { encodeTrp2020, encodeV2023 } from '../../ivms101/domain/encode.ts'
import { mayDo } from '../../release/domain/may-do.ts'
import type { Act } from '../../release/domain/release-policy.ts'
import { inquire } from '../../sending/actions/inquire.ts'
import { registerOfflineTx } from '../../sending/actions/register-offline.ts'
import {
  acceptConfirmation,
  archiveTx,
  assessTx,
  cancelTx,
  confirmTx,
  retryDelivery,
} from '../actions/transfer-actions.ts'
import { withoutQuote } from '../domain/decide-delivery.ts'
import { allDeviations } from '../domain/received-deviations.ts'
import { addressOf, counterpartyAddressOf, lateTxHashOf } from '../domain/transfer.ts'
import { allowedActions, folderOf, impersonalReasonOf, isDecision, reasonOf } from '../domain/transfer-view.ts'
import { countTransfers } from '../store/transfer-counts.ts'
import { matchesFilter, type TransferFilter } from '../store/transfer-filter.ts'
import { loadTransferVersions } from '../store/transfer-history.ts'
import { readFilter } from './transaction-filter.ts'
import { duePage, newestPage } from './transaction-page.ts'

export const transactionResolvers: Resolvers = {
  TrpdQuery: {
    async transactions(_parent, { filter, orderBy, ...args }, context) {
      const transferFilter = readFilter(filter, context)
      const page = await (orderBy === 'DUE_FIRST' ? duePage : newestPage)(context, transferFilter, args)
      noteSearch(
        context,
        transferFilter,
        page.nodes.map(({ id }) => id),
      )
      return page
    },
    transactionsCount: (_parent, { filter }, context) => {
      const { database, assets } = context.service
      const transferFilter = readFilter(filter, context)
      noteSearch(context, transferFilter, [])
      return countTransfers({ db: database.db, assets }, transferFilter)
    },
    transaction: async (_parent, { id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
  },
  TrpdMutation: {
    inquire: async (_parent, { input }, { service, actor }) =>
      unwrap(await inquire(service, withoutNulls(input), actor)),
    registerOfflineTx: async (_parent, { input }, { service, actor }) =>
      unwrap(await registerOfflineTx(service, withoutNulls(input), actor)),
    assessTx: async (_parent, args, { service, actor }) => unwrap(await assessTx(service, withoutNulls(args), actor)),
    confirmTx: async (_parent, args, { service, actor }) => unwrap(await confirmTx(service, withoutNulls(args), actor)),
    acceptConfirmation: async (_parent, { id }, { service, actor }) =>
      unwrap(await acceptConfirmation(service, id, actor)),
    cancelTx: async (_parent, args, { service, actor }) => unwrap(await cancelTx(service, withoutNulls(args), actor)),
    retryDelivery: async (_parent, { id }, { service, actor }) => unwrap(await retryDelivery(service, id, actor)),
    archiveTx: async (_parent, args, { service, actor }) => unwrap(await archiveTx(service, args, actor)),
  },
  Transaction: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.transfer.load(id)) ?? null,
    status: ({ state }) => state.status,
    folder: (transfer) => folderOf(transfer),
    asset: (transfer, _args, { service }) => assetOf(service, transfer),
    amountUnit: ({ amountUnit }) => amountUnit ?? null,
    addressBookEntry: async ({ addressBookEntryId: id }, _args, { loaders }) =>
      id === undefined ? null : ((await loaders.entry.load(id)) ?? null),
    travelAddress: ({ travelAddress }) => travelAddress ?? null,
    originAddress: ({ originAddress }) => originAddress ?? null,
    vasp: async ({ vaspId }, _args, { loaders }) =>
      vaspId === undefined ? null : present(await loaders.vasp.load(vaspId)),
    protocolVersion: ({ protocolVersion }) => protocolVersion ?? null,
    originator: async ({ id }, _args, { loaders }) =>
      (await loaders.transferSecrets.load(id))?.ivms101.originator ?? null,
    beneficiary: async ({ id }, _args, { loaders }) =>
      (await loaders.transferSecrets.load(id))?.ivms101.beneficiary ?? null,
    customerReference: async ({ id, addressBookEntryId }, _args, { loaders }) => {
      const reference = (await loaders.transferSecrets.load(id))?.customerReference
      if (reference !== undefined || addressBookEntryId === undefined) return reference ?? null
      return (await loaders.entry.load(addressBookEntryId))?.customerReference ?? null
    },
    ivms101: async ({ id }, { edition }, { loaders }) => {
      const payload = (await loaders.transferSecrets.load(id))?.ivms101
      if (payload === undefined) return null
      return JSON.stringify(edition === 'V2023' ? encodeV2023(payload) : encodeTrp2020(payload, 'LIST'))
    },
    address: (transfer) => addressOf(transfer) || null,
    counterpartyAddress: (transfer) => counterpartyAddressOf(transfer) ?? null,
    txHash: ({ state }) => ('txHash' in state ? state.txHash : null),
    lateTxHash: (transfer) => lateTxHashOf(transfer) ?? null,
    reason: (transfer, _args, context, info) => {
      const impersonal = impersonalReasonOf(transfer)
      if (!readsPersonalData(context)) return impersonal || null
      const reason = reasonOf(transfer)
      if (reason !== impersonal) context.accesses.note(info)
      return reason || null
    },
    ivms101Issues: ({ ivms101Issues }) => [...ivms101Issues],
    deviations: (transfer) => allDeviations(transfer),
    sender: ({ sender }) => sender ?? null,
    allowedActions: async (transfer, _args, { service, loaders }) => {
      if (transfer.erasedAt !== undefined) return []
      const actions = allowedActions(transfer, service.now())
      const isGated = actions.some((action) => action === 'APPROVE' || action === 'CONFIRM')
      if (!isGated && !actions.some(isDecision)) return actions
      const [held, facts] = await Promise.all([
        transfer.case ?? loaders.case.load(transfer.id),
        isGated ? loaders.release.load(transfer.id) : undefined,
      ])
      const { status } = held ?? openCase(transfer)
      const isStopped = (act: Act) => facts !== undefined && mayDo(act, facts, service.policy.release) !== 'MAY'
      return actions.filter((action) => {
        if (action === 'APPROVE' && isStopped('APPROVE')) return false
        if (action === 'CONFIRM' && transfer.direction === 'SENT' && isStopped('PAY')) return false
        return status !== 'ON_HOLD' || !isDecision(action)
      })
    },
    history: async ({ id, version }, _args, { loaders }) =>
      (await loaders.history.load(id)).filter(({ transfer }) => transfer.version <= version),
    deliveryAttempts: async ({ id }, _args, { loaders }) => [...(await loaders.attempts.load(id))],
    expiresAt: ({ state }) => ('expiresAt' in state ? (state.expiresAt ?? null) : null),
    decidedBy: ({ decidedBy }) => (decidedBy === undefined ? null : { id: decidedBy }),
  },
  Sender: {
    subject: ({ certificate }) => (certificate === undefined ? null : withoutBidiControls(certificate.subject)),
    keySha256: ({ certificate }) => certificate?.keySha256 ?? null,
    certificateExpiresAt: ({ certificate }) => (certificate === undefined ? null : new Date(certificate.notAfter)),
  },
  TransactionChange: {
    version: ({ transfer }) => transfer.version,
    status: ({ transfer }) => transfer.state.status,
    delivery: ({ transfer }) => transfer.delivery.state,
    actorType: ({ actor }) => actor.type,
    actorId: ({ actor }) => actor.id,
    at: ({ transfer }) => transfer.updatedAt,
  },
  DeliveryAttempt: {
    httpStatus: ({ status }) => status ?? null,
    failure: ({ failure }) => failure ?? null,
    responseBytes: ({ responseBytes }) => responseBytes ?? null,
  },
  Delivery: {
    kind: (delivery) => (delivery.state === 'NONE' ? null : delivery.kind),
    attempts: (delivery) => (delivery.state === 'NONE' ? 0 : delivery.attempts),
    nextAttemptAt: (delivery) => (delivery.state === 'NONE' ? null : (delivery.nextAttemptAt ?? null)),
    lastProblem: (delivery, _args, context, info) => {
      if (delivery.state === 'NONE' || delivery.lastProblem === undefined) return null
      const impersonal = withoutQuote(delivery.lastProblem)
      if (!readsPersonalData(context)) return impersonal
      if (delivery.lastProblem !== impersonal) context.accesses.note(info)
      return delivery.lastProblem
    },
  },
}

export const transactionSubscription: Resolvers = {
  Subscription: {
    trpdTransactions: {
      subscribe: async (_parent, { filter }, context) => {
        const transferFilter = readFilter(filter, context)
        if (transferFilter.nameTokens !== undefined) {
          throw refusalError({ code: 'NAME_SEARCH_INVALID', message: 'filter.name cannot filter a subscription.' })
        }
        const beginning = await context.feed.begin(context.resumeAfter)
        if ('problem' in beginning) throw resumeRefusal(beginning.problem)
        const { after, position } = beginning
        return resumable({ after: position, pages: changes(context, { filter: transferFilter, after }) })
      },
      resolve: (transfer: unknown) => transfer as TransferWithCase,
    },
  },
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a transfer refers to a VASP that does not exist')
  return value
}

/** Finding a transaction by a person's name reveals who takes part in it. */
function noteSearch({ accesses }: Context, filter: TransferFilter, ids: readonly string[]): void {
  if (filter.nameTokens !== undefined) accesses.noteRecords('TransactionFilter.name', transferRecords(ids))
  if (filter.customerFingerprints !== undefined) {
    accesses.noteRecords('TransactionFilter.customerReference', transferRecords(ids))
  }
}

/** The changes after a position that match `filter`, each with the resulting version. */
async function* changes(
  context: Context,
  { filter, after }: { readonly filter: TransferFilter; readonly after: bigint },
): AsyncGenerator<readonly PositionedEvent<TransferWithCase>[], void> {
  const { feed, service, logger, signal = new AbortController().signal } = context
  for await (const page of followTransfers({ feed, after, signal, logger, reader: service })) {
    const matching = page.filter(({ record }) => matchesFilter(record, filter, service.assets))
    if (matching.length === 0) continue
    noteSearch(
      context,
      filter,
      matching.map(({ record }) => record.id),
    )
    yield matching.map(({ event, record }) => ({ position: feed.positionOf(event), at: event.at, value: record }))
  }
}

const followTransfers = recordFollower({
  keyOf({ subject, at, detail: { version, caseVersion } }) {
    if (subject.type !== 'transfer' || typeof version !== 'number') return undefined
    return { id: subject.id, version, limit: typeof caseVersion === 'number' ? { version: caseVersion } : { at } }
  },
  async load({ database: { db }, sealer }: TransferService, changes) {
    const points = changes.map(({ id, limit }) => ({ transferId: id, limit }))
    const [transfers, cases] = await Promise.all([
      loadTransferVersions(db, sealer, changes),
      loadCasesAt(db, sealer, points),
    ])
    return transfers.map((transfer, place) => transfer && { ...transfer, case: cases[place] ?? openCase(transfer) })
  },
})
