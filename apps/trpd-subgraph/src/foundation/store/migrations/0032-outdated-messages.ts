import type { Migration } from '@travel-rule/database/migrate'

/** Finds messages that are sealed directly with a sealing key: those of transfers stored before data keys existed. */
export const outdatedMessagesMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    transfer_messages_message_sealed_key:
      'on transfer_messages (sealing_key_id(message_sealed)) where sealing_key_id(message_sealed) is not null',
  },
}
