import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Proof } from '../domain/proof.ts'
import type { ProofFilter } from '../domain/proof-filter.ts'
import type { ProofReader } from './load-proof.ts'
import type { Tables } from './proof-row.ts'
import { fromRow } from './proof-row.ts'

/** Most proofs returned with one transaction, address book entry or address. */
export const PROOFS_OF_ENTITY_MAX = 100

/** The matching proofs, newest first. */
export async function listProofs(
  { db, sealer }: ProofReader,
  filter: ProofFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<Proof[]> {
  const rows = await db
    .selectFrom('proof')
    .selectAll()
    .where((eb) => matches(eb, filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => fromRow(row, sealer))
}

export async function countProofs({ db }: ProofReader, filter: ProofFilter): Promise<number> {
  const { count } = await db
    .selectFrom('proof')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** For each id or address the newest proofs of it, newest first. */
export async function listProofsOf(
  { db, sealer }: ProofReader,
  column: 'transaction_id' | 'address_book_entry_id' | 'address',
  ids: readonly string[],
): Promise<Proof[][]> {
  const rows = await db
    .with('ranked', (cte) =>
      cte
        .selectFrom('proof')
        .selectAll()
        .select(
          sql<bigint>`row_number() over (partition by ${sql.ref(column)} order by created_at desc, id desc)`.as('rank'),
        )
        .where(column, 'in', ids),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('rank', '<=', BigInt(PROOFS_OF_ENTITY_MAX))
    .orderBy('rank')
    .execute()
  const byEntity = Map.groupBy(rows, (row) => row[column])
  return ids.map((id) => (byEntity.get(id) ?? []).map((row) => fromRow(row, sealer)))
}

/** `matchesFilter` of the domain, in SQL. */
function matches(eb: ExpressionBuilder<Tables, 'proof'>, filter: ProofFilter): Expression<SqlBool> {
  const { statuses, asset, address, transactionId, addressBookEntryId, inconclusive } = filter
  const conditions: Expression<SqlBool>[] = []
  if (statuses !== undefined) conditions.push(statuses.length === 0 ? eb.lit(false) : eb('status', 'in', statuses))
  if (asset !== undefined) conditions.push(eb(sql<string>`asset`, '=', asset))
  if (address !== undefined) conditions.push(eb('address', '=', address))
  if (transactionId !== undefined) conditions.push(eb('transaction_id', '=', transactionId))
  if (addressBookEntryId !== undefined) conditions.push(eb('address_book_entry_id', '=', addressBookEntryId))
  if (inconclusive !== undefined) conditions.push(eb('inconclusive_attempts', inconclusive ? '>' : '=', 0))
  return eb.and(conditions)
}
