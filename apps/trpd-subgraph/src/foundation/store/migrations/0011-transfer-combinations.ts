import type { Migration } from '@travel-rule/database/migrate'

const FOLDER = 'transfer_folder(status, direction, archived_at, delivery_state, delivery_kind, tx_hash)'

/**
 * Indexes for lists whose conditions are common separately but rare together: combinations of facets, and
 * amounts of one asset or VASP.
 */
export const transferCombinationsMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    transfers_by_combination: `on transfers (vasp_id, asset_id, status, direction, ${FOLDER}, delivery_state, created_at desc, sequence desc)`,
    transfers_by_asset_amount: 'on transfers (asset_id, amount_unit, (amount::numeric))',
    transfers_by_vasp_asset_amount: 'on transfers (vasp_id, asset_id, amount_unit, (amount::numeric))',
    transfers_by_amount: null,
  },
}
