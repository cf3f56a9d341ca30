import { type Kysely, sql } from 'kysely'
import type { SimilarTransfer, SimilarTransfers } from '../../checks/domain/check.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { lateTxHashOf, type Transfer } from '../domain/transfer.ts'
import { hasTravelAddress } from './transfer-conditions.ts'

/** Maximum number of the latest transfers to a travel address that are examined. */
const LATEST_MAX = 200
/** Maximum number of duplicates that are named. */
const DUPLICATES_MAX = 5

interface SimilarQuery {
  /** Decimal places of its asset. */
  readonly decimals: number
  /** Equal transfers created before this time do not count as duplicates. */
  readonly since: Date
}

/** The facts about transfers similar to this one, in one statement. */
export async function findSimilar(
  db: Kysely<Tables>,
  transfer: Transfer,
  { decimals, since }: SimilarQuery,
): Promise<SimilarTransfers> {
  const { state } = transfer
  const address = ('address' in state ? state.address : undefined) ?? null
  const hash = (state.status === 'CONFIRMED' ? state.txHash : lateTxHashOf(transfer)) ?? null
  const latest = (condition: ReturnType<typeof sql>) => sql`(
    select id, status, amount, amount_unit, address, tx_hash, created_at
    from transfers
    where ${condition} and direction = ${transfer.direction} and asset_id = ${transfer.assetId} and id <> ${transfer.id}
    order by created_at desc, sequence desc limit ${sql.lit(LATEST_MAX)})`
  const { travelAddress, vaspId } = transfer
  const toAddress = latest(
    travelAddress === undefined ? sql`lower(address) = lower(${address})` : hasTravelAddress(travelAddress),
  )
  const ofCustomer = latest(
    sql`customer_fingerprint = ${transfer.customerFingerprint ?? null} and customer_fingerprint <> ''::bytea
      and vasp_id is not distinct from ${vaspId ?? null}::uuid`,
  )
  const isSameAmount = sql`amount = ${transfer.amount} and amount_unit is not distinct from ${transfer.amountUnit ?? null}`
  const isSameHash = sql`coalesce(address = ${address} and lower(tx_hash) = lower(${hash}), false)`
  const { rows } = await sql<{ count: number; largest: string | null; duplicates: SimilarTransfer[] }>`
    with to_address as materialized ${toAddress},
    approved as (
      select case amount_unit when 'WHOLE' then amount::numeric else amount::numeric / power(10::numeric, ${decimals}::int) end as amount
      from to_address where status in ('APPROVED', 'CONFIRMED') and amount_unit is not null
    )
    select
      (select count(*)::int from approved) as count,
      (select trim_scale(max(amount))::text from approved) as largest,
      (select coalesce(json_agg(json_build_object('id', id, 'sameHash', same_hash)), '[]') from (
        select id, ${isSameHash} as same_hash
        from (select * from to_address ${transfer.customerFingerprint === undefined ? sql`` : sql`union select * from ${ofCustomer} as other`}) as similar_transfer
        where ${isSameHash}
          or (${isSameAmount} and created_at >= ${since} and status not in ('DECLINED', 'CANCELED', 'EXPIRED', 'FAILED'))
        order by same_hash desc, created_at desc limit ${sql.lit(DUPLICATES_MAX)}
      ) as duplicate) as duplicates`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate query returned no row')
  const { count, largest, duplicates } = row
  return { approved: { count, ...(largest === null ? {} : { largest: largest as Decimal }) }, duplicates }
}
