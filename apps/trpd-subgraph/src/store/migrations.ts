import { outboxMigration } from '@travel-rule/database/outbox'
import type { Migration } from 'kysely/migration'
import { transfersMigration } from './migrations/0001-transfers.ts'
import { transferIndexesMigration } from './migrations/0002-transfer-indexes.ts'

/** The migrations of trpd by name, in order. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-outbox': outboxMigration,
  '0001-transfers': transfersMigration,
  '0002-transfer-indexes': transferIndexesMigration,
}
