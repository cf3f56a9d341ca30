import type { FeedCursorTables } from '@travel-rule/database/feed-consumer'
import type { Generated, JSONColumnType } from 'kysely'
import type { AuditActor, AuditRecord, EntryVersion } from '../audit-log/domain/audit-entry.ts'

/** Append-only: a trigger refuses to change or delete a row. */
export interface AuditLogTable {
  sequence: bigint
  version: EntryVersion
  source: string
  sourceEpoch: string | null
  sourcePosition: bigint | null
  eventId: string
  previousEventId: string | null
  type: string
  subjectType: string
  subjectId: string
  actorType: AuditActor['type']
  actorId: string
  actorName: string | null
  at: Date
  detail: JSONColumnType<AuditRecord['detail']>
  /** Derived from subject and detail, so not covered by the hash; verifying the log compares them. */
  transactionId: string | null
  vaspId: string | null
  previousHash: Buffer
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
  deliveredAt: Date
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
  firstSeenAt: Date
  lastSeenAt: Date
}

/** One row after the first change of the settings, none before. */
export interface OrganisationSettingsTable {
  singleton: true
  version: number
  displayName: string | null
  timeZone: string
  locale: string
  updatedAt: Date
  updatedBy: string
}

export interface SavedViewTable {
  id: string
  /** The caller's id at the identity provider. */
  person: string
  /** The id, and `query` empty, if `viewSealed` contains both. */
  name: string
  query: string
  /** `name` and `query` as JSON; null in rows of an older version. */
  viewSealed: Buffer | null
  isDefault: boolean
  updatedAt: Date
}

export interface Tables extends FeedCursorTables {
  auditLog: AuditLogTable
  auditChain: AuditChainTable
  auditCheckpoint: AuditCheckpointTable
  auditCheckpointDelivery: AuditCheckpointDeliveryTable
  userSeen: UserSeenTable
  organisationSettings: OrganisationSettingsTable
  savedView: SavedViewTable
}
