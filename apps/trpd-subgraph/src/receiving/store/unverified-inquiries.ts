import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/**
 * The number of open inquiries from unverified senders, in total and by what they have in common with a given
 * inquiry. The counts per address and per travel address include inquiries of the last hour that ended
 * without an officer.
 */
export interface UnverifiedCounts {
  readonly perAddress: number
  readonly perTravelAddress: number
  readonly perVasp: number
  readonly total: number
}

/**
 * Inquiries that wait for an officer, and approvals without an officer until they are confirmed: if the
 * latter did not count, they would circumvent the limits.
 */
const OPEN = sql<boolean>`unverified and archived_at is null
  and (status in ('BLOCKED', 'PENDING') or (status = 'APPROVED' and decided_by is null))`

/** Inquiries that ended without an officer, for example by a rule, and without a payment. */
const ENDED = sql<boolean>`unverified and decided_by is null and status in ('DECLINED', 'CANCELED', 'EXPIRED', 'FAILED')`

/** Time from its arrival for which an inquiry that ended without an officer counts. */
const ENDED_COUNTS_SECONDS = 3_600

/**
 * Counts the inquiries from unverified senders. Until the transaction ends, no other transaction can count
 * them, so that the limits are exact. For a trusted VASP, only inquiries in its name count towards the limit
 * per travel address, so that strangers cannot use it up under their own names.
 */
export async function countUnverified(
  tx: Transaction<Tables>,
  like: {
    readonly address: string
    readonly addressBookEntryId: string
    readonly vaspId: string
    readonly isTrusted: boolean
    readonly at: Date
  },
): Promise<UnverifiedCounts> {
  // A trusted VASP only waits for inquiries that count towards the same limits.
  const entry = `${like.addressBookEntryId}${like.isTrusted ? like.vaspId : ''}`
  await lockCounts(tx, [...(like.isTrusted ? [] : ['']), like.address, entry])
  const endedSince = new Date(like.at.getTime() - ENDED_COUNTS_SECONDS * 1_000)
  // Each part of the query has its own index.
  const { rows } = await sql<Record<keyof UnverifiedCounts, bigint>>`
    select
      count(*) filter (where sender ->> 'address' = ${like.address}) as "perAddress",
      count(*) filter (
        where address_book_entry_id = ${like.addressBookEntryId} and (vasp_id = ${like.vaspId} or not ${like.isTrusted})
      ) as "perTravelAddress",
      count(*) filter (where is_open and vasp_id = ${like.vaspId}) as "perVasp",
      count(*) filter (where is_open) as total
    from (
      select sender, address_book_entry_id, vasp_id, true as is_open from transfers where ${OPEN}
      union all
      select sender, address_book_entry_id, vasp_id, false from transfers
      where ${ENDED} and created_at > ${endedSince}
    ) as inquiry`.execute(tx)
  const [row] = rows
  const { perAddress = 0, perTravelAddress = 0, perVasp = 0, total = 0 } = row ?? {}
  return {
    perAddress: Number(perAddress),
    perTravelAddress: Number(perTravelAddress),
    perVasp: Number(perVasp),
    total: Number(total),
  }
}

/** Like `countUnverified`, for BLOCKED inquiries in the INBOX whose sender had a certificate with this key. */
export async function countOfKey(tx: Transaction<Tables>, keySha256: string): Promise<number> {
  await lockCounts(tx, [''])
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from transfers
    where status = 'BLOCKED' and direction = 'RECEIVED' and archived_at is null
      and sender #>> '{certificate,keySha256}' = ${keySha256}`.execute(tx)
  return Number(rows[0]?.count)
}

