import type { AuditRowFragment } from '../api/operations.generated.ts'
import { csvOf } from '../ui/csv.ts'

const COLUMNS = [
  'sequence',
  'at',
  'source',
  'type',
  'subjectType',
  'subjectId',
  'actorType',
  'actorId',
  'actorName',
  'detail',
  'previousHash',
  'hash',
] as const

/** Entries of the audit log as a CSV file; `detail` is JSON. */
export function auditCsv(entries: readonly AuditRowFragment[]): string {
  return csvOf([
    COLUMNS,
    ...entries.map((entry) => {
      const { actor } = entry
      const detail = JSON.stringify(Object.fromEntries(entry.detail.map(({ name, value }) => [name, value])))
      const { sequence, at, source, type, subjectType, subjectId, previousHash, hash } = entry
      return [
        sequence,
        at,
        source,
        type,
        subjectType,
        subjectId,
        actor.type,
        actor.id,
        actor.name,
        entry.isDetailWithheld ? null : detail,
        previousHash,
        hash,
      ]
    }),
  ])
}
