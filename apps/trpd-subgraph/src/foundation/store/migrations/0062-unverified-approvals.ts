import type { Migration } from '@travel-rule/database/migrate'

/** The limits on unverified inquiries also count approvals without an officer. */
export const unverifiedApprovalsMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    transfers_unverified: null,
    transfers_unverified_open: `on transfers (vasp_id) where unverified and archived_at is null
      and (status in ('BLOCKED', 'PENDING') or (status = 'APPROVED' and decided_by is null))`,
  },
}
