import { type AssetRegistry, wholeAmount } from '../../assets/domain/asset.ts'
import { openCase, type TransferWithCase } from '../../cases/domain/case.ts'
import { type CaseFilter, matchesCase } from '../../cases/store/case-filter.ts'
import { compareDecimals, type Decimal } from '../../foundation/domain/amount.ts'
import {
  type DeliveryState,
  type Direction,
  lateTxHashOf,
  type Transfer,
  type TransferChannel,
  type TransferStatus,
} from '../domain/transfer.ts'
import { type Folder, folderOf } from '../domain/transfer-view.ts'

/** Conditions that a transfer must satisfy; absent ones match every transfer. */
export interface TransferFilter {
  readonly ids?: readonly string[] | undefined
  readonly directions?: readonly Direction[] | undefined
  readonly channels?: readonly TransferChannel[] | undefined
  readonly statuses?: readonly TransferStatus[] | undefined
  readonly folders?: readonly Folder[] | undefined
  readonly deliveries?: readonly DeliveryState[] | undefined
  readonly vaspIds?: readonly string[] | undefined
  readonly assetIds?: readonly string[] | undefined
  readonly requestIdentifier?: string | undefined
  readonly travelAddress?: string | undefined
  readonly txHash?: string | undefined
  /** Earliest time of creation, inclusive. */
  readonly from?: Date | undefined
  /** Latest time of creation, exclusive. */
  readonly to?: Date | undefined
  /** Bounds of the amount in whole units, inclusive. */
  readonly amountFrom?: Decimal | undefined
  readonly amountTo?: Decimal | undefined
  /** Any of the fingerprints of a customer reference. */
  readonly customerFingerprints?: readonly Buffer[] | undefined
  /**
   * In lower case: the start of the id, the request identifier, the hash, the payment address or the origin
   * address.
   */
  readonly search?: string | undefined
  readonly cases?: CaseFilter | undefined
  /** The words of a party's name, as returned by `searchedTokens`. */
  readonly nameTokens?: readonly string[][] | undefined
}

/** True if `filter` has only facets. */
export function hasOnlyFacets(filter: TransferFilter): boolean {
  const { vaspIds, assetIds, folders, deliveries, statuses, directions, ...others } = filter
  return Object.values(others).every((value) => value === undefined)
}

/** True if this version of a transfer satisfies `filter`, ignoring names, which only lists can search. */
export function matchesFilter(transfer: TransferWithCase, filter: TransferFilter, assets: AssetRegistry): boolean {
  const { state, delivery, createdAt, customerFingerprint } = transfer
  return (
    (filter.ids?.includes(transfer.id) ?? true) &&
    (filter.directions?.includes(transfer.direction) ?? true) &&
    (filter.channels?.includes(transfer.channel) ?? true) &&
    (filter.statuses?.includes(state.status) ?? true) &&
    (filter.folders?.includes(folderOf(transfer)) ?? true) &&
    (filter.deliveries?.includes(delivery.state) ?? true) &&
    (filter.vaspIds === undefined || (transfer.vaspId !== undefined && filter.vaspIds.includes(transfer.vaspId))) &&
    (filter.assetIds?.includes(transfer.assetId) ?? true) &&
    (filter.requestIdentifier === undefined || filter.requestIdentifier.toLowerCase() === transfer.requestIdentifier) &&
    (filter.travelAddress === undefined || filter.travelAddress === transfer.travelAddress) &&
    (filter.txHash === undefined || filter.txHash === hashOf(transfer)) &&
    (filter.from === undefined || createdAt >= filter.from) &&
    (filter.to === undefined || createdAt < filter.to) &&
    (filter.customerFingerprints === undefined ||
      (customerFingerprint !== undefined &&
        filter.customerFingerprints.some((each) => each.equals(customerFingerprint)))) &&
    (filter.search === undefined || isFoundBy(transfer, filter.search)) &&
    (filter.cases === undefined || matchesCase(transfer.case ?? openCase(transfer), filter.cases)) &&
    isWithin(transfer, filter, assets)
  )
}

function isFoundBy(transfer: Transfer, search: string): boolean {
  const { id, requestIdentifier, originAddress, state } = transfer
  const address = 'address' in state ? state.address : undefined
  const texts = [id, requestIdentifier, address, originAddress, hashOf(transfer)]
  return texts.some((text) => text?.toLowerCase().startsWith(search))
}

/** The hash on the ledger, even one that was reported too late. */
function hashOf(transfer: Transfer): string | undefined {
  return transfer.state.status === 'CONFIRMED' ? transfer.state.txHash : lateTxHashOf(transfer)
}

function isWithin(transfer: Transfer, { amountFrom, amountTo }: TransferFilter, assets: AssetRegistry): boolean {
  if (amountFrom === undefined && amountTo === undefined) return true
  const asset = assets.byId(transfer.assetId)
  const amount = asset && wholeAmount(transfer, asset)
  if (amount === undefined) return false
  return (
    (amountFrom === undefined || compareDecimals(amount, amountFrom) >= 0) &&
    (amountTo === undefined || compareDecimals(amount, amountTo) <= 0)
  )
}
