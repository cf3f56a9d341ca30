import { readAgainIfErased } from '@travel-rule/database/read-again'
import type { Sealer } from '@travel-rule/database/seal'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Proof } from '../proofs/domain/proof.ts'
import type { ProofFilter } from '../proofs/domain/proof-filter.ts'
import { openProofs, type ProofReader } from './load-proof.ts'
import { addressFingerprints, customerFingerprints } from './proof-fingerprints.ts'
import type { Tables } from './tables.ts'

/** Maximum number of proofs returned per transaction, address book entry or address. */
export const PROOFS_OF_ENTITY_MAX = 100

/** The matching proofs, newest first. */
export async function listProofs(
  reader: ProofReader,
  filter: ProofFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<Proof[]> {
  const rows = await reader.db
    .selectFrom('proof')
    .selectAll()
    .where((eb) => matchesInSql(eb, filter, reader.sealer))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return openProofs(reader, rows)
}

export async function countProofs({ db, sealer }: ProofReader, filter: ProofFilter): Promise<number> {
  const { count } = await db
    .selectFrom('proof')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where((eb) => matchesInSql(eb, filter, sealer))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest proofs of each id, newest first. */
export async function listProofsOf(
  reader: ProofReader,
  column: 'transactionId' | 'addressBookEntryId',
  ids: readonly string[],
): Promise<Proof[][]> {
  const byEntity = Map.groupBy(await listRanked(reader, column, ids), (row) => row[column])
  const proofs = await openProofs(reader, [...byEntity.values()].flat())
  const byId = new Map(proofs.map((proof) => [proof.id, proof]))
  return ids.map((id) => (byEntity.get(id) ?? []).flatMap((row) => byId.get(row.id) ?? []))
}

/** The newest proofs of each address, newest first. */
export async function listProofsOfAddresses(reader: ProofReader, addresses: readonly string[]): Promise<Proof[][]> {
  const fingerprints = addresses.flatMap((address) => addressFingerprints(reader.sealer, address))
  const rows = [
    ...(await listRanked(reader, 'address', addresses)),
    ...(await listRanked(reader, 'addressFingerprint', fingerprints)),
  ]
  // A proof that is sealed between the two statements is in both results.
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  const byAddress = Map.groupBy(await openProofs(reader, unique), ({ address }) => address)
  return addresses.map((address) => (byAddress.get(address) ?? []).sort(newestFirst).slice(0, PROOFS_OF_ENTITY_MAX))
}

/** The sealed proofs of a customer, by id, starting after a given one. */
export async function listProofsOfCustomer(
  reader: ProofReader,
  customerReference: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Proof[]> {
  const query = reader.db
    .selectFrom('proof')
    .selectAll()
    .where('customerFingerprint', 'in', [...customerFingerprints(reader.sealer, customerReference)])
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
  return readAgainIfErased(async () => openProofs(reader, await query.execute()))
}

/** The newest rows for each value of a column. */
function listRanked(
  { db }: ProofReader,
  column: 'transactionId' | 'addressBookEntryId' | 'address' | 'addressFingerprint',
  values: readonly (string | Buffer)[],
) {
  return db
    .with('ranked', (cte) =>
      cte
        .selectFrom('proof')
        .selectAll()
        .select(
          sql<bigint>`row_number() over (partition by ${sql.ref(column)} order by created_at desc, id desc)`.as('rank'),
        )
        .where(sql<string | Buffer>`${sql.ref(column)}`, 'in', values),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('rank', '<=', BigInt(PROOFS_OF_ENTITY_MAX))
    .orderBy('rank')
    .execute()
}

function newestFirst(one: Proof, other: Proof): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1)
}

/** The domain's `matchesFilter`, in SQL. */
export function matchesInSql(
  eb: ExpressionBuilder<Tables, 'proof'>,
  filter: ProofFilter,
  sealer: Sealer,
): Expression<SqlBool> {
  const { statuses, asset, address, transactionId, addressBookEntryId, inconclusive } = filter
  const conditions: Expression<SqlBool>[] = []
  if (statuses !== undefined) conditions.push(statuses.length === 0 ? eb.lit(false) : eb('status', 'in', statuses))
  if (asset !== undefined) conditions.push(eb(sql<string>`asset`, '=', asset))
  if (address !== undefined)
    conditions.push(
      eb.or([eb('address', '=', address), eb('addressFingerprint', 'in', [...addressFingerprints(sealer, address)])]),
    )
  if (transactionId !== undefined) conditions.push(eb('transactionId', '=', transactionId))
  if (addressBookEntryId !== undefined) conditions.push(eb('addressBookEntryId', '=', addressBookEntryId))
  if (inconclusive !== undefined) conditions.push(eb('inconclusiveAttempts', inconclusive ? '>' : '=', 0))
  return eb.and(conditions)
}
