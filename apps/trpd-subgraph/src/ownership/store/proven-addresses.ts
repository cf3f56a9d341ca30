import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { canonicalAddress } from '../../assets/domain/ledger-string.ts'
import type { ProofSourceState } from '../../checks/domain/check.ts'
import { customerFingerprints } from '../../customers/store/customer-fingerprints.ts'
import type { ProvenAddressTable, Tables } from '../../foundation/store/tables.ts'

/** The source whose proofs are read: the name of its feed cursor. */
export const PROOF_SOURCE = 'aopd'

/** Maximum number of proofs considered per address: those not revoked first, and our own first among them. */
const PROOFS_MAX = 50

/** A verified proof, as seen in the feed. */
export interface VerifiedProof {
  readonly id: string
  readonly address: string
  readonly method: string
  readonly customerReference: string | undefined
  readonly transactionId: string | undefined
  readonly verifiedAt: Date
}

export type ProvenAddress = Selectable<ProvenAddressTable>

/** Wallets, by address or by the fingerprint stored with a proof. */
interface Wallets {
  readonly addresses: readonly string[]
  readonly fingerprints: readonly Buffer[]
}

/** Until the transaction ends, no other transaction can share these wallets. */
export async function lockWallets(
  tx: Transaction<Tables>,
  sealer: Sealer,
  { addresses, fingerprints }: Wallets,
): Promise<void> {
  if (addresses.length + fingerprints.length === 0) return
  const all = [...addresses.flatMap((address) => addressFingerprints(sealer, address)), ...fingerprints]
  await lockFingerprints(tx, all, 'pg_advisory_xact_lock')
}

/**
 * Until the transaction ends, no other transaction can change the proofs of this wallet; one that waits to do
 * so then finds the transfers stored by this one.
 */
export async function shareWallet(tx: Transaction<Tables>, sealer: Sealer, address: string): Promise<void> {
  await lockFingerprints(tx, addressFingerprints(sealer, address), 'pg_advisory_xact_lock_shared')
}

/**
 * Locks the fingerprints of all keys, in a fixed order: a proof stored before a rotation has the fingerprint
 * of an older key.
 */
async function lockFingerprints(tx: Transaction<Tables>, fingerprints: readonly Buffer[], lock: LockFunction) {
  await sql`select ${sql.raw(lock)}(key) from (
    select distinct hashtextextended(encode(fingerprint, 'hex'), 0) as key
    from unnest(${[...fingerprints]}::bytea[]) as fingerprint order by key) as keys`.execute(tx)
}

type LockFunction = 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'

/** Stores proofs with distinct ids. A proof that is already stored keeps its revocation. */
export async function saveProofs(
  tx: Transaction<Tables>,
  sealer: Sealer,
  proofs: readonly VerifiedProof[],
): Promise<void> {
  if (proofs.length === 0) return
  const customerOf = ({ customerReference: reference }: VerifiedProof) =>
    reference === undefined ? null : customerFingerprints(sealer, reference)[0]
  await sql`
    insert into proven_addresses
      (proof_id, address_fingerprint, customer_fingerprint, transaction_id, method, verified_at)
    select * from unnest(
      ${proofs.map(({ id }) => id)}::text[],
      ${proofs.map(({ address }) => addressFingerprints(sealer, address)[0])}::bytea[],
      ${proofs.map(customerOf)}::bytea[],
      ${proofs.map(({ transactionId }) => transactionId ?? null)}::text[],
      ${proofs.map(({ method }) => method)}::text[],
      ${proofs.map(({ verifiedAt }) => verifiedAt)}::timestamptz[])
    on conflict (proof_id) do update set
      address_fingerprint = excluded.address_fingerprint, customer_fingerprint = excluded.customer_fingerprint,
      transaction_id = excluded.transaction_id, method = excluded.method, verified_at = excluded.verified_at`.execute(
    tx,
  )
}

/** When a proof was revoked. */
export interface Revocation {
  readonly id: string
  readonly at: Date
}

/** Marks stored proofs as revoked. */
export async function markRevoked(tx: Transaction<Tables>, revocations: readonly Revocation[]): Promise<void> {
  if (revocations.length === 0) return
  await sql`
    update proven_addresses set revoked_at = revoked.at
    from unnest(${revocations.map(({ id }) => id)}::text[], ${revocations.map(({ at }) => at)}::timestamptz[])
      as revoked (id, at)
    where proof_id = revoked.id`.execute(tx)
}

