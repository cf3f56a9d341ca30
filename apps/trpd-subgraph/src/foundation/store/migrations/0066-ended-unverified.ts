import type { Migration } from '@travel-rule/database/migrate'

/** The limits on unverified inquiries also count inquiries that ended recently without an officer. */
export const endedUnverifiedMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    transfers_unverified_ended: `on transfers (created_at)
      where unverified and decided_by is null and status in ('DECLINED', 'CANCELED', 'EXPIRED', 'FAILED')`,
  },
}
