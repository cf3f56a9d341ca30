import { randomBytes, randomUUID } from 'node:crypto'
import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Asset } from '../../assets/domain/asset.ts'
import { checkAddress } from '../../assets/domain/ledger-string.ts'
import { shareCustomer } from '../../customers/actions/customer-reference.ts'
import { checkAgain } from '../../customers/actions/upsert-customer.ts'
import { listPendingOf } from '../../customers/store/customers.ts'
import type { ChangePorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../../foundation/domain/secret-token.ts'
import { CHAIN_STRING_RULE, isChainString, isSingleLine, isUuid } from '../../foundation/domain/string-format.ts'
import { encodeTravelAddress } from '../domain/travel-address.ts'
import { type AddressBookEntry, insertEntry, lockEntry, updateEntry } from '../store/address-book.ts'

/** Changes to an entry. Absent fields stay unchanged; null clears them. */
export interface EntryChange {
  readonly address?: string | null | undefined
  readonly customerReference?: string | null | undefined
  readonly label?: string | null | undefined
  readonly active?: boolean | null | undefined
}

/** Maximum number of code points in a customer reference or a label. */
const LABEL_LENGTH_MAX = 200

/**
 * Issues a travel address for one asset. Its URL contains an unguessable token.
 *
 * Refused with `ASSET_UNKNOWN`, `ADDRESS_BOOK_ADDRESS_INVALID`, `ADDRESS_BOOK_TEXT_INVALID`, and
 * the codes of `checkAddress`.
 */
export async function createTravelAddress(
  service: WorkPorts & ChangePorts,
  input: EntryChange & { readonly asset: string },
  actor: Actor,
): Promise<Result<AddressBookEntry>> {
  const asset = service.assets.byId(input.asset)
  if (asset === undefined) {
    return refuse('ASSET_UNKNOWN', 'asset is not supported: query trpd { assets } for the list.')
  }
  const refused = checkFields(input) ?? checkEntryAddress(asset, input)
  if (refused !== undefined) return refused
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const at = service.now()
  const entry = applyChange(
    {
      id: randomUUID(),
      version: 1,
      travelAddress: encodeTravelAddress(`${service.policy.own.url}/x/${token}?t=i`),
      assetId: input.asset,
      active: true,
      createdAt: at,
      updatedAt: at,
    },
    input,
  )
  return inTransaction(service, async (work) => {
    await shareCustomer(work, input.customerReference)
    await insertEntry(work.tx, work.sealer, entry, hashToken(token))
    publish(work, { entry, type: 'address.created', actor })
    return ok(entry)
  })
}

/**
 * Changes an entry.
 *
 * Refused with `ADDRESS_BOOK_ENTRY_NOT_FOUND`, `ADDRESS_BOOK_ENTRY_ERASED`,
 * `ADDRESS_BOOK_ADDRESS_INVALID`, `ADDRESS_BOOK_TEXT_INVALID`, and the codes of `checkAddress`.
 */
export async function updateAddressBookEntry(
  service: WorkPorts & Ports<'assets'>,
  id: string,
  change: EntryChange,
  actor: Actor,
): Promise<Result<AddressBookEntry>> {
  const refused = checkFields(change)
  if (refused !== undefined) return refused
  return inTransaction(service, async (work) => {
    await shareCustomer(work, change.customerReference)
    const existing = isUuid(id) ? await lockEntry(work.tx, work.sealer, id) : undefined
    if (existing === undefined) return refuse('ADDRESS_BOOK_ENTRY_NOT_FOUND', 'No address book entry has this id.')
    if (existing.isErased) {
      const message = 'The personal data of this entry was erased: call createTravelAddress for a new one.'
      return refuse('ADDRESS_BOOK_ENTRY_ERASED', message)
    }
    const asset = service.assets.byId(existing.assetId)
    const mismatch = asset && checkEntryAddress(asset, change)
    if (mismatch !== undefined) return mismatch
    const entry = { ...applyChange(existing, change), version: existing.version + 1, updatedAt: work.now() }
    await updateEntry(work.tx, work.sealer, entry)
    publish(work, { entry, before: existing, type: 'address.updated', actor })
    await checkAgain(work, await listPendingOf(work.tx, { travelAddress: entry.travelAddress }))
    return ok(entry)
  })
}

function checkFields({ address, customerReference, label }: EntryChange): Result<never> | undefined {
  if (address != null && !isChainString(address))
    return refuse('ADDRESS_BOOK_ADDRESS_INVALID', `address ${CHAIN_STRING_RULE}.`)
  for (const [name, value] of Object.entries({ customerReference, label })) {
    if (value != null && !isSingleLine(value, LABEL_LENGTH_MAX)) {
      return refuse('ADDRESS_BOOK_TEXT_INVALID', `${name} must have 1 to ${LABEL_LENGTH_MAX} characters on one line.`)
    }
  }
  return undefined
}

function checkEntryAddress(asset: Asset, { address }: EntryChange): Result<never> | undefined {
  const checked = address == null ? undefined : checkAddress(asset, address)
  return checked?.ok === false ? checked : undefined
}

function applyChange(entry: AddressBookEntry, change: EntryChange): AddressBookEntry {
  const { address, customerReference, label, ...rest } = entry
  return {
    ...rest,
    ...merged('address', change.address, address),
    ...merged('customerReference', change.customerReference, customerReference),
    ...merged('label', change.label, label),
    active: change.active ?? entry.active,
  }
}

function merged<Name extends string>(name: Name, changed: string | null | undefined, current: string | undefined) {
  const value = changed === undefined ? current : (changed ?? undefined)
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}

interface EntryEvent {
  readonly entry: AddressBookEntry
  readonly before?: AddressBookEntry
  readonly type: 'address.created' | 'address.updated'
  readonly actor: Actor
}

function publish({ record }: UnitOfWork, { entry, before, type, actor }: EntryEvent): void {
  record({
    type,
    subject: { type: 'address', id: entry.id },
    actor,
    at: entry.updatedAt,
    detail: detailOfChange(before && factsOf(before), factsOf(entry)),
  })
}

function factsOf({ version, assetId, active, address }: AddressBookEntry) {
  return { version, asset: assetId, active, hasAddress: address !== undefined }
}
