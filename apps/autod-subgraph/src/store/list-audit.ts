import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { AuditFilter } from '../domain/audit-filter.ts'
import { fromRow } from './audit-row.ts'
import { storableText } from './storable-text.ts'
import type { Tables } from './tables.ts'

/** The entries that match, the newest first, from the one before entry `before` on. */
export async function listAudit(
  db: Kysely<Tables>,
  filter: AuditFilter,
  page: { readonly limit: number; readonly before: bigint | undefined },
): Promise<AuditEntry[]> {
  const { before, limit } = page
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => matches(eb, filter))
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0n))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

export async function countAudit(db: Kysely<Tables>, filter: AuditFilter): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** For each id the newest entries of its trail, the newest first, all by one statement that reads no more than it returns. */
export async function listTrails(
  db: Kysely<Tables>,
  entity: 'transaction_id' | 'vasp_id',
  ids: readonly string[],
  limit: number,
): Promise<AuditEntry[][]> {
  const { rows } = await sql<TrailRow>`
    select trail.*
    from unnest(${sql.val([...new Set(ids.map(storableText))])}::text[]) as wanted (id)
    cross join lateral (
      select * from audit_log
      where ${sql.ref(entity)} = wanted.id
      order by sequence desc
      limit ${limit}
    ) as trail
    order by trail.sequence desc`.execute(db)
  const trails = Map.groupBy(rows, (row) => row[entity])
  return ids.map((id) => (trails.get(id) ?? []).map(fromRow))
}

type TrailRow = Parameters<typeof fromRow>[0]

function matches(eb: ExpressionBuilder<Tables, 'audit_log'>, filter: AuditFilter): Expression<SqlBool> {
  const { subjectType, subjectId, actorId, types, from, to } = filter
  const conditions: Expression<SqlBool>[] = []
  if (subjectType !== undefined) conditions.push(eb('subject_type', '=', storableText(subjectType)))
  if (subjectId !== undefined) conditions.push(eb('subject_id', '=', storableText(subjectId)))
  if (actorId !== undefined) conditions.push(eb('actor_id', '=', storableText(actorId)))
  // One parameter, however many there are: a statement has at most 65,535.
  if (types !== undefined) conditions.push(sql<SqlBool>`type = any(${sql.val(types.map(storableText))}::text[])`)
  if (from !== undefined) conditions.push(eb('at', '>=', from))
  if (to !== undefined) conditions.push(eb('at', '<', to))
  return eb.and(conditions)
}
