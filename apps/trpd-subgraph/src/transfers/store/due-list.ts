import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import type { CaseStatus } from '../../cases/domain/case.ts'
import { type CaseFilter, caseConditions } from '../../cases/store/case-filter.ts'
import type { Tables, TransferRow } from '../../foundation/store/tables.ts'
import type { Transfer } from '../domain/transfer.ts'
import { conditionsOf, facetIn, facetsOf } from './transfer-conditions.ts'
import type { TransferFilter } from './transfer-filter.ts'
import { and, COLUMNS, findRare } from './transfer-list.ts'
import { transfersOfRows } from './transfer-rows.ts'

/** A position in the list by due time. */
export interface DuePosition {
  /** When the case is due, in microseconds since 1970. */
  readonly due: bigint
  /** The transfer's `sequence`, as in the list by time. */
  readonly sequence: bigint
}

/** A transfer and its position. */
export interface DueTransfer extends DuePosition {
  readonly transfer: Transfer
}

/** A page of the list of open cases by due time. */
export interface DuePage {
  readonly filter: TransferFilter & {
    readonly cases: CaseFilter & { readonly statuses: readonly Exclude<CaseStatus, 'CLOSED'>[] }
  }
  readonly first: number
  /** The last item of the previous page. */
  readonly after?: DuePosition | undefined
  /** Time after its opening at which a case is due if it has no due time of its own. */
  readonly defaultSeconds: number
}

/** A page of transfers with an open case, in order of due time. */
export async function listDueTransfers(
  { db, sealer, assets }: { readonly db: Kysely<Tables>; readonly sealer: Sealer; readonly assets: AssetRegistry },
  page: DuePage,
): Promise<DueTransfer[]> {
  const { rows } = await (await planDuePage({ db, assets }, page)).execute(db)
  const transfers = await transfersOfRows(db, sealer, rows)
  return rows.flatMap(({ sequence, due }, index) => {
    const transfer = transfers[index]
    return transfer === undefined ? [] : [{ sequence, due, transfer }]
  })
}

/**
 * The statement with which `listDueTransfers` reads a page. One index has the cases with a due time of their
 * own, in that order; another has the rest, in order of opening.
 */
export async function planDuePage(
  { db, assets }: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  { filter, first, after, defaultSeconds }: DuePage,
): Promise<RawBuilder<TransferRow & { readonly due: bigint }>> {
  const { cases, ...others } = filter
  const rare = await findRare(db, others, assets)
  const isListed = and([...facetsOf(others).map((facet) => facetIn(facet)), ...conditionsOf(others, assets)])
  const inOrderOf = (column: 'dueAt' | 'openedAt', seconds: number) => {
    const time = sql.ref(`cases.${column}`)
    const conditions: RawBuilder<SqlBool>[] = [
      ...caseConditions(cases),
      column === 'dueAt' ? sql`cases.due_at is not null` : sql`cases.due_at is null`,
    ]
    if (rare !== undefined) conditions.push(sql`cases.transfer_id = any(${rare}::uuid[])`)
    if (after !== undefined) {
      const due = sql`${timeOf(after.due)} - ${seconds} * interval '1 second'`
      conditions.push(sql`${time} >= ${due}`, sql`(${time}, page.sequence) > (${due}, ${after.sequence}::bigint)`)
    }
    return sql`(
      select page.*, (extract(epoch from ${time} + ${seconds} * interval '1 second') * 1000000)::bigint as due
      from cases
      cross join lateral (
        select ${COLUMNS} from transfers
        where id = cases.transfer_id and case when ${isListed} then true else false end offset 0
      ) as page
      where ${and(conditions)} order by ${time}, page.sequence limit ${first})`
  }
  return sql`
    select * from (${inOrderOf('dueAt', 0)} union all ${inOrderOf('openedAt', defaultSeconds)}) as page
    order by due, sequence limit ${first}`
}

/** Split in two, because PostgreSQL multiplies intervals by floating-point numbers. */
function timeOf(micros: bigint): RawBuilder<Date> {
  const [seconds, rest] = [micros / 1_000_000n, micros % 1_000_000n]
  return sql`('epoch'::timestamptz + ${seconds}::bigint * interval '1 second' + ${rest}::bigint * interval '1 microsecond')`
}
