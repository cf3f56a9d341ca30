import type { Migration } from '@travel-rule/database/migrate'

/** The cases of a person, in list order. */
export const casesInOrderMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    cases_by_assignee_in_order: 'on cases (assignee, opened_at) where assignee is not null',
    cases_by_assignee: null,
  },
}
