import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The columns whose values may be sealed directly with a sealing key. */
const COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['transfers', 'private_sealed'],
  ['transfers', 'reason_sealed'],
  ['transfers', 'delivery_problem_sealed'],
  ['transfer_history', 'reason_sealed'],
  ['transfer_history', 'delivery_problem_sealed'],
  ['deliveries', 'message_sealed'],
  ['inbound_messages', 'answer_sealed'],
  ['cases', 'pause_sealed'],
  ['cases', 'proposal_sealed'],
  ['case_changes', 'text_sealed'],
  ['check_runs', 'evidence_sealed'],
  ['transfer_screenings', 'evidence_sealed'],
  ['address_book', 'personal_sealed'],
  ['customers', 'personal_sealed'],
  ['legal_holds', 'reason_sealed'],
  ['legal_holds', 'end_reason_sealed'],
  ['vasp_measures', 'note_sealed'],
  ['data_requests', 'request_sealed'],
  ['data_requests', 'response_sealed'],
]

/**
 * Finds values that are sealed directly with a sealing key, and the oldest transfers that hold personal data.
 * Values sealed with a data key are not in these indexes.
 */
export const outdatedSealsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create function sealing_key_id(sealed bytea) returns text language sql immutable strict parallel safe
      return case
        when length(sealed) > 2 and get_byte(substring(sealed from 1 for 1), 0) = 1
        then encode(substring(sealed from 3 for get_byte(substring(sealed from 2 for 1), 0)), 'escape')
      end`.execute(db)
  },
  indexes: {
    ...Object.fromEntries(
      COLUMNS.map(([table, column]) => [
        `${table}_${column}_key`,
        `on ${table} (sealing_key_id(${column})) where sealing_key_id(${column}) is not null`,
      ]),
    ),
    transfers_held: 'on transfers (created_at) where erased_at is null',
  },
}
