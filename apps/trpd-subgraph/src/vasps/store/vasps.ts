import { entityOf, rowOf } from '@travel-rule/database/entity-columns'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AssetIdentifier } from '../../assets/domain/asset-identifier.ts'
import type { Tables, VaspRow } from '../../foundation/store/tables.ts'
import type { Trust, Vasp } from '../domain/vasp.ts'
import { hostsOf } from '../domain/vasp-hosts.ts'

/** Conditions that a VASP must satisfy. `search` is a case-insensitive part of the name, LEI or host. */
export interface VaspFilter {
  readonly search?: string | undefined
  readonly trust?: Trust | undefined
  /** The time by which the review is due; if absent, all VASPs match. */
  readonly reviewDueBy?: Date | undefined
}

/** The existing VASPs with these ids, in any order. */
export async function loadVasps(db: Kysely<Tables>, ids: readonly string[]): Promise<Vasp[]> {
  const rows = await db.selectFrom('vasps').select(VASP_COLUMNS).where('id', 'in', ids).execute()
  return rows.map(vaspOfRow)
}

/** The VASP with this id, locked until the transaction ends. */
export async function lockVasp(tx: Transaction<Tables>, id: string): Promise<Vasp | undefined> {
  const row = await tx.selectFrom('vasps').select(VASP_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && vaspOfRow(row)
}

/** Ids, hosts and LEIs of VASPs. */
export interface NamedVasps {
  readonly ids: readonly string[]
  readonly hosts: readonly string[]
  readonly leis: readonly string[]
}

/**
 * The VASPs with these ids, hosts or LEIs, locked, and the ids of the VASPs that own the hosts once the locks
 * are held. A VASP that acquired a host in the meantime is not locked.
 */
export async function lockVaspsNamed(
  tx: Transaction<Tables>,
  { ids, hosts, leis }: NamedVasps,
): Promise<{ readonly vasps: Vasp[]; readonly holders: [host: string, vaspId: string][] }> {
  const isNamed = sql<boolean>`(
    id = any(${ids}::uuid[]) or lei = any(${leis}::text[])
    or id in (select vasp_id from vasp_hosts where host = any(${hosts}::text[])))`
  const rows = await tx.selectFrom('vasps').select(VASP_COLUMNS).where(isNamed).orderBy('id').forUpdate().execute()
  const holders = await tx
    .selectFrom('vaspHosts')
    .select(['host', 'vaspId'])
    .where('host', '=', sql<string>`any(${hosts}::text[])`)
    .execute()
  return { vasps: rows.map(vaspOfRow), holders: holders.map(({ host, vaspId }) => [host, vaspId]) }
}

/** The VASP at `host`. */
export async function findVaspByHost(db: Kysely<Tables>, host: string): Promise<Vasp | undefined> {
  const row = await db.selectFrom('vasps').select(VASP_COLUMNS).where(hasHost(host)).executeTakeFirst()
  return row && vaspOfRow(row)
}

/** The VASP of the transfer with this id. */
export async function findVaspOfTransfer(db: Kysely<Tables>, transferId: string): Promise<Vasp | undefined> {
  const row = await db
    .selectFrom('vasps')
    .select(VASP_COLUMNS)
    .where('id', '=', (eb) => eb.selectFrom('transfers').select('vaspId').where('transfers.id', '=', transferId))
    .executeTakeFirst()
  return row && vaspOfRow(row)
}

/** The VASP at `host`, locked. */
export async function lockVaspByHost(tx: Transaction<Tables>, host: string): Promise<Vasp | undefined> {
  const query = tx.selectFrom('vasps').select(VASP_COLUMNS).where(hasHost(host)).forUpdate()
  return firstAtHost(query, host)
}

/** The VASP at `host`, protected from changes until this transaction ends; other transactions may still read it. */
export async function shareVaspByHost(tx: Transaction<Tables>, host: string): Promise<Vasp | undefined> {
  const query = tx.selectFrom('vasps').select(VASP_COLUMNS).where(hasHost(host)).forShare()
  return firstAtHost(query, host)
}

/** The VASPs with this LEI, oldest first, locked. */
export async function lockVaspsByLei(tx: Transaction<Tables>, lei: string): Promise<Vasp[]> {
  const rows = await tx
    .selectFrom('vasps')
    .select(VASP_COLUMNS)
    .where('lei', '=', lei)
    .orderBy('createdAt')
    .forUpdate()
    .execute()
  return rows.map(vaspOfRow)
}

/** The VASPs that have this key pinned, locked as by `shareVaspByHost`. */
export async function shareVaspsByKey(tx: Transaction<Tables>, key: string): Promise<Vasp[]> {
  const rows = await tx
    .selectFrom('vasps')
    .select(VASP_COLUMNS)
    .where(sql<boolean>`pinned_keys <> '[]' and pinned_keys @> ${JSON.stringify([key])}::jsonb`)
    .forShare()
    .execute()
  return rows.map(vaspOfRow)
}

/** The trusted VASPs with this LEI, locked as by `shareVaspByHost`. */
export async function shareTrustedVaspsByLei(tx: Transaction<Tables>, lei: string): Promise<Vasp[]> {
  const rows = await tx
    .selectFrom('vasps')
    .select(VASP_COLUMNS)
    .where('lei', '=', lei)
    .where('trust', '=', 'TRUSTED')
    .forShare()
    .execute()
  return rows.map(vaspOfRow)
}

/** A page of VASPs, by name. */
export async function listVasps(
  db: Kysely<Tables>,
  filter: VaspFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<Vasp[]> {
  const rows = await matching(db, filter)
    .select(VASP_COLUMNS)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map(vaspOfRow)
}

/** The VASPs after `after`, in the order of their ids. */
export async function listVaspsById(
  db: Kysely<Tables>,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Vasp[]> {
  const rows = await db
    .selectFrom('vasps')
    .select(VASP_COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(vaspOfRow)
}

/** The number of matching VASPs. */
export async function countVasps(db: Kysely<Tables>, filter: VaspFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a new VASP; `false` if another VASP has one of its hosts. */
export async function insertVasp(tx: Transaction<Tables>, vasp: Vasp): Promise<boolean> {
  if (!(await claimHosts(tx, vasp))) return false
  await tx.insertInto('vasps').values(rowOf(vasp, VASP_COLUMNS)).execute()
  return true
}

/** Claims the hosts of `vasp` before it is stored; `false` if another VASP has one of them. */
export async function claimHosts(tx: Transaction<Tables>, vasp: Vasp): Promise<boolean> {
  const rows = hostsOf(vasp).map((host) => ({ host, vaspId: vasp.id, addedAt: vasp.updatedAt }))
  if (rows.length === 0) return true
  await tx
    .insertInto('vaspHosts')
    .values(rows)
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute()
  const claimed = await tx
    .selectFrom('vaspHosts')
    .select('host')
    .where('vaspId', '=', vasp.id)
    .where('host', 'in', hostsOf(vasp))
    .execute()
  return claimed.length === rows.length
}

/** Stores the next version of a VASP. Throws if it was changed concurrently. */
export async function updateVasp(tx: Transaction<Tables>, vasp: Vasp): Promise<void> {
  const { id, ...columns } = rowOf(vasp, VASP_COLUMNS)
  const updated = await tx
    .updateTable('vasps')
    .set(columns)
    .where('id', '=', id)
    .where('version', '=', vasp.version - 1)
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new Error('the VASP was changed concurrently')
}

/**
 * Stores VASPs that are new or locked, and their hosts, in this order. `false` if another VASP has one of the
 * hosts: the transaction must then be rolled back.
 */
export async function storeVasps(tx: Transaction<Tables>, vasps: readonly Vasp[]): Promise<boolean> {
  if (vasps.length === 0) return true
  try {
    await tx
      .insertInto('vasps')
      .values(vasps.map((vasp) => rowOf(vasp, VASP_COLUMNS)))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(VASP_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** SQLSTATE of PostgreSQL. */
const UNIQUE_VIOLATION = '23505'

/** Stores the TRP version of the VASP's latest response. This creates no new version of the record. */
export async function noteApiVersion(db: Kysely<Tables>, id: string, version: string): Promise<void> {
  await db
    .updateTable('vasps')
    .set({ apiVersion: version })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('apiVersion', 'is', null), eb('apiVersion', '!=', version)]))
    .execute()
}

/**
 * Stores when discovery last ran for the VASP; null makes it run again before the next inquiry. This creates
 * no new version of the record.
 */
export async function noteDiscoveryTime(db: Kysely<Tables>, id: string, at: Date | null): Promise<void> {
  await db.updateTable('vasps').set({ discoveredAt: at }).where('id', '=', id).execute()
}

/**
 * Records that the VASP has accepted an inquiry with this asset identifier. This creates no new version of
 * the record.
 */
export async function noteAcceptedIdentifier(
  db: Kysely<Tables>,
  id: string,
  { assetId, identifier }: { readonly assetId: string; readonly identifier: AssetIdentifier },
): Promise<void> {
  await sql`
    update vasps
    set learned_identifiers = jsonb_set(
      learned_identifiers,
      array[${assetId}],
      coalesce(learned_identifiers -> ${assetId}::text, '{"refused": []}') || jsonb_build_object('accepted', ${identifier}::text)
    )
    where id = ${id} and learned_identifiers -> ${assetId}::text ->> 'accepted' is distinct from ${identifier}::text`.execute(
    db,
  )
}

function matching(db: Kysely<Tables>, { search, trust, reviewDueBy }: VaspFilter) {
  let query = db.selectFrom('vasps')
  if (trust !== undefined) query = query.where('trust', '=', trust)
  if (reviewDueBy !== undefined) {
    query = query.where(sql<boolean>`due_diligence is not null
      and (due_diligence ->> 'nextReviewAt') collate "C" <= ${reviewDueBy.toISOString()}`)
  }
  if (search !== undefined && search !== '') {
    // PostgreSQL strings cannot contain NUL; such a parameter would be an error.
    if (search.includes('\0')) return query.where((eb) => eb.lit(false))
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('name', 'ilike', pattern),
        eb('lei', 'ilike', pattern),
        eb('host', 'ilike', pattern),
        furtherHostLike(pattern),
      ]),
    )
  }
  return query
}

/**
 * The VASP that a locking query finds at `host`. PostgreSQL does not look up the host again after waiting for
 * the lock, so if the VASP has lost the host in the meantime, the query is repeated.
 */
async function firstAtHost(
  query: { executeTakeFirst(): Promise<VaspRow | undefined> },
  host: string,
): Promise<Vasp | undefined> {
  const row = await query.executeTakeFirst()
  const vasp = row && vaspOfRow(row)
  if (vasp === undefined || hostsOf(vasp).includes(host)) return vasp
  const next = await query.executeTakeFirst()
  return next && vaspOfRow(next)
}

/** The condition that the VASP has this host, as that of its url or as a further one. */
function hasHost(host: string) {
  return sql<boolean>`vasps.id = (select vasp_id from vasp_hosts where vasp_hosts.host = ${host})`
}

function furtherHostLike(pattern: string) {
  return sql<boolean>`exists (select from jsonb_array_elements_text(further_hosts) as further where further ilike ${pattern})`
}

/** All columns; a field of `Vasp` that is missing here is a type error. */
const VASP_COLUMNS = Object.keys({
  id: true,
  version: true,
  name: true,
  lei: true,
  url: true,
  host: true,
  furtherHosts: true,
  removedHosts: true,
  trust: true,
  trustNote: true,
  autoApprove: true,
  autoApproveLimits: true,
  dueDiligence: true,
  pinnedKeys: true,
  requiresMutualTls: true,
  wireProfile: true,
  learnedIdentifiers: true,
  apiVersion: true,
  discovery: true,
  discoveredAt: true,
  downgradedTo: true,
  createdAt: true,
  updatedAt: true,
} satisfies Record<keyof Vasp, true>) as (keyof Vasp)[]

function vaspOfRow(row: VaspRow): Vasp {
  const { host, furtherHosts } = row
  return { ...entityOf(row), furtherHosts: furtherHosts.filter((each) => each !== host) }
}
