import type { Migration } from '@travel-rule/database/migrate'

/** Finds comments that mention a person. */
export const caseMentionsMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    case_changes_mentions: `on case_changes using gin (mentions jsonb_path_ops) where mentions <> '[]'`,
  },
}
