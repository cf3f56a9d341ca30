import type { NewEvent } from '@travel-rule/database/outbox'
import type { Checkpoint } from '../../checkpoints/domain/checkpoint.ts'

/** The cause of an event: a user by id, this system, another VASP, or a customer. */
export type AuditActor = NewEvent['actor']

/** One event in the audit log. */
export interface AuditRecord {
  /** The service that published the event: the name of its feed, or `autod`. */
  readonly source: string
  /**
   * Epoch of that service's outbox, to which `sourcePosition` refers; `undefined` for events of autod, and
   * for events recorded before outboxes had epochs.
   */
  readonly sourceEpoch: string | undefined
  /** Position in that service's feed; `undefined` for events of autod. */
  readonly sourcePosition: bigint | undefined
  /** The event's id, unique with `source`. */
  readonly eventId: string
  /**
   * Id of the preceding event in that service's outbox, which reveals skipped events; `undefined` for the
   * first event, for events of autod, and for entries before version 3.
   */
  readonly previousEventId: string | undefined
  readonly type: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly actor: AuditActor
  readonly at: Date
  readonly detail: NewEvent['detail']
}

/**
 * Determines which members the hash of an entry covers. Version 1 lacks the epoch, and versions 1 and 2 the
 * previous event.
 */
export type EntryVersion = 1 | 2 | 3

/** The version of new entries. */
export const ENTRY_VERSION: EntryVersion = 3

/** A record with its position in the hash chain. */
export interface AuditEntry extends AuditRecord {
  readonly version: EntryVersion
  /** 1 for the first entry, without gaps. */
  readonly sequence: bigint
  /** 32 bytes; zeros before the first entry. */
  readonly previousHash: Uint8Array
  /** sha256 of `previousHash` and the UTF-8 of `canonicalEntry`. */
  readonly hash: Uint8Array
}

/**
 * The string that the hash of an entry covers: JSON without white space, with object keys in code unit order.
 *
 * Part of the log's format: a change requires a new version, and entries keep the version they were written
 * with.
 */
export function canonicalEntry(sequence: bigint, record: AuditRecord, version: EntryVersion): string {
  const { source, sourceEpoch, sourcePosition, eventId, previousEventId, type, subject, actor, at, detail } = record
  return JSON.stringify({
    actor: { id: actor.id, name: actor.name ?? null, type: actor.type },
    at: at.toISOString(),
    detail: Object.fromEntries(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))),
    eventId,
    // Not part of earlier versions, but a member that was added later must not go unnoticed.
    ...(version < 3 && previousEventId === undefined ? {} : { previousEventId: previousEventId ?? null }),
    sequence: String(sequence),
    source,
    ...(version === 1 && sourceEpoch === undefined ? {} : { sourceEpoch: sourceEpoch ?? null }),
    sourcePosition: sourcePosition === undefined ? null : String(sourcePosition),
    subject: { id: subject.id, type: subject.type },
    type,
    ...(version === 1 ? {} : { version }),
  })
}

/** The entities of other services whose trail contains a record. */
export interface EntityLinks {
  readonly transactionId: string | undefined
  readonly vaspId: string | undefined
}

/**
 * A record belongs to the trail of its subject and of the `transactionId` and `vaspId` in its
 * detail, so that a proof requested for a transaction is in that transaction's trail.
 */
export function entityLinks({ subject, detail }: Pick<AuditRecord, 'subject' | 'detail'>): EntityLinks {
  return {
    transactionId: subject.type === 'transfer' ? subject.id : idIn(detail.transactionId),
    vaspId: subject.type === 'vasp' ? subject.id : idIn(detail.vaspId),
  }
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A filter of audit entries; all defined members must match. */
export interface AuditFilter {
  readonly subjectType?: string
  readonly subjectId?: string
  readonly actorId?: string
  /** Any of these types; an empty list matches nothing. */
  readonly types?: readonly string[]
  /** Inclusive. */
  readonly from?: Date
  /** Exclusive. */
  readonly to?: Date
}

/** Why a range of the chain is not intact. */
export type AuditProblemKind =
  | 'CONTENT_CHANGED'
  | 'LINK_BROKEN'
  | 'ENTRY_MISSING'
  | 'ENTRY_INSERTED'
  | 'EVENT_SKIPPED'
  | 'END_DIFFERS'
  | 'END_TRUNCATED'
  | 'CHECKPOINT_DIFFERS'
  | 'CHECKPOINT_INVALID'
  | 'CHECKPOINT_MISSING'

export interface AuditProblem {
  readonly kind: AuditProblemKind
  /** The wrong entry, or the first missing one. */
  readonly sequence: bigint
  readonly message: string
}

/** The result of verifying the chain from entry `from` to entry `to`. */
export interface AuditReport {
  readonly from: bigint
  /** Last verified entry; `from` minus one if there was none. */
  readonly to: bigint
  readonly checked: number
  /** False if the range continues beyond `to`: verify again from there. */
  readonly isComplete: boolean
  /** Hash of entry `to`; `undefined` if it is missing or no entry was verified. */
  readonly hash: Uint8Array | undefined
  /** The latest checkpoint, regardless of where the range ends. */
  readonly newestCheckpoint: Checkpoint | undefined
  /** At most 100; empty if the range is intact. */
  readonly problems: readonly AuditProblem[]
}
