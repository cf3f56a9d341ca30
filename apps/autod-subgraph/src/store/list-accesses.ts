import { type Kysely, type Selectable, sql } from 'kysely'
import type { AuditEntry } from '../audit-log/domain/audit-entry.ts'
import { ACCESS_EVENT } from '../audit-log/domain/data-access.ts'
import { fromRow, storable } from './audit-log.ts'
import type { AuditLogTable, Tables } from './tables.ts'

export interface AccessPage {
  /** As named in events, for example `transfer:` and its id. */
  readonly record: string
  /** Maximum number of entries. */
  readonly limit: number
  /** Only entries before this one. */
  readonly before: bigint | undefined
}

/** The entries that record reads of these records in these sources, newest first, in one statement. */
export async function listAccesses(
  db: Kysely<Tables>,
  pages: readonly AccessPage[],
  sources: readonly string[],
): Promise<AuditEntry[][]> {
  const requested = pages.map(({ record, limit, before }, page) => ({
    page,
    record: storable(record),
    limit,
    before: before === undefined ? null : String(before),
  }))
  const { rows } = await sql<Selectable<AuditLogTable> & { readonly page: number }>`
    select access.*, requested.page
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
      as requested (page integer, record text, "limit" integer, before bigint)
    cross join lateral (
      select * from audit_log
      where type = ${sql.lit(ACCESS_EVENT)} and string_to_array(detail ->> 'records', ' ') @> array[requested.record]
        and source = any(${sql.val(sources)}::text[])
        and (requested.before is null or sequence < requested.before)
      order by sequence desc
      limit requested."limit"
    ) as access
    order by access.sequence desc`.execute(db)
  const byPage = Map.groupBy(rows, ({ page }) => page)
  return pages.map((_page, page) => (byPage.get(page) ?? []).map(fromRow))
}
