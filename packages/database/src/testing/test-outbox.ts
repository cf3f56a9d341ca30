import type { Database } from '../database.ts'
import { appendEvents, type NewEvent, type OutboxTables, outboxMigration } from '../outbox.ts'
import { outboxEpochMigration, outboxHomeMigration } from '../outbox-epoch.ts'
import { openTestDatabase } from './test-database.ts'

/** The tables of an outbox and its feed. */
export const OUTBOX_MIGRATIONS = {
  '0001_outbox': outboxMigration,
  '0002_epoch': outboxEpochMigration,
  '0003_home': outboxHomeMigration,
}

/** The event of a thing with this id. */
export const thingMade = (id: string): NewEvent => ({
  type: 'thing.made',
  subject: { type: 'Thing', id },
  actor: { type: 'SYSTEM', id: 'test' },
  at: new Date('2026-01-02T03:04:05.678Z'),
  detail: {},
})

export const openTestOutbox = () => openTestDatabase<OutboxTables>(OUTBOX_MIGRATIONS)

/** Appends the events of these things in one transaction. */
export const appendThings = (database: Database<OutboxTables>, ...ids: string[]) =>
  database.db.transaction().execute((tx) => appendEvents(tx, ids.map(thingMade)))
