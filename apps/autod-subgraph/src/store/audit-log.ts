import { createHash, randomUUID } from 'node:crypto'
import type { Insertable, Selectable, Transaction } from 'kysely'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import {
  type AuditEntry,
  type AuditFilter,
  type AuditRecord,
  canonicalEntry,
  ENTRY_VERSION,
  type EntryVersion,
  entityLinks,
} from '../audit-log/domain/audit-entry.ts'
import { ACCESS_EVENT } from '../audit-log/domain/data-access.ts'
import type { AuditChainTable, AuditLogTable, Tables } from './tables.ts'

/** Appends one record, like `appendAllAudit`. */
export async function appendAudit(tx: Transaction<Tables>, event: AuditRecord): Promise<AuditEntry> {
  const [entry] = await appendAllAudit(tx, [event])
  if (entry === undefined) throw new Error('The record was not appended')
  return entry
}

/** A record by autod about itself: an event that no feed has. */
type OwnRecord = Pick<AuditRecord, 'type' | 'subject' | 'actor' | 'at' | 'detail'> & {
  /** Random by default. */
  readonly eventId?: string
}

/** Appends one record of autod itself, like `appendAllAudit`. */
export function appendOwnAudit(
  tx: Transaction<Tables>,
  { eventId = randomUUID(), ...record }: OwnRecord,
): Promise<AuditEntry> {
  const noFeed = { source: 'autod', sourceEpoch: undefined, sourcePosition: undefined, previousEventId: undefined }
  return appendAudit(tx, { ...noFeed, eventId, ...record })
}

/**
 * Appends records to the chain, in order, in the caller's transaction. Takes two statements for any number of
 * records.
 *
 * Appending transactions wait for each other until they commit, so entries are in commit order: append before
 * locking anything that another appender may hold. Characters that PostgreSQL cannot store are replaced, so
 * that the hash covers what is stored. Throws if the event (`source`, `eventId`) is already in the log.
 */
export async function appendAllAudit(tx: Transaction<Tables>, events: readonly AuditRecord[]): Promise<AuditEntry[]> {
  if (events.length === 0) return []
  const { rows } = await sql<AuditChainEnd>`select sequence, hash from lock_audit_chain()`.execute(tx)
  const [end] = rows
  if (end === undefined) throw new Error('The audit log has no chain')
  const entries: AuditEntry[] = []
  let { sequence, hash: previousHash }: { sequence: bigint; hash: Uint8Array } = end
  for (const event of events) {
    const record = storableRecord(event)
    sequence += 1n
    const hash = hashEntry(previousHash, sequence, record, ENTRY_VERSION)
    entries.push({ ...record, version: ENTRY_VERSION, sequence, previousHash, hash })
    previousHash = hash
  }
  await tx.insertInto('auditLog').values(entries.map(toRow)).execute()
  return entries
}

type AuditChainEnd = Pick<Selectable<AuditChainTable>, 'sequence' | 'hash'>

/** The matching entries before entry `before`, newest first. */
export async function listAudit(
  db: Kysely<Tables>,
  filter: AuditFilter,
  page: { readonly limit: number; readonly before: bigint | undefined },
): Promise<AuditEntry[]> {
  const { before, limit } = page
  const rows = await db
    .selectFrom('auditLog')
    .selectAll()
    .where((eb) => matches(eb, filter))
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0n))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** The hashes of entries `from` to `to`, in order. */
export async function listHashes(db: Kysely<Tables>, from: bigint, to: bigint): Promise<Buffer[]> {
  const query = db.selectFrom('auditLog').select('hash').where('sequence', '>=', from).where('sequence', '<=', to)
  return (await query.orderBy('sequence').execute()).map(({ hash }) => hash)
}

/** A part of the log, with both ends included. */
export interface SequenceRange {
  readonly from: bigint
  readonly to: bigint
}

/** `listHashes` for each of these ranges, in one statement. */
export async function listHashesOf(db: Kysely<Tables>, ranges: readonly SequenceRange[]): Promise<Buffer[][]> {
  const { rows } = await sql<{ readonly place: number; readonly hash: Buffer }>`
    select (range.place - 1)::integer as place, audit_log.hash
    from unnest(${ranges.map(({ from }) => String(from))}::bigint[], ${ranges.map(({ to }) => String(to))}::bigint[])
      with ordinality as range (first, last, place)
    join audit_log on audit_log.sequence between range.first and range.last
    order by audit_log.sequence`.execute(db)
  const byRange = Map.groupBy(rows, ({ place }) => place)
  return ranges.map((_range, place) => (byRange.get(place) ?? []).map(({ hash }) => hash))
}

/** The newest entries about a transaction, its proofs, and reads of them, at most `limit`, oldest first. */
export async function listAbout(db: Kysely<Tables>, transactionId: string, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<TrailRow>`
    select * from (
      select * from audit_log where transaction_id = ${storable(transactionId)}
      union
      select * from audit_log where type = ${sql.lit(ACCESS_EVENT)}
        and string_to_array(detail ->> 'records', ' ') @> array[${`transfer:${storable(transactionId)}`}]
      order by sequence desc limit ${limit}
    ) as about order by sequence`.execute(db)
  return rows.map(fromRow)
}

