import { readAgainIfErased } from '@travel-rule/database/read-again'
import { insertDataKey } from '@travel-rule/database/record-keys'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containsTokens, nameTokens } from '../../foundation/store/name-tokens.ts'
import type { CustomerRow, Tables } from '../../foundation/store/tables.ts'
import { hasTravelAddress } from '../../transfers/store/transfer-conditions.ts'
import type { Customer } from '../domain/customer.ts'
import { customerNames } from '../domain/customer.ts'
import { customerFingerprints } from './customer-fingerprints.ts'

/** Conditions on customers; absent conditions match all. */
export interface CustomerFilter {
  /** Any of the fingerprints of a customer reference. */
  readonly fingerprints?: readonly Buffer[] | undefined
  /** As returned by `searchedTokens`. */
  readonly nameTokens?: readonly string[][] | undefined
}

/** The customer whose reference has any of these fingerprints. */
export async function findCustomer(
  db: Kysely<Tables>,
  sealer: Sealer,
  fingerprints: readonly Buffer[],
): Promise<Customer | undefined> {
  const found = db
    .selectFrom('customers')
    .selectAll()
    .where('referenceFingerprint', 'in', [...fingerprints])
  return readAgainIfErased(async () => {
    const row = await found.executeTakeFirst()
    return row && customerOfRow(row, await sealer.records.of(db, row.id))
  })
}

/** The customers with these references, in the same order. */
export async function loadCustomersOf(
  db: Kysely<Tables>,
  sealer: Sealer,
  references: readonly string[],
): Promise<(Customer | undefined)[]> {
  const fingerprints = references.map((reference) => customerFingerprints(sealer, reference))
  const rows = await db
    .selectFrom('customers')
    .selectAll()
    .where('referenceFingerprint', 'in', fingerprints.flat())
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  const found = new Map(
    rows.map((row) => [row.referenceFingerprint.toString('hex'), customerOfRow(row, keyOf(row.id))]),
  )
  return fingerprints.map((own) => own.map((one) => found.get(one.toString('hex'))).find((one) => one !== undefined))
}

/** Like `findCustomer`, with a lock: until the transaction ends, no other transaction can add that customer. */
export async function lockCustomer(
  tx: Transaction<Tables>,
  sealer: Sealer,
  fingerprints: readonly [Buffer, ...Buffer[]],
): Promise<Customer | undefined> {
  await sql`select pg_advisory_xact_lock(${lockKey(fingerprints)})`.execute(tx)
  return findCustomer(tx, sealer, fingerprints)
}

/** Until the transaction ends, no other transaction can lock the customer with these fingerprints. */
export async function shareCustomer(
  tx: Transaction<Tables>,
  fingerprints: readonly [Buffer, ...Buffer[]],
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(fingerprints)})`.execute(tx)
}

function lockKey([fingerprint]: readonly [Buffer, ...Buffer[]]) {
  return sql`hashtextextended(encode(${fingerprint}, 'hex'), 0)`
}

/** A page of matching customers, newest first. */
export async function listCustomers(
  db: Kysely<Tables>,
  sealer: Sealer,
  filter: CustomerFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<Customer[]> {
  let query = db.selectFrom('customers').selectAll()
  if (filter.fingerprints !== undefined) {
    query = query.where('referenceFingerprint', 'in', [...filter.fingerprints])
  }
  if (filter.nameTokens !== undefined) query = query.where(containsTokens(sql.ref('nameTokens'), filter.nameTokens))
  const rows = await query.orderBy('createdAt', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => customerOfRow(row, keyOf(row.id)))
}

/** Stores the first or next version of a customer, which `lockCustomer` has locked. */
export async function saveCustomer(
  tx: Transaction<Tables>,
  sealer: Sealer,
  customer: Customer,
  fingerprint: Buffer,
): Promise<void> {
  const { id, version, reference, name, person, accounts } = customer
  const key = version === 1 ? await sealer.records.create('CUSTOMER', id) : await sealer.records.of(tx, id)
  const columns = {
    version,
    referenceFingerprint: fingerprint,
    personalSealed: key.seal(JSON.stringify({ reference, name, person, accounts }), customerContext(id)),
    nameTokens: sql<string[]>`${nameTokens(sealer, customerNames(customer))}::bigint[]`,
    updatedAt: customer.updatedAt,
  }
  await tx
    .with('keyed', () => insertDataKey(key))
    .insertInto('customers')
    .values({ id, createdAt: customer.createdAt, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** The PENDING inquiries for a customer or to a travel address, oldest first. */
export async function listPendingOf(
  db: Kysely<Tables>,
  { fingerprints = [], travelAddress }: { readonly fingerprints?: readonly Buffer[]; readonly travelAddress?: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('direction', '=', 'RECEIVED')
    .where('status', '=', 'PENDING')
    .where((eb) =>
      travelAddress === undefined
        ? eb.and([eb('customerFingerprint', 'in', [...fingerprints]), sql<boolean>`customer_fingerprint <> ''::bytea`])
        : hasTravelAddress(travelAddress),
    )
    .orderBy('createdAt')
    .limit(PENDING_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** Maximum number of inquiries whose checks are repeated after one change. */
const PENDING_MAX = 200

function customerOfRow(row: CustomerRow, key: Sealing): Customer {
  const personal = JSON.parse(key.open(row.personalSealed, customerContext(row.id)).toString())
  return {
    id: row.id,
    version: row.version,
    ...(personal as Pick<Customer, 'reference' | 'name' | 'person' | 'accounts'>),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export function customerContext(id: string): string {
  return `customer:${id}:personal`
}
