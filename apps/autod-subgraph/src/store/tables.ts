import type { FeedCursorTables } from '@travel-rule/database/feed-consumer'
import type { Generated, JSONColumnType } from 'kysely'
import type { AuditActor, AuditRecord, EntryVersion } from '../domain/audit-entry.ts'

/** Append-only: a trigger refuses to change or delete a row. */
export interface AuditLogTable {
  sequence: bigint
  version: EntryVersion
  source: string
  source_epoch: string | null
  source_position: bigint | null
  event_id: string
  previous_event_id: string | null
  type: string
  subject_type: string
  subject_id: string
  actor_type: AuditActor['type']
  actor_id: string
  actor_name: string | null
  at: Date
  detail: JSONColumnType<AuditRecord['detail']>
  /** Derived from subject and detail, so not covered by the hash; verifying the log compares them. */
  transaction_id: string | null
  vasp_id: string | null
  previous_hash: Buffer
  hash: Buffer
}

/** Signed statements about the end of the chain. Append-only, like the log. */
export interface AuditCheckpointTable {
  id: Generated<bigint>
  epoch: string
  sequence: bigint
  at: Date
  /** A compact JWS with all claims; the other columns are only for lookups. */
  jws: string
}

/** The progress of delivering checkpoints to a place outside the database. */
export interface AuditCheckpointDeliveryTable {
  target: string
  delivered_at: Date
}

/** The end of the chain: a single row, moved by every insert into the log. */
export interface AuditChainTable {
  singleton: true
  sequence: bigint
  hash: Buffer
}

export interface UserSeenTable {
  id: string
  name: string | null
  roles: string[]
  first_seen_at: Date
  last_seen_at: Date
}

/** One row after the first change of the settings, none before. */
export interface OrganisationSettingsTable {
  singleton: true
  version: number
  display_name: string | null
  time_zone: string
  locale: string
  updated_at: Date
  updated_by: string
}

export interface SavedViewTable {
  id: string
  /** The caller's id at the identity provider. */
  person: string
  /** The id, and `query` empty, if `view_sealed` contains both. */
  name: string
  query: string
  /** `name` and `query` as JSON; null in rows of an older version. */
  view_sealed: Buffer | null
  is_default: boolean
  updated_at: Date
}

export interface Tables extends FeedCursorTables {
  audit_log: AuditLogTable
  audit_chain: AuditChainTable
  audit_checkpoint: AuditCheckpointTable
  audit_checkpoint_delivery: AuditCheckpointDeliveryTable
  user_seen: UserSeenTable
  organisation_settings: OrganisationSettingsTable
  saved_view: SavedViewTable
}