export async function countAudit(db: Kysely<Tables>, filter: AuditFilter): Promise<number> {
  const { count } = await db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The newest entries of each trail, newest first, in one statement that reads no others.
 *
 * An entry that is in the trail only because of its detail is omitted unless its source is one of `sources`.
 */
export async function listTrails(
  db: Kysely<Tables>,
  entity: TrailEntity,
  ids: readonly string[],
  { limit, sources }: { readonly limit: number; readonly sources: readonly string[] },
): Promise<AuditEntry[][]> {
  const { rows } = await sql<TrailRow>`
    select trail.*
    from unnest(${sql.val([...new Set(ids.map(storable))])}::text[]) as requested (id)
    cross join lateral (
      select * from audit_log
      where ${sql.ref(entity)} = requested.id
        and (subject_type = ${SUBJECT_TYPES[entity]} or source = any(${sql.val(sources)}::text[]))
      order by sequence desc
      limit ${limit}
    ) as trail
    order by trail.sequence desc`.execute(db)
  const trails = Map.groupBy(rows, (row) => row[entity])
  return ids.map((id) => (trails.get(id) ?? []).map(fromRow))
}

/** The column that links an entry to the trail of an entity. */
export type TrailEntity = 'transactionId' | 'vaspId'

const SUBJECT_TYPES: Readonly<Record<TrailEntity, string>> = { transactionId: 'transfer', vaspId: 'vasp' }

export interface AccessPage {
  /** As named in events, for example `transfer:` and its id. */
  readonly record: string
  /** Maximum number of entries. */
  readonly limit: number
  /** Only entries before this one. */
  readonly before: bigint | undefined
}

/** The entries that record reads of these records in these sources, newest first, in one statement. */
export async function listAccesses(
  db: Kysely<Tables>,
  pages: readonly AccessPage[],
  sources: readonly string[],
): Promise<AuditEntry[][]> {
  const requested = pages.map(({ record, limit, before }, page) => ({
    page,
    record: storable(record),
    limit,
    before: before === undefined ? null : String(before),
  }))
  const { rows } = await sql<Selectable<AuditLogTable> & { readonly page: number }>`
    select access.*, requested.page
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
      as requested (page integer, record text, "limit" integer, before bigint)
    cross join lateral (
      select * from audit_log
      where type = ${sql.lit(ACCESS_EVENT)} and string_to_array(detail ->> 'records', ' ') @> array[requested.record]
        and source = any(${sql.val(sources)}::text[])
        and (requested.before is null or sequence < requested.before)
      order by sequence desc
      limit requested."limit"
    ) as access
    order by access.sequence desc`.execute(db)
  const byPage = Map.groupBy(rows, ({ page }) => page)
  return pages.map((_page, page) => (byPage.get(page) ?? []).map(fromRow))
}

type TrailRow = Parameters<typeof fromRow>[0]

function matches(eb: ExpressionBuilder<Tables, 'auditLog'>, filter: AuditFilter): Expression<SqlBool> {
  const { subjectType, subjectId, actorId, types, from, to } = filter
  const conditions: Expression<SqlBool>[] = []
  if (subjectType !== undefined) conditions.push(eb('subjectType', '=', storable(subjectType)))
  if (subjectId !== undefined) conditions.push(eb('subjectId', '=', storable(subjectId)))
  if (actorId !== undefined) conditions.push(eb('actorId', '=', storable(actorId)))
  // One array parameter: a statement has at most 65,535 parameters.
  if (types !== undefined) conditions.push(sql<SqlBool>`type = any(${sql.val(types.map(storable))}::text[])`)
  if (from !== undefined) conditions.push(eb('at', '>=', from))
  if (to !== undefined) conditions.push(eb('at', '<', to))
  return eb.and(conditions)
}

export function toRow(entry: AuditEntry): Insertable<AuditLogTable> {
  const { transactionId, vaspId } = entityLinks(entry)
  return {
    sequence: entry.sequence,
    version: entry.version,
    source: entry.source,
    sourceEpoch: entry.sourceEpoch ?? null,
    sourcePosition: entry.sourcePosition ?? null,
    eventId: entry.eventId,
    previousEventId: entry.previousEventId ?? null,
    type: entry.type,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    actorName: entry.actor.name ?? null,
    at: entry.at,
    detail: JSON.stringify(entry.detail),
    transactionId: transactionId ?? null,
    vaspId: vaspId ?? null,
    previousHash: Buffer.from(entry.previousHash),
    hash: Buffer.from(entry.hash),
  }
}

export function fromRow(row: Selectable<AuditLogTable>): AuditEntry {
  return {
    sequence: row.sequence,
    version: row.version,
    source: row.source,
    sourceEpoch: row.sourceEpoch ?? undefined,
    sourcePosition: row.sourcePosition ?? undefined,
    eventId: row.eventId,
    previousEventId: row.previousEventId ?? undefined,
    type: row.type,
    subject: { type: row.subjectType, id: row.subjectId },
    actor: { type: row.actorType, id: row.actorId, ...(row.actorName === null ? {} : { name: row.actorName }) },
    at: row.at,
    detail: row.detail,
    previousHash: row.previousHash,
    hash: row.hash,
  }
}

/** The hash of `record` as entry `sequence` that follows an entry with `previousHash`. */
export function hashEntry(
  previousHash: Uint8Array,
  sequence: bigint,
  record: AuditRecord,
  version: EntryVersion,
): Buffer {
  return createHash('sha256')
    .update(previousHash)
    .update(canonicalEntry(sequence, record, version), 'utf8')
    .digest()
}

/** PostgreSQL cannot store NUL characters and lone surrogates; they are replaced by U+FFFD. */
export function storable(value: string): string {
  return value.replaceAll('\0', '\ufffd').toWellFormed()
}

function storableRecord(record: AuditRecord): AuditRecord {
  const { subject, actor, detail } = record
  const name = actor.name === undefined ? {} : { name: storable(actor.name) }
  const facts = Object.entries(detail).map(([key, fact]) => [
    storable(key),
    typeof fact === 'string' ? storable(fact) : fact,
  ])
  return {
    ...record,
    subject: { type: storable(subject.type), id: storable(subject.id) },
    actor: { type: actor.type, id: storable(actor.id), ...name },
    detail: Object.fromEntries(facts),
  }
}
