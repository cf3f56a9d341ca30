import type { AuditActor } from './audit-entry.ts'
import type { VisibleEntry } from './visible-entry.ts'

/** Type of the events with which subgraphs record reads of personal data. */
export const ACCESS_EVENT = 'personal-data.read'

/** A request that read personal data of a record, as recorded in the audit log. */
export interface DataAccess {
  readonly sequence: bigint
  readonly source: string
  readonly actor: AuditActor
  readonly at: Date
  readonly client: string
  readonly roles: readonly string[]
  readonly requestId: string
  readonly traceId: string | undefined
  readonly purpose: string | undefined
  readonly fields: readonly string[]
}

/** The access recorded by an entry of type `personal-data.read`. */
export function dataAccessOf({ sequence, source, actor, at, subject, detail }: VisibleEntry): DataAccess {
  const { client, roles, fields, purpose, traceId } = detail
  return {
    sequence,
    source,
    actor,
    at,
    client: String(client ?? ''),
    roles: wordsOf(roles),
    requestId: subject.id,
    traceId: typeof traceId === 'string' ? traceId : undefined,
    purpose: typeof purpose === 'string' ? purpose : undefined,
    fields: wordsOf(fields),
  }
}

function wordsOf(list: unknown): readonly string[] {
  return typeof list === 'string' && list !== '' ? list.split(' ') : []
}
