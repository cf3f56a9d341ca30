import type { OnBroken } from '@travel-rule/database/observe-sealing'
import { prepared } from '@travel-rule/database/outage-dialect'
import { readAgainIfErased } from '@travel-rule/database/read-again'
import { insertDataKey } from '@travel-rule/database/record-keys'
import type { WorkedPage } from '@travel-rule/database/run-in-pages'
import type { Sealer } from '@travel-rule/database/seal'
import { SealError, type Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, sql, type Transaction } from 'kysely'
import { customerFingerprint, type MarkOptions } from '../../customers/store/customer-fingerprints.ts'
import type { AddressBookRow, Tables } from '../../foundation/store/tables.ts'

/** A travel address that we issued to a customer. */
export interface AddressBookEntry {
  readonly id: string
  readonly version: number
  readonly travelAddress: string
  readonly assetId: string
  /** Payment address for approvals. If absent, the officer enters one. */
  readonly address?: string
  /** True if inquiries are accepted; an inactive entry responds like an unknown one. */
  readonly active: boolean
  /** Personal data, like `label`. */
  readonly customerReference?: string
  readonly label?: string
  /** True once the personal data was erased, after which nothing changes. */
  readonly isErased?: true
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The columns read by `entryOfRow`. */
const ENTRY_COLUMNS = [
  'id',
  'version',
  'travelAddress',
  'assetId',
  'address',
  'active',
  'personalSealed',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof AddressBookRow)[]

/** The entries with these ids, in any order. */
export async function loadEntries(
  db: Kysely<Tables>,
  sealer: Sealer,
  ids: readonly string[],
): Promise<AddressBookEntry[]> {
  const rows = await db.selectFrom('addressBook').selectAll().where('id', 'in', ids).execute()
  return entriesOfRows(db, sealer, rows)
}

/** Like `loadEntries`, without the entries that cannot be opened, which are passed to `onBroken`. */
export async function loadReadableEntries(
  db: Kysely<Tables>,
  sealer: Sealer,
  ids: readonly string[],
  onBroken: OnBroken,
): Promise<AddressBookEntry[]> {
  const rows = await db.selectFrom('addressBook').selectAll().where('id', 'in', ids).execute()
  const keyOf = await sealer.records.load(db, ids)
  return rows.flatMap((row) => {
    try {
      return entryOfRow(row, keyOf(row.id))
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      onBroken(`address_book ${row.id}`, error)
      return []
    }
  })
}

/** The entry with this id, locked. */
export async function lockEntry(
  tx: Transaction<Tables>,
  sealer: Sealer,
  id: string,
): Promise<AddressBookEntry | undefined> {
  const row = await tx.selectFrom('addressBook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && entryOfRow(row, await sealer.records.of(tx, row.id))
}

/** The entry whose travel address contains the token with this hash. */
export async function findEntryByToken(
  db: Kysely<Tables>,
  sealer: Sealer,
  tokenSha256: Buffer,
): Promise<AddressBookEntry | undefined> {
  const query = db.selectFrom('addressBook').select(ENTRY_COLUMNS).where('tokenSha256', '=', tokenSha256)
  return readAgainIfErased(async () => {
    const { rows } = await db.executeQuery(prepared(query.compile()))
    const [row] = rows
    return row && entryOfRow(row, await sealer.records.of(db, row.id))
  })
}

/** A page of entries, newest first. */
export async function listEntries(
  db: Kysely<Tables>,
  sealer: Sealer,
  page: { readonly limit: number; readonly offset: number },
): Promise<AddressBookEntry[]> {
  const rows = await db
    .selectFrom('addressBook')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return entriesOfRows(db, sealer, rows)
}

/** Stores a new entry. */
export async function insertEntry(
  tx: Transaction<Tables>,
  sealer: Sealer,
  entry: AddressBookEntry,
  tokenSha256: Buffer,
): Promise<void> {
  const key = await sealer.records.create('ADDRESS_BOOK_ENTRY', entry.id)
  await tx
    .with('keyed', () => insertDataKey(key))
    .insertInto('addressBook')
    .values({ ...rowOfEntry(entry, sealer, key), tokenSha256 })
    .execute()
}

/** Stores the next version of an entry. Throws if it was changed concurrently. */
export async function updateEntry(tx: Transaction<Tables>, sealer: Sealer, entry: AddressBookEntry): Promise<void> {
  const { id, ...columns } = rowOfEntry(entry, sealer, await sealer.records.of(tx, entry.id))
  const updated = await tx
    .updateTable('addressBook')
    .set(columns)
    .where('id', '=', id)
    .where('version', '=', entry.version - 1)
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new Error('the address book entry was changed concurrently')
}

/**
 * Adds the fingerprint of their customer to at most `max` address book entries of an older version. Entries
 * that cannot be opened stay unchanged.
 */
export async function markEntries(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { max, after, waits = false, onBroken }: MarkOptions,
): Promise<WorkedPage<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from address_book where customer_fingerprint is null ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id limit ${max} for update ${waits ? sql`` : sql`skip locked`}`.execute(tx)
  if (rows.length === 0) return { done: 0, next: undefined }
  const ids = rows.map(({ id }) => id)
  const marks = (await loadReadableEntries(tx, sealer, ids, onBroken)).map(({ id, customerReference }) => ({
    id,
    fingerprint: customerFingerprint(sealer, customerReference),
  }))
  await sql`
    update address_book set customer_fingerprint = marked.fingerprint
    from unnest(${marks.map(({ id }) => id)}::uuid[], ${marks.map(({ fingerprint }) => fingerprint)}::bytea[])
      as marked (id, fingerprint)
    where address_book.id = marked.id`.execute(tx)
  return { done: marks.length, next: rows.length < max ? undefined : ids.at(-1) }
}

function rowOfEntry(entry: AddressBookEntry, sealer: Sealer, key: Sealing) {
  const { customerReference, label } = entry
  return {
    id: entry.id,
    version: entry.version,
    travelAddress: entry.travelAddress,
    assetId: entry.assetId,
    address: entry.address ?? null,
    active: entry.active,
    personalSealed: key.seal(JSON.stringify({ customerReference, label }), entryContext(entry.id)),
    customerFingerprint: customerFingerprint(sealer, customerReference),
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  }
}

async function entriesOfRows(
  db: Kysely<Tables>,
  sealer: Sealer,
  rows: readonly AddressBookRow[],
): Promise<AddressBookEntry[]> {
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => entryOfRow(row, keyOf(row.id)))
}

function entryOfRow(row: Pick<AddressBookRow, (typeof ENTRY_COLUMNS)[number]>, key: Sealing): AddressBookEntry {
  const isErased = row.personalSealed.length === 0
  const personal: Pick<AddressBookEntry, 'customerReference' | 'label'> = isErased
    ? {}
    : JSON.parse(key.open(row.personalSealed, entryContext(row.id)).toString())
  return {
    id: row.id,
    version: row.version,
    travelAddress: row.travelAddress,
    assetId: row.assetId,
    ...(row.address === null ? {} : { address: row.address }),
    active: row.active,
    ...personal,
    ...(isErased ? { isErased } : {}),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export function entryContext(id: string): string {
  return `address:${id}:personal`
}
