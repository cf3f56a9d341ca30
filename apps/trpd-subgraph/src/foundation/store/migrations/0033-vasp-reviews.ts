import type { Migration } from '@travel-rule/database/migrate'

/** Finds the VASPs whose review is due. Times in ISO 8601 sort as strings. */
export const vaspReviewsMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    vasps_next_review: `on vasps ((due_diligence ->> 'nextReviewAt') collate "C") where due_diligence is not null`,
  },
}
