import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { KeyWrapper } from './key-wrapper.ts'
import type { Migration } from './migrate.ts'
import type { WorkedPage } from './run-in-pages.ts'
import {
  bytesOf,
  DATA_KEY_FORMAT,
  DIRECT_FORMAT,
  decrypt,
  encrypt,
  KEY_BYTES,
  SealError,
  type Sealing,
} from './sealed-bytes.ts'

/** Maximum number of unwrapped keys that a process caches. */
const CACHED_MAX = 10_000

/** The data key of a record, wrapped by a sealing key. Erasure leaves a row without a key. */
export interface DataKeyTable {
  recordId: string
  /** The kind of record, such as a customer. */
  kind: string
  keyId: string
  wrapped: Buffer | null
  /** Id of the sealing key that wraps the data key. */
  wrappedBy: string | null
  createdAt: Date
  erasedAt: Date | null
}

/** Creates the table of data keys. */
export const dataKeysMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table data_keys (
        record_id uuid primary key,
        kind text not null,
        key_id uuid not null,
        wrapped bytea,
        wrapped_by text,
        created_at timestamptz not null default now(),
        erased_at timestamptz,
        check ((wrapped is null) = (erased_at is not null) and (wrapped is null) = (wrapped_by is null))
      )`.execute(db)
    await sql`create index data_keys_wrapped_by on data_keys (wrapped_by) where wrapped_by is not null`.execute(db)
  },
}

/** The data keys of records. Sealed data can no longer be read once its data key is destroyed. */
export interface RecordKeys {
  /**
   * Returns the sealing of each of these records, by id. Needs one statement if some keys are not cached. A record
   * without a data key uses the sealing keys. Sealing and opening throw `SEAL_KEY_ERASED` for an erased record, and
   * another `SealError` for one whose key is broken.
   */
  load(db: QueryExecutorProvider, recordIds: readonly string[]): Promise<(recordId: string) => Sealing>
  /** The sealing of one record. */
  of(db: QueryExecutorProvider, recordId: string): Promise<Sealing>
  /**
   * A new key for a record, to be stored as `row` in the same transaction. Without `row`, new records use the sealing
   * keys. For a record that `exists`, the key is not cached before it is stored: the transaction may fail, and the
   * record would remain without it.
   */
  create(kind: string, recordId: string, options?: { readonly exists?: boolean }): Promise<NewRecordKey>
}

/** The key of a new record. */
export interface NewRecordKey extends Sealing {
  readonly row?: NewDataKeyRow
}

type NewDataKeyRow = Pick<DataKeyTable, 'recordId' | 'kind' | 'keyId'> & {
  readonly wrapped: Buffer
  readonly wrappedBy: string
}

interface RecordKeysOptions {
  /** Seals for records without a data key. */
  readonly direct: Sealing
  readonly wrapper: KeyWrapper
  readonly createsDataKeys: boolean
}

/** Opens the data keys that `wrapper` wraps, and caches the most recently used. */
export function openRecordKeys({ direct, wrapper, createsDataKeys }: RecordKeysOptions): RecordKeys {
  // A key never changes. After an erasure, no sealed bytes remain that a cached key could open.
  const held = new LRUCache<string, Sealing>({ max: CACHED_MAX })

  async function load(db: QueryExecutorProvider, recordIds: readonly string[]) {
    const found = new Map<string, Sealing>()
    const missing: string[] = []
    for (const id of new Set(recordIds)) {
      const key = held.get(id)
      if (key === undefined) missing.push(id)
      else found.set(id, key)
    }
    const rows = missing.length === 0 ? [] : await loadRows(db, missing)
    const opened = await Promise.all(rows.map(async (row) => ({ id: row.recordId, ...(await openRow(row)) })))
    for (const { id, key, isHeld } of opened) {
      found.set(id, key)
      if (isHeld) held.set(id, key)
    }
    return (recordId: string) => found.get(recordId) ?? direct
  }

  async function openRow({ recordId, keyId, wrapped }: DataKeyRow) {
    if (wrapped === null) return { key: ERASED, isHeld: false }
    try {
      const key = await wrapper.unwrap(wrapped, wrappingContext(recordId))
      return { key: sealingWith({ id: keyId, key, direct }), isHeld: true }
    } catch (error) {
      // Only this record is broken, not the others that are loaded with it.
      if (!(error instanceof SealError)) throw error
      return { key: sealingThatThrows(() => error), isHeld: false }
    }
  }

  return {
    load,
    of: async (db, recordId) => (await load(db, [recordId]))(recordId),
    async create(kind, recordId, { exists = false } = {}) {
      if (!createsDataKeys) return direct
      const id = randomUUID()
      const key = randomBytes(KEY_BYTES)
      const { keyId: wrappedBy, wrapped } = await wrapper.wrap(key, wrappingContext(recordId))
      const sealing = sealingWith({ id, key, direct })
      // If the transaction of a new record fails, no record has this id.
      if (!exists) held.set(recordId, sealing)
      return { ...sealing, row: { recordId, kind, keyId: id, wrapped, wrappedBy } }
    },
  }
}

/**
 * The statement in parentheses that stores the key of a new record, for the `with` clause of the statement that stores
 * the record. `row` has values, or expressions for them; `from` is a clause that yields one row if the record is
 * stored.
 */
export function insertDataKey(
  { row }: NewRecordKey | { readonly row: Readonly<Record<keyof NewDataKeyRow, unknown>> | undefined },
  from: RawBuilder<unknown> = sql``,
): RawBuilder<Record<string, never>> {
  if (row === undefined) return sql`(select where false)`
  return sql`(
    insert into data_keys (record_id, kind, key_id, wrapped, wrapped_by)
    select ${row.recordId}::uuid, ${row.kind}::text, ${row.keyId}::uuid, ${row.wrapped}::bytea, ${row.wrappedBy}::text ${from})`
}

/** Destroys the keys of records. Records without a key can no longer get one. */
export async function destroyDataKeys(
  tx: QueryExecutorProvider,
  { kind, ids, at }: { readonly kind: string; readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  await sql`
    insert into data_keys (record_id, kind, key_id, erased_at)
    select id, ${kind}::text, gen_random_uuid(), ${at}::timestamptz from unnest(${ids}::uuid[]) as id
    on conflict (record_id) do update
      set wrapped = null, wrapped_by = null, erased_at = excluded.erased_at`.execute(tx)
}

/** Selects the data keys to wrap again. */
interface RewrapOptions {
  readonly max: number
  /** The record after which to continue, in the order of ids. */
  readonly after?: string | undefined
  /** Receives the keys that cannot be unwrapped, which are left unchanged. */
  readonly onBroken: (recordId: string, error: unknown) => void
}

/**
 * Wraps at most `max` data keys that an older sealing key wraps under the current one. Any number of processes may do
 * this concurrently; each transaction is complete in itself.
 */
export async function rewrapDataKeys(
  tx: QueryExecutorProvider,
  wrapper: KeyWrapper,
  { max, after, onBroken }: RewrapOptions,
): Promise<WorkedPage<string>> {
  // Two ranges, which use the index, instead of an inequality.
  const { rows } = await sql<{ recordId: string; wrapped: Buffer }>`
    select record_id, wrapped from data_keys
    where (wrapped_by < ${wrapper.keyId} or wrapped_by > ${wrapper.keyId})
      and (${after ?? null}::uuid is null or record_id > ${after ?? null}::uuid)
    order by record_id limit ${max} for update skip locked`.execute(tx)
  const attempts = rows.map(async ({ recordId, wrapped }) => {
    const context = wrappingContext(recordId)
    return { id: recordId, ...(await wrapper.wrap(await wrapper.unwrap(wrapped, context), context)) }
  })
  const rewrapped = (await Promise.allSettled(attempts)).flatMap((result, index) => {
    if (result.status === 'fulfilled') return [result.value]
    // Any other error is a failure of the key management service, not of this key.
    if (!(result.reason instanceof SealError)) throw result.reason
    onBroken(rows[index]?.recordId ?? '', result.reason)
    return []
  })
  if (rewrapped.length > 0) {
    await sql`
      update data_keys set wrapped = new.wrapped, wrapped_by = new.wrapped_by
      from unnest(
        ${rewrapped.map(({ id }) => id)}::uuid[],
        ${rewrapped.map(({ wrapped }) => wrapped)}::bytea[],
        ${rewrapped.map(({ keyId }) => keyId)}::text[]) as new (record_id, wrapped, wrapped_by)
      where data_keys.record_id = new.record_id`.execute(tx)
  }
  return { done: rewrapped.length, next: rows.length < max ? undefined : rows.at(-1)?.recordId }
}

/** Number of data keys that an older sealing key wraps. When there are none, that key can be removed. */
export async function countOutdatedKeys(db: QueryExecutorProvider, { keyId }: KeyWrapper): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from data_keys where wrapped_by < ${keyId} or wrapped_by > ${keyId}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

type DataKeyRow = Pick<DataKeyTable, 'recordId' | 'keyId' | 'wrapped'>

async function loadRows(db: QueryExecutorProvider, recordIds: readonly string[]): Promise<DataKeyRow[]> {
  const { rows } = await sql<DataKeyRow>`
    select record_id, key_id, wrapped from data_keys where record_id = any(${recordIds}::uuid[])`.execute(db)
  return rows
}

function sealingWith({ id, key: bytes, direct }: { id: string; key: Buffer; direct: Sealing }): Sealing {
  const key = createSecretKey(bytes)
  bytes.fill(0)
  const header = Buffer.concat([Buffer.from([DATA_KEY_FORMAT]), Buffer.from(id.replaceAll('-', ''), 'hex')])
  return {
    seal: (plain, context) => encrypt({ key, header }, plain, context),
    open(sealed, context) {
      const bytes = bytesOf(sealed)
      // The data was sealed before the record got its key.
      if (bytes[0] === DIRECT_FORMAT) return direct.open(bytes, context)
      if (!bytes.subarray(0, header.length).equals(header)) {
        throw new SealError('SEAL_KEY_UNKNOWN', 'These bytes were sealed with another data key')
      }
      return decrypt({ key, header }, bytes, context)
    },
  }
}

const ERASED = sealingThatThrows(() => new SealError('SEAL_KEY_ERASED', 'The data key of this record was destroyed'))

function sealingThatThrows(errorOf: () => SealError): Sealing {
  const refuse = () => {
    throw errorOf()
  }
  return { seal: refuse, open: refuse }
}

/** The context to which a wrapped key is bound. */
export function wrappingContext(recordId: string): string {
  return `data-key:${recordId}`
}
