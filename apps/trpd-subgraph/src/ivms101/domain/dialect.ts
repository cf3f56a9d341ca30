import { isJsonObject } from '../../foundation/domain/json.ts'
import type { Dialect, Field } from './field.ts'
import { IVMS101_FIELDS } from './schema.ts'

const DIALECTS: readonly Dialect[] = ['2020', '2023', 'TRISA']
const distinctive = distinctiveNames()

/**
 * The most likely dialect of a payload: 2023 if the payload declares it, otherwise the dialect whose
 * distinctive field names occur most often, otherwise 2020. `json` must respect the limits of `parseIvms101`.
 */
export function detectDialect(json: unknown): Dialect {
  const counts = new Map<Dialect, number>()
  countNames(json, counts)
  const [best] = [...counts].sort(([, left], [, right]) => right - left)
  return declares2023(json) ? '2023' : (best?.[0] ?? '2020')
}

function declares2023(json: unknown): boolean {
  if (!isJsonObject(json)) return false
  const metadata = Object.hasOwn(json, 'payloadMetadata') ? json.payloadMetadata : undefined
  return isJsonObject(metadata) && Object.hasOwn(metadata, 'payloadVersion') && metadata.payloadVersion === '101.2023'
}

function countNames(json: unknown, counts: Map<Dialect, number>): void {
  if (Array.isArray(json)) {
    for (const element of json) countNames(element, counts)
  } else if (isJsonObject(json)) {
    for (const [key, value] of Object.entries(json)) {
      const dialect = distinctive.get(key)
      if (dialect !== undefined) counts.set(dialect, (counts.get(dialect) ?? 0) + 1)
      countNames(value, counts)
    }
  }
}

/** The field names that only one dialect has. */
function distinctiveNames(): ReadonlyMap<string, Dialect> {
  const users = new Map<string, Set<Dialect>>()
  for (const field of everyField(IVMS101_FIELDS)) {
    for (const dialect of DIALECTS) {
      const name = field.names[dialect]
      if (name !== undefined) users.set(name, (users.get(name) ?? new Set()).add(dialect))
    }
  }
  const single = new Map<string, Dialect>()
  for (const [name, [dialect, another]] of users) {
    if (dialect !== undefined && another === undefined) single.set(name, dialect)
  }
  return single
}

function everyField(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...(field.shape.kind === 'OBJECT' ? everyField(field.shape.fields) : [])])
}
