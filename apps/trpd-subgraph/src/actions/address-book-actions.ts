import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { assetById } from '../domain/asset.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../domain/secret-token.ts'
import { CHAIN_TEXT_RULE, isChainText, isLine, isUuid } from '../domain/string-format.ts'
import { encodeTravelAddress } from '../domain/travel-address.ts'
import { type AddressBookEntry, insertEntry, lockEntry, updateEntry } from '../store/address-book.ts'
import type { Node } from './transfer-service.ts'
import { done, inTransaction, type Outcome, refuse, type Work } from './unit-of-work.ts'

/** What can be said about an entry; what is absent stays as it is, null takes it away. */
export interface EntryChange {
  readonly address?: string | null | undefined
  readonly customerReference?: string | null | undefined
  readonly label?: string | null | undefined
  readonly active?: boolean | null | undefined
}

/** The most code points of a customer reference or a label. */
const TEXT_LENGTH_MAX = 200

/**
 * Issues a travel address for one asset, with an unguessable token.
 *
 * Refused with `ASSET_UNKNOWN`, `ADDRESS_BOOK_ADDRESS_INVALID`, `ADDRESS_BOOK_TEXT_INVALID`.
 */
export async function createTravelAddress(
  node: Node,
  input: EntryChange & { readonly asset: string },
  actor: Actor,
): Promise<Outcome<AddressBookEntry>> {
  if (assetById(input.asset) === undefined) {
    return refuse('ASSET_UNKNOWN', 'asset is not one that this node knows: see trpd { assets }.')
  }
  const problem = problemOf(input)
  if (problem !== undefined) return problem
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const at = node.now()
  const entry = applyChange(
    {
      id: randomUUID(),
      version: 1,
      travelAddress: encodeTravelAddress(`${node.rules.own.url}/x/${token}?t=i`),
      assetId: input.asset,
      active: true,
      createdAt: at,
      updatedAt: at,
    },
    input,
  )
  return inTransaction(node, async (work) => {
    await insertEntry(work.tx, node.sealer, entry, hashToken(token))
    publish(work, { entry, type: 'address.created', actor })
    return done(entry)
  })
}

/** Changes an entry. Refused with `ADDRESS_BOOK_ENTRY_NOT_FOUND`, `ADDRESS_BOOK_ADDRESS_INVALID`, `ADDRESS_BOOK_TEXT_INVALID`. */
export async function updateAddressBookEntry(
  node: Node,
  id: string,
  change: EntryChange,
  actor: Actor,
): Promise<Outcome<AddressBookEntry>> {
  const problem = problemOf(change)
  if (problem !== undefined) return problem
  return inTransaction(node, async (work) => {
    const known = isUuid(id) ? await lockEntry(work.tx, node.sealer, id) : undefined
    if (known === undefined) return refuse('ADDRESS_BOOK_ENTRY_NOT_FOUND', 'id names no entry of the address book.')
    const entry = { ...applyChange(known, change), version: known.version + 1, updatedAt: node.now() }
    await updateEntry(work.tx, node.sealer, entry)
    publish(work, { entry, type: 'address.updated', actor })
    return done(entry)
  })
}

function problemOf({ address, customerReference, label }: EntryChange): Outcome<never> | undefined {
  if (address != null && !isChainText(address))
    return refuse('ADDRESS_BOOK_ADDRESS_INVALID', `address ${CHAIN_TEXT_RULE}.`)
  for (const [name, text] of Object.entries({ customerReference, label })) {
    if (text != null && !isLine(text, TEXT_LENGTH_MAX)) {
      return refuse('ADDRESS_BOOK_TEXT_INVALID', `${name} has 1 to ${TEXT_LENGTH_MAX} characters on one line.`)
    }
  }
  return undefined
}

function applyChange(entry: AddressBookEntry, change: EntryChange): AddressBookEntry {
  const { address, customerReference, label, ...rest } = entry
  return {
    ...rest,
    ...kept('address', change.address, address),
    ...kept('customerReference', change.customerReference, customerReference),
    ...kept('label', change.label, label),
    active: change.active ?? entry.active,
  }
}

function kept<Name extends string>(name: Name, given: string | null | undefined, before: string | undefined) {
  const value = given === undefined ? before : (given ?? undefined)
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}

interface EntryEvent {
  readonly entry: AddressBookEntry
  readonly type: 'address.created' | 'address.updated'
  readonly actor: Actor
}

function publish({ record }: Work, { entry, type, actor }: EntryEvent): void {
  record({
    type,
    subject: { type: 'address', id: entry.id },
    actor,
    at: entry.updatedAt,
    detail: {
      version: entry.version,
      asset: entry.assetId,
      active: entry.active,
      hasAddress: entry.address !== undefined,
    },
  })
}
