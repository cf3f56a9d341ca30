import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * Registered transfers: without messages, and possibly without another VASP.
 *
 * The constraints are not validated, since that would lock transfers while all of them are read; existing
 * ones satisfy them.
 */
export const registeredTransfersMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table transfers
        add column channel text not null default 'TRP',
        add column origin_address text,
        alter column vasp_id drop not null,
        alter column travel_address drop not null,
        alter column protocol_version drop not null,
        add constraint transfers_channel check (channel in ('TRP', 'OFFLINE', 'SELF_HOSTED')) not valid,
        add constraint transfers_channel_columns check (
          case channel
            when 'TRP' then vasp_id is not null and travel_address is not null and protocol_version is not null
            else travel_address is null and protocol_version is null and (channel = 'OFFLINE' or vasp_id is null)
          end
        ) not valid`.execute(db)
  },
  indexes: {
    transfers_registered_request: "unique on transfers (request_identifier) where channel <> 'TRP'",
    transfers_registered: "on transfers (created_at desc, sequence desc) where channel <> 'TRP'",
    transfers_by_origin: 'on transfers (lower(origin_address) text_pattern_ops) where origin_address is not null',
  },
}
