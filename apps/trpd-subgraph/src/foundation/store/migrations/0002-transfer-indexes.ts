import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Indexes for every filter of the list of transfers, which is ordered by `sequence`. */
export const transferIndexesMigration: Migration = {
  async up(db) {
    await sql`create index transfers_vasp_sequence on transfers (vasp_id, sequence desc)`.execute(db)
    await sql`create index transfers_asset on transfers (asset_id, sequence desc)`.execute(db)
    await sql`create index transfers_request on transfers (request_identifier)`.execute(db)
    // A travel address may exceed the maximum size of a B-tree entry.
    await sql`create index transfers_travel_address on transfers using hash (travel_address)`.execute(db)
    await sql`create index transfers_tx_hash on transfers (tx_hash) where tx_hash is not null`.execute(db)
    await sql`create index transfers_address_book_entry on transfers (address_book_entry_id)`.execute(db)
    await sql`create index callback_tokens_transfer on callback_tokens (transfer_id)`.execute(db)
  },
}