export async function eraseProofs(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from proven_addresses where proof_id = any(${[...ids]}::text[])`.execute(tx)
}

/** Deletes all proofs, before all of them are read again. Until then nothing is known. */
export async function forgetProofs(tx: Transaction<Tables>): Promise<void> {
  await tx.deleteFrom('provenAddresses').execute()
  await tx.deleteFrom('proofFeed').where('source', '=', PROOF_SOURCE).execute()
}

/**
 * Records that everything in the source has now been read, by the clock of the database. If the previous such
 * time is so long ago that the proofs were unreliable in between, returns it; the first time, returns the
 * epoch.
 */
export async function markCaughtUp(tx: Transaction<Tables>, ageMaxSeconds: number): Promise<Date | undefined> {
  const { rows } = await sql<{ before: Date | null; isLongAgo: boolean | null }>`
    with previous as (select caught_up_at from proof_feed where source = ${PROOF_SOURCE})
    insert into proof_feed (source, caught_up_at) values (${PROOF_SOURCE}, now())
    on conflict (source) do update set caught_up_at = now()
    returning (select caught_up_at from previous) as before,
      (select caught_up_at < now() - make_interval(secs => ${ageMaxSeconds}) from previous) as is_long_ago`.execute(tx)
  const { before, isLongAgo } = rows[0] ?? { before: null, isLongAgo: null }
  if (before === null) return new Date(0)
  return isLongAgo === true ? before : undefined
}

/** The proofs to search for. */
export interface ProofSearch {
  readonly address: string
  /** The fingerprints of our customer, and our transfer: proofs of these come before others. */
  readonly customerFingerprints: readonly Buffer[]
  readonly transactionId: string
  /** Maximum time since the proofs were last read. */
  readonly ageMaxSeconds: number
}

/** The proofs of an address and whether they are reliable, in one statement. */
export async function findProofs(
  db: Kysely<Tables>,
  sealer: Sealer,
  { address, customerFingerprints: customers, transactionId, ageMaxSeconds }: ProofSearch,
): Promise<{ readonly state: ProofSourceState; readonly proofs: readonly ProvenAddress[] }> {
  const { rows } = await sql<FoundRow>`
    select feed.is_stopped, feed.age_seconds, proof.*
    from (
      select
        exists (select from feed_cursor where source = ${PROOF_SOURCE} and stopped_at is not null) as is_stopped,
        (select extract(epoch from now() - caught_up_at)::float8
          from proof_feed where source = ${PROOF_SOURCE}) as age_seconds
    ) as feed
    left join lateral (
      select * from proven_addresses where address_fingerprint = any(${[...addressFingerprints(sealer, address)]})
      order by revoked_at is not null, coalesce(customer_fingerprint = any(${[...customers]}::bytea[]), false)
        or coalesce(transaction_id = ${transactionId}, false) desc, verified_at desc
      limit ${PROOFS_MAX}
    ) as proof on true`.execute(db)
  return { state: stateOf(rows[0], ageMaxSeconds), proofs: rows.filter(hasProof) }
}

type FeedColumns = { readonly isStopped: boolean; readonly ageSeconds: number | null }
type FoundRow = FeedColumns & (ProvenAddress | { readonly proofId: null })

function hasProof(row: FoundRow): row is FeedColumns & ProvenAddress {
  return row.proofId !== null
}

function stateOf(feed: FeedColumns | undefined, ageMaxSeconds: number): ProofSourceState {
  if (feed?.isStopped === true) return 'STOPPED'
  if (feed === undefined || feed.ageSeconds === null) return 'NOT_READ'
  return feed.ageSeconds > ageMaxSeconds ? 'BEHIND' : 'READ'
}

function addressFingerprints({ fingerprints }: Sealer, address: string): readonly [Buffer, ...Buffer[]] {
  return fingerprints(canonicalAddress(address), 'proven-address')
}

/** Time after its creation in which a transfer is checked again because of changed proofs, in days. */
const CHECKED_AGAIN_DAYS = 30
/** Maximum number of transfers that are checked again, per address and in total. */
const CHECKED_AGAIN_MAX = { wallet: 100, all: 1_000 }

/** The newest recent transfers with a self-hosted wallet that pay to or from each address. */
export async function listTransfersOfWallets(tx: Transaction<Tables>, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct recent.id from unnest(${[...addresses]}::text[]) as wallets (wallet) cross join lateral (
      ${RECENT_TRANSFERS} and (lower(address) = lower(wallet) or lower(origin_address) = lower(wallet))
      order by created_at desc, id limit ${CHECKED_AGAIN_MAX.wallet}) as recent`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The wallet fingerprints of stored proofs, whose addresses may no longer be known. */
export async function loadWallets(tx: Transaction<Tables>, proofIds: readonly string[]): Promise<Buffer[]> {
  if (proofIds.length === 0) return []
  const { rows } = await sql<{ addressFingerprint: Buffer }>`
    select distinct address_fingerprint from proven_addresses
    where proof_id = any(${[...proofIds]}::text[])`.execute(tx)
  return rows.map(({ addressFingerprint }) => addressFingerprint)
}

/** The newest recent transfers of locked wallets of which only the fingerprint is known. */
export async function listTransfersOfFingerprints(
  tx: Transaction<Tables>,
  sealer: Sealer,
  fingerprints: readonly Buffer[],
): Promise<readonly string[]> {
  if (fingerprints.length === 0) return []
  const wallets = new Set(fingerprints.map((fingerprint) => fingerprint.toString('hex')))
  const { rows } = await sql<{ id: string; addresses: string[] }>`
    select id, array_remove(array[address, origin_address], null) as addresses from (${RECENT_TRANSFERS}) as recent
    order by created_at desc, id limit ${CHECKED_AGAIN_MAX.all}`.execute(tx)
  const isOfWallet = (address: string) =>
    addressFingerprints(sealer, address).some((fingerprint) => wallets.has(fingerprint.toString('hex')))
  return rows.filter(({ addresses }) => addresses.some(isOfWallet)).map(({ id }) => id)
}

/** The newest recent transfers with any self-hosted wallet that were created after `since`. */
export async function listTransfersSince(tx: Transaction<Tables>, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${RECENT_TRANSFERS} and created_at >= ${since}
    order by created_at desc, id limit ${CHECKED_AGAIN_MAX.all}`.execute(tx)
  return rows.map(({ id }) => id)
}

const RECENT_TRANSFERS = sql`
  select id, address, origin_address, created_at from transfers
  where channel = 'SELF_HOSTED' and erased_at is null and archived_at is null
    and created_at > now() - make_interval(days => ${sql.lit(CHECKED_AGAIN_DAYS)})`
