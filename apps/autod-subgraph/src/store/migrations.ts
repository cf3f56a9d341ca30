import { feedCursorMigration } from '@travel-rule/database/feed-consumer'
import type { Migration } from 'kysely/migration'
import { auditLogMigration } from './migrations/0002-audit-log.ts'
import { organisationMigration } from './migrations/0003-organisation.ts'

/** Every migration of autod, by name, in the order in which they run. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-feed-cursor': feedCursorMigration,
  '0002-audit-log': auditLogMigration,
  '0003-organisation': organisationMigration,
}
