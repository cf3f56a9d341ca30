import { APPEND_EVENTS_MAX, commitWithEvents, type NewEvent, type OutboxTables } from '@travel-rule/database/outbox'
import type { Kysely } from 'kysely'
import type { AccessedRecord } from './accesses.ts'
import { actorOf } from './caller.ts'
import { refusalError } from './graphql-error.ts'
import type { RecordRequestAccess, RequestAccess } from './subgraph-context.ts'

/** The type of events that record reads. */
export const ACCESS_EVENT = 'personal-data.read'
/**
 * Maximum length of the list of records in one event, in bytes. A request that has read more is recorded in several
 * events.
 */
const RECORDS_BYTES_MAX = 4_000
const FIELDS_BYTES_MAX = 2_500
const WAITING_MAX = 1_000

interface Waiting {
  readonly events: readonly NewEvent[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Records reads as events in the outbox, which forwards them to the audit log. Requests that arrive while others are
 * being stored share the next transaction.
 *
 * Rejects with `SUBGRAPH_OVERLOADED` when 1,000 requests are waiting, and when the database fails.
 */
export function openAccessRecorder<Tables extends OutboxTables>(
  db: Kysely<Tables>,
  now: () => Date,
): RecordRequestAccess {
  let waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        const events = batch.flatMap((each) => each.events)
        await db.transaction().execute((tx) => commitWithEvents(tx, events))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isStoring = false
  }

  /** The requests that fit into one append; at least one. */
  function takeBatch(): readonly Waiting[] {
    let count = 0
    const end = waiting.findIndex(({ events }, index) => {
      count += events.length
      return index > 0 && count > APPEND_EVENTS_MAX
    })
    const batch = end === -1 ? waiting : waiting.slice(0, end)
    waiting = end === -1 ? [] : waiting.slice(end)
    return batch
  }

  return async (access) => {
    if (waiting.length >= WAITING_MAX) {
      throw refusalError({ code: 'SUBGRAPH_OVERLOADED', message: 'Too many reads are waiting to be recorded.' })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ events: eventsOf(access, now()), resolve, reject })
    if (!isStoring) void storeAll()
    await promise
  }
}

/** The events of one request; several if it has read many records. */
function eventsOf(access: RequestAccess, at: Date): readonly NewEvent[] {
  const { identity, requestId, traceId, purpose, fields } = access
  const parts = partsOf(access.records)
  return parts.map((records, index) => ({
    type: ACCESS_EVENT,
    subject: { type: 'request', id: requestId },
    actor: actorOf(identity),
    at,
    detail: {
      client: identity.clientId.slice(0, 200),
      roles: identity.roles.join(' ').slice(0, 500),
      fields: fieldList(fields),
      records: records.join(' '),
      ...(parts.length === 1 ? {} : { part: index + 1, parts: parts.length }),
      ...(purpose === undefined ? {} : { purpose }),
      ...(traceId === undefined ? {} : { traceId }),
    },
  }))
}

/** `type:id` of each record, in lists that fit into an event. */
function partsOf(records: readonly AccessedRecord[]): readonly string[][] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const { type, id } of records) {
    const name = `${type}:${id}`
    bytes += name.length + 1
    if (bytes > RECORDS_BYTES_MAX) {
      parts.push([])
      bytes = name.length + 1
    }
    parts.at(-1)?.push(name)
  }
  return parts
}

function fieldList(fields: readonly string[]): string {
  const list = fields.join(' ')
  if (list.length <= FIELDS_BYTES_MAX) return list
  const types = [...new Set(fields.map((field) => `${field.split('.', 1)[0]}.*`))]
  return types.join(' ')
}
