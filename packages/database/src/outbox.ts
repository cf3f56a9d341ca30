import { randomUUID } from 'node:crypto'
import { type Generated, type JSONColumnType, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { jsonOfRows } from './column-names.ts'
import { committing } from './outage-dialect.ts'
import { FLUSH } from './transaction-statement.ts'

/** Channel that is notified of every committed append, without a payload. */
export const OUTBOX_CHANNEL = 'outbox'
/** Maximum number of events per append. */
export const APPEND_EVENTS_MAX = 1_000
/** Maximum length of an event's `detail`, in bytes of JSON. */
export const EVENT_DETAIL_BYTES_MAX = 8_192
/** Advisory-lock key that orders the appends of a database ("outbox" in ASCII). */
const APPEND_LOCK = 0x6f_75_74_62_6f_78

export interface Actor {
  readonly type: 'USER' | 'SYSTEM' | 'COUNTERPARTY' | 'CUSTOMER'
  readonly id: string
  readonly name?: string
}

export interface NewEvent {
  /** What happened: `noun.participle`. */
  readonly type: string
  /** The subject of the event. */
  readonly subject: { readonly type: string; readonly id: string }
  readonly actor: Actor
  readonly at: Date
  /** Facts for readers, never personal data of customers. At most 8 KiB of JSON. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

export interface StoredEvent extends NewEvent {
  /** Position in commit order, from 1, with gaps. */
  readonly position: bigint
  readonly id: string
}

export interface OutboxTable {
  position: Generated<bigint>
  id: string
  type: string
  subjectType: string
  subjectId: string
  actorType: Actor['type']
  actorId: string
  actorName: string | null
  at: Date
  detail: JSONColumnType<NewEvent['detail']>
}

export interface OutboxEpochTable {
  number: Generated<bigint>
  epoch: string
  /**
   * Why the epoch began: the outbox was created, an operator announced a restore, or a restore was detected. `FOREIGN`
   * is a reader's epoch that this outbox never had.
   */
  reason: 'CREATED' | 'ANNOUNCED' | 'DETECTED' | 'FOREIGN'
  /** The database in which it began; null until a service has read it, and for a foreign epoch. */
  home: string | null
  begunAt: Generated<Date>
}

/** The tables that appends and feeds need. */
export interface OutboxTables {
  outbox: OutboxTable
  outboxEpoch: OutboxEpochTable
}

/**
 * Stores events in the caller's transaction and returns them with their positions, in the given order.
 *
 * Appending transactions wait for each other until they commit, so that positions follow commit order and a reader that
 * pages by position misses none. Append last in a transaction. Throws a RangeError beyond the limits above.
 */
export async function appendEvents<Tables extends OutboxTables>(
  tx: Transaction<Tables>,
  events: readonly NewEvent[],
): Promise<readonly StoredEvent[]> {
  if (events.length === 0) return []
  const { rows, statement } = appending(events)
  const { rows: stored } = await statement.execute(tx)
  const positions = new Map(stored.map(({ id, position }) => [id, position]))
  return events.map((event, index) => {
    const id = rows[index]?.id ?? ''
    return { ...event, id, position: positions.get(id) ?? 0n }
  })
}

/**
 * Stores events like `appendEvents`, and commits the caller's transaction in the same round trip. Nothing can follow in
 * the transaction. Without events, it only commits.
 *
 * Resolves when this and all earlier commits are durable. Other appends wait only until it is committed, so that many
 * share one write to the disk.
 */
export async function commitWithEvents<Tables extends OutboxTables>(
  tx: Transaction<Tables>,
  events: readonly NewEvent[],
): Promise<void> {
  const last = events.length === 0 ? sql`select` : appending(events).statement
  await tx.executeQuery(committing(last.compile(tx)))
}

/**
 * Resolves when everything committed so far is durable: what a caller has read of it cannot be lost in a crash of the
 * server.
 */
export async function flushCommits<Tables extends OutboxTables>(db: Kysely<Tables>): Promise<void> {
  await sql.raw(FLUSH).execute(db)
}

function appending(events: readonly NewEvent[]) {
  if (events.length > APPEND_EVENTS_MAX)
    throw new RangeError(`At most ${APPEND_EVENTS_MAX} events can be appended at once`)
  const rows = events.map((event) => ({ ...toRow(event), id: randomUUID() }))
  // One statement, since other transactions wait for this one from here on. A row gets its position when it is joined
  // with the lock.
  const statement = sql<{ id: string; position: bigint }>`
    with locked as materialized (select ${LOCK_AND_NOTIFY}), appended as (
      select ${COLUMNS}, ordinality from locked, rows from (jsonb_to_recordset(${jsonOfRows(rows)}::jsonb) as (
        id uuid, type text, subject_type text, subject_id text, actor_type text, actor_id text, actor_name text,
        at timestamptz, detail jsonb)) with ordinality
    )
    insert into outbox (${COLUMNS}) select ${COLUMNS} from appended order by ordinality
    returning id, position`
  return { rows, statement }
}

const COLUMNS = sql.raw('id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail')

/** PostgreSQL sends the notification at the commit, once per transaction. */
const LOCK_AND_NOTIFY = sql`pg_advisory_xact_lock(${sql.lit(APPEND_LOCK)}::bigint), pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`

/**
 * Waits until no other transaction appends, and wakes the readers when this transaction commits.
 */
export async function lockOutbox<Tables extends OutboxTables>(tx: Transaction<Tables>): Promise<void> {
  await sql`select ${LOCK_AND_NOTIFY}`.execute(tx)
}

/** Position of the last committed event; `0n` before the first. */
export async function newestPosition<Tables extends OutboxTables>(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ readonly last: bigint | null }>`select max(position) as last from outbox`.execute(db)
  return rows[0]?.last ?? 0n
}

/** Converts a row of `outbox` to the stored event. */
export function eventOfRow(row: Selectable<OutboxTable>): StoredEvent {
  return {
    position: row.position,
    id: row.id,
    type: row.type,
    subject: { type: row.subjectType, id: row.subjectId },
    actor: { type: row.actorType, id: row.actorId, ...(row.actorName === null ? {} : { name: row.actorName }) },
    at: row.at,
    detail: row.detail,
  }
}

/** Creates the table `outbox`. */
export const outboxMigration: Migration = {
  async up(db) {
    await sql`
      create table outbox (
        position bigint generated always as identity primary key,
        id uuid not null unique,
        type text not null,
        subject_type text not null,
        subject_id text not null,
        actor_type text not null check (actor_type in ('USER', 'SYSTEM', 'COUNTERPARTY', 'CUSTOMER')),
        actor_id text not null,
        actor_name text,
        at timestamptz not null,
        detail jsonb not null
      )`.execute(db)
    await sql`create index outbox_subject on outbox (subject_type, subject_id, position)`.execute(db)
  },
}

function toRow({ type, subject, actor, at, detail }: NewEvent) {
  const json = JSON.stringify(detail)
  if (Buffer.byteLength(json) > EVENT_DETAIL_BYTES_MAX) {
    throw new RangeError(`The detail of ${type} is longer than ${EVENT_DETAIL_BYTES_MAX} bytes`)
  }
  return {
    type,
    subjectType: subject.type,
    subjectId: subject.id,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name ?? null,
    at,
    detail,
  }
}
