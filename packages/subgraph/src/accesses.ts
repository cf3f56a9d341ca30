import { outageOf } from '@travel-rule/database/database-outage'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLError, GraphQLResolveInfo } from 'graphql'
import { LRUCache } from 'lru-cache'
import { refusalError } from './graphql-error.ts'

/** A record whose fields were read, as named in events: a type such as `box`, and its id. */
export interface AccessedRecord {
  readonly type: string
  readonly id: string
}

/** The guarded fields in one response, or in a page of a subscription's results. */
export interface NotedAccess {
  readonly records: readonly AccessedRecord[]
  /** Coordinates such as `Box.secret`, sorted. */
  readonly fields: readonly string[]
}

/** Stores the reads. Rejects when they are not stored. */
export type RecordAccess = (access: NotedAccess) => Promise<void>

/** Guarded fields that one operation has read and that are not recorded yet. */
export interface Accesses {
  /** Notes that the object of `info`, and everything below it, belongs to these records. */
  enter(info: GraphQLResolveInfo, records: readonly AccessedRecord[]): void
  /** Notes that the field of `info` has a value for which its caller needed a scope. */
  note(info: GraphQLResolveInfo): void
  /** Notes data that a caller can infer in another way, such as by a search. */
  noteRecords(field: string, records: readonly AccessedRecord[]): void
  /** Resolves once everything noted so far is recorded. Rejects when it is not. */
  settle(): Promise<void>
}

type Path = GraphQLResolveInfo['path']

interface ReadRecord {
  readonly record: AccessedRecord
  /** The fields of the record that were read: in a page of events, not all records may have the same. */
  readonly fields: Set<string>
}

/** Number of records that a subscription remembers, so that it does not record them again with each result. */
const REMEMBERED_MAX = 10_000

/**
 * `remembers`: each record is recorded once, as for a subscription; it is recorded again when other fields of it are
 * read, or after 10,000 other records.
 */
export function openAccesses(record: RecordAccess, { remembers = false } = {}): Accesses {
  const recordsAt = new WeakMap<Path, readonly AccessedRecord[]>()
  const remembered = remembers ? new LRUCache<string, true>({ max: REMEMBERED_MAX }) : undefined
  let records = new Map<string, ReadRecord>()
  let fields = new Set<string>()

  function add(field: string, found: readonly AccessedRecord[]): void {
    fields.add(field)
    for (const record of found) {
      const key = `${record.type} ${record.id}`
      const read = records.get(key) ?? { record, fields: new Set() }
      records.set(key, read)
      read.fields.add(field)
    }
  }

  function recordsOf(path: Path): readonly AccessedRecord[] {
    for (let at: Path | undefined = path; at !== undefined; at = at.prev) {
      const found = recordsAt.get(at)
      if (found !== undefined) return found
    }
    return []
  }

  return {
    enter({ path: { prev } }, entered) {
      if (prev !== undefined && !recordsAt.has(prev)) recordsAt.set(prev, entered)
    },
    note(info) {
      add(`${info.parentType.name}.${info.fieldName}`, recordsOf(info.path))
    },
    noteRecords: add,
    async settle() {
      if (fields.size === 0) return
      const noted = { records, fields: [...fields].sort() }
      records = new Map()
      fields = new Set()
      const keyOf = (key: string, own: ReadRecord) => `${key} ${[...own.fields].sort().join(' ')}`
      const added = [...noted.records].filter(([key, own]) => remembered?.get(keyOf(key, own)) === undefined)
      if (added.length === 0 && noted.records.size > 0) return
      await record({ records: added.map(([, own]) => own.record), fields: noted.fields })
      for (const [key, own] of added) remembered?.set(keyOf(key, own), true)
    },
  }
}

/**
 * Records the reads of a response before it is sent. If they cannot be recorded, returns the error to send instead:
 * `SERVICE_UNAVAILABLE` if the database failed, otherwise `ACCESS_NOT_RECORDED`.
 */
export async function settleAccesses(
  { accesses, logger }: { readonly accesses: Accesses; readonly logger: Logger },
  operation: string | undefined,
): Promise<GraphQLError | undefined> {
  try {
    await accesses.settle()
    return undefined
  } catch (error) {
    const isOutage = outageOf(error) !== undefined
    const message = 'a read of guarded fields could not be recorded, and its response was withheld'
    if (isOutage) logger.warn({ err: error }, message)
    else logger.error({ err: error }, message)
    const isMutation = operation === 'mutation'
    return refusalError({
      code: isOutage ? 'SERVICE_UNAVAILABLE' : 'ACCESS_NOT_RECORDED',
      message: isMutation ? MUTATION_WITHHELD : READ_WITHHELD,
      extensions: { retryable: !isMutation },
    })
  }
}

const READ_WITHHELD = 'Reading these fields could not be recorded in the audit log, so they are withheld: try again.'
const MUTATION_WITHHELD =
  'The changes may have been stored, but reading the result could not be recorded in the audit log: check before you repeat them.'
