import { outboxMigration } from '@travel-rule/database/outbox'
import { createProof } from './migrations/create-proof.ts'

export const migrations = {
  '0001-outbox': outboxMigration,
  '0002-proof': createProof,
}