/** Locks the counts with these names, in the same order for all callers. */
async function lockCounts(tx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('trpd.unverified_inquiries'), hashtext(name))
    from unnest(${names.toSorted()}::text[]) as name`.execute(tx)
}

/** Stops counting the transfers of a VASP that an officer now trusts, including archived ones, which trust reopens. */
export async function countAsVerified(tx: Transaction<Tables>, vaspId: string): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ unverified: false })
    .where('vaspId', '=', vaspId)
    .where('unverified', '=', true)
    .execute()
}

/** The ids of BLOCKED inquiries from unverified senders, oldest first. */
export async function listUnverified(
  db: Kysely<Tables>,
  { address, limit }: { readonly address: string | undefined; readonly limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('transfers')
    .select('id')
    .where(OPEN)
    .where('status', '=', 'BLOCKED')
    .orderBy('sequence')
    .limit(limit)
  if (address !== undefined) query = query.where(sql<string>`sender ->> 'address'`, '=', address)
  return (await query.execute()).map(({ id }) => id)
}

/** The number of refused inquiries from one address to one travel address. */
export interface RefusedRow {
  readonly address: string
  readonly addressBookEntryId: string
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Maximum number of rows kept; further inquiries are counted without their address. */
const ROWS_MAX = 10_000
/** Stands for all addresses that are not kept. */
const OTHER_ADDRESSES = 'other'
const KEPT_DAYS = 30

/** Adds counts of refused inquiries, and deletes those older than 30 days. */
export async function addRefused(db: Kysely<Tables>, added: readonly RefusedRow[], now: Date): Promise<void> {
  await db
    .deleteFrom('refusedInquiries')
    .where('lastAt', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000))
    .execute()
  const { kept } = await db
    .selectFrom('refusedInquiries')
    .select(({ fn }) => fn.countAll<bigint>().as('kept'))
    .executeTakeFirstOrThrow()
  const rows = Number(kept) >= ROWS_MAX ? withoutAddresses(added) : added
  if (rows.length === 0) return
  await db
    .insertInto('refusedInquiries')
    .values(
      rows.map(({ address, addressBookEntryId, count, firstAt, lastAt }) => ({
        address,
        addressBookEntryId,
        count: BigInt(count),
        firstAt,
        lastAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['address', 'addressBookEntryId']).doUpdateSet((eb) => ({
        count: sql<bigint>`refused_inquiries.count + excluded.count`,
        lastAt: eb.ref('excluded.lastAt'),
      })),
    )
    .execute()
}

/** Merges the rows into one per travel address. */
function withoutAddresses(rows: readonly RefusedRow[]): RefusedRow[] {
  return Array.from(Map.groupBy(rows, ({ addressBookEntryId }) => addressBookEntryId).values(), (same) => ({
    ...(same[0] as RefusedRow),
    address: OTHER_ADDRESSES,
    count: same.reduce((sum, { count }) => sum + count, 0),
    firstAt: new Date(Math.min(...same.map(({ firstAt }) => firstAt.getTime()))),
    lastAt: new Date(Math.max(...same.map(({ lastAt }) => lastAt.getTime()))),
  }))
}

/** Deletes the counts of refused inquiries, for one address or all. */
export async function forgetRefused(db: Kysely<Tables>, address: string | undefined): Promise<void> {
  let query = db.deleteFrom('refusedInquiries')
  if (address !== undefined) query = query.where('address', '=', address)
  await query.execute()
}

/** The inquiries sent from one address. */
export interface UnverifiedSource {
  /** Undefined for inquiries from before addresses were recorded. */
  readonly address: string | undefined
  readonly waiting: number
  readonly refused: number
  readonly travelAddresses: number
  readonly lastAt: Date
}

/** The addresses that sent open or refused inquiries, most active first. */
export async function listSources(db: Kysely<Tables>, limit: number): Promise<UnverifiedSource[]> {
  const { rows } = await sql<Record<'address', string | null> & Record<Counted, bigint> & { lastAt: Date }>`
    select
      address,
      sum(waiting) as waiting,
      sum(refused)::bigint as refused,
      count(distinct address_book_entry_id) as "travelAddresses",
      max(last_at) as "lastAt"
    from (
      select sender ->> 'address' as address, address_book_entry_id, 1::int as waiting, 0::bigint as refused,
        created_at as last_at
      from transfers where ${OPEN} and status = 'BLOCKED'
      union all
      select address, address_book_entry_id, 0, count, last_at from refused_inquiries
    ) as inquiry
    group by address
    order by sum(waiting) + sum(refused) desc, address
    limit ${limit}`.execute(db)
  return rows.map(({ address, waiting, refused, travelAddresses, lastAt }) => ({
    address: address ?? undefined,
    waiting: Number(waiting),
    refused: Number(refused),
    travelAddresses: Number(travelAddresses),
    lastAt,
  }))
}

type Counted = 'waiting' | 'refused' | 'travelAddresses'

/** The numbers of open and refused inquiries, and of the addresses that sent them. */
export interface UnverifiedTotals {
  readonly waiting: number
  readonly vasps: number
  readonly refused: number
  readonly addresses: number
}

/** The totals over everything that `listSources` would list. */
export async function totalUnverified(db: Kysely<Tables>): Promise<UnverifiedTotals> {
  const { rows } = await sql<Record<keyof UnverifiedTotals, bigint>>`
    select
      (select count(*) from transfers where ${OPEN} and status = 'BLOCKED') as waiting,
      (select count(distinct vasp_id) from transfers where ${OPEN} and status = 'BLOCKED') as vasps,
      (select coalesce(sum(count), 0)::bigint from refused_inquiries) as refused,
      (select count(*) from (
        select sender ->> 'address' from transfers where ${OPEN} and status = 'BLOCKED' and sender is not null
        union
        select address from refused_inquiries
      ) as source) as addresses`.execute(db)
  const [{ waiting, vasps, refused, addresses } = NOTHING] = rows
  return {
    waiting: Number(waiting),
    vasps: Number(vasps),
    refused: Number(refused),
    addresses: Number(addresses),
  }
}

const NOTHING = { waiting: 0n, vasps: 0n, refused: 0n, addresses: 0n }
