import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@travel-rule/database/database'
import { appendEvents, type OutboxTables, outboxMigration } from '@travel-rule/database/outbox'
import { outboxEpochMigration, outboxHomeMigration } from '@travel-rule/database/outbox-epoch'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The record to which an event refers. */
export interface Item {
  /** Consecutive from 1; not in commit order, because several connections write concurrently. */
  readonly number: number
  readonly bucket: number
  readonly text: string
}

export interface ItemTables extends OutboxTables {
  item: Item
}

/** A committed event. */
export interface StoredItem {
  readonly position: string
  readonly number: number
  readonly bucket: number
}

export const BUCKETS = 4
const RETRY_DELAY_MS = 30
/** An outage longer than this is a failure of the environment. */
const ATTEMPTS_MAX = 300

export function itemOf(number: number): Item {
  return { number, bucket: number % BUCKETS, text: `item ${number}` }
}

export const itemMigrations: Readonly<Record<string, Migration>> = {
  '001-outbox': outboxMigration,
  '001-outbox-epoch': outboxEpochMigration,
  '002-outbox-home': outboxHomeMigration,
  '002-item': {
    async up(db: Kysely<unknown>) {
      await sql`create table item (number integer primary key, bucket integer not null, text text not null)`.execute(db)
    },
  },
}

/**
 * Stores items and their events in one transaction, exactly once; retries while connections are
 * lost. The transaction stays open for `holdMs`, so that transactions commit out of order.
 */
export function storeItems({ db }: Database<ItemTables>, items: readonly Item[], holdMs: number): Promise<void> {
  return retried(() =>
    db.transaction().execute(async (tx) => {
      const added = await tx
        .insertInto('item')
        .values(items)
        .onConflict((conflict) => conflict.column('number').doNothing())
        .returning('number')
        .execute()
      await delay(holdMs)
      const at = new Date()
      const actor = { type: 'SYSTEM', id: 'writer' } as const
      const events = added.map(({ number }) => ({
        type: 'item.changed',
        subject: { type: 'item', id: String(number) },
        actor,
        at,
        detail: {},
      }))
      await appendEvents(tx, events)
    }),
  )
}

/** The items with these numbers, in that order. */
export async function loadItems(
  { db }: Database<ItemTables>,
  numbers: readonly number[],
): Promise<(Item | undefined)[]> {
  const items = await db.selectFrom('item').selectAll().where('number', 'in', numbers).execute()
  const byNumber = new Map(items.map((item) => [item.number, item]))
  return numbers.map((number) => byNumber.get(number))
}

/** Every event by position. Retried while connections are lost. */
export async function listStored({ db }: Database<ItemTables>): Promise<StoredItem[]> {
  const rows = await retried(() =>
    db.selectFrom('outbox').select(['position', 'subjectId']).orderBy('position').execute(),
  )
  return rows.map(({ position, subjectId }) => {
    const { number, bucket } = itemOf(Number(subjectId))
    return { position: String(position), number, bucket }
  })
}

async function retried<Value>(action: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
      await delay(RETRY_DELAY_MS)
    }
  }
}
