import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@travel-rule/database/database'
import { appendEvents, type OutboxTables, outboxMigration } from '@travel-rule/database/outbox'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The record of an event. */
export interface Item {
  /** From 1, without gaps; in no order, because several connections store at the same time. */
  readonly number: number
  readonly bucket: number
  readonly text: string
}

export interface ItemTables extends OutboxTables {
  item: Item
}

/** An event as the database has it in the end. */
export interface StoredItem {
  readonly position: string
  readonly number: number
  readonly bucket: number
}

export const BUCKETS = 4

export function itemOf(number: number): Item {
  return { number, bucket: number % BUCKETS, text: `item ${number}` }
}

export const itemMigrations: Readonly<Record<string, Migration>> = {
  '001-outbox': outboxMigration,
  '002-item': {
    async up(db: Kysely<unknown>) {
      await sql`create table item (number integer primary key, bucket integer not null, text text not null)`.execute(db)
    },
  },
}

/**
 * Stores items and their events in one transaction; those that are stored already are left out, so that an attempt of which nobody knows how it ended
 * can be made again. Takes at least `holdMs`, so that transactions are committed in another order than they began. Rejects when the database fails.
 */
export async function storeItems({ db }: Database<ItemTables>, items: readonly Item[], holdMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
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
  })
}

/** The record of the event about the item with this number. */
export async function loadItem({ db }: Database<ItemTables>, number: number): Promise<Item> {
  return db.selectFrom('item').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
}

/** Every event, in the order of the positions. */
export async function listStored({ db }: Database<ItemTables>): Promise<StoredItem[]> {
  const rows = await db.selectFrom('outbox').select(['position', 'subject_id']).orderBy('position').execute()
  return rows.map(({ position, subject_id }) => {
    const { number, bucket } = itemOf(Number(subject_id))
    return { position: String(position), number, bucket }
  })
}
