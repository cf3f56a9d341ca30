import type { Migration } from '@travel-rule/database/migrate'

/** Lists the data requests of all transfers, or those in one state, newest first. */
export const dataRequestListMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    data_requests_by_time: 'on data_requests (created_at desc, id)',
    data_requests_by_state: 'on data_requests (state, created_at desc, id)',
  },
}
