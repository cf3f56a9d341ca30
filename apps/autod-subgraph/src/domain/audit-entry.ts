import type { NewEvent } from '@travel-rule/database/outbox'

/** Who did something: a user by its id, this system, another VASP, or a customer. */
export type AuditActor = NewEvent['actor']

/** One event as the audit log keeps it. */
export interface AuditRecord {
  /** The service that the event came from: the name of its feed, or `autod` itself. */
  readonly source: string
  /** Position in that service's feed; `undefined` for our own events. */
  readonly sourcePosition: bigint | undefined
  /** The event's id, unique with `source`. */
  readonly eventId: string
  readonly type: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly actor: AuditActor
  readonly at: Date
  readonly detail: NewEvent['detail']
}

/** A record in its place in the chain. */
export interface AuditEntry extends AuditRecord {
  /** 1 for the first entry, without gaps. */
  readonly sequence: bigint
  /** 32 bytes; zeros before the first entry. */
  readonly previousHash: Uint8Array
  /** sha256 of `previousHash` and the UTF-8 of `canonicalEntry`. */
  readonly hash: Uint8Array
}

/**
 * What the hash of an entry covers: JSON with the keys of every object in code unit order and no blanks.
 *
 * Part of the format of the log: another text would make every stored chain invalid.
 */
export function canonicalEntry(sequence: bigint, record: AuditRecord): string {
  const { source, sourcePosition, eventId, type, subject, actor, at, detail } = record
  return JSON.stringify({
    actor: { id: actor.id, name: actor.name ?? null, type: actor.type },
    at: at.toISOString(),
    detail: Object.fromEntries(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))),
    eventId,
    sequence: String(sequence),
    source,
    sourcePosition: sourcePosition === undefined ? null : String(sourcePosition),
    subject: { id: subject.id, type: subject.type },
    type,
  })
}
