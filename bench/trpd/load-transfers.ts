import { openDatabase } from '@travel-rule/database/database'
import { openSealer } from '@travel-rule/database/seal'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import type { BenchTrpd } from './bench-trpd.ts'

/** The reference of one of the 1,000 customers to whom the transactions belong. */
export const CUSTOMER = 'customer 7'
const VASPS = 200
const FAILED = 100

/**
 * Fills the database with transfers of three years, most of them CONFIRMED and delivered, with 200 VASPs, and 100 that
 * FAILED. trpd then builds the indexes when it starts, as after an upgrade.
 */
export async function loadTransfers({ databaseUrl, sealingKeys }: BenchTrpd, rows: number): Promise<void> {
  const options = { url: databaseUrl, migrations, applicationName: 'bench', statementTimeoutMs: 3_600_000 }
  await using database = await openDatabase(options)
  const { pool } = database
  const sealer = openSealer(sealingKeys)
  const indexes = Object.values(migrations).flatMap((each) => Object.entries(each.indexes ?? {}))
  for (const [name, definition] of indexes) if (definition !== null) await pool.query(`drop index if exists ${name}`)
  await pool.query('alter table transfers disable trigger user')
  await pool.query(`
    insert into vasps (id, version, name, host, url, trust, auto_approve, wire_profile, created_at, updated_at)
    select gen_random_uuid(), 1, 'VASP ' || n, 'vasp' || n || '.example', 'https://vasp' || n || '.example', 'TRUSTED', false,
      '{}', now(), now() from generate_series(1, ${VASPS}) as n`)
  const [fingerprint] = sealer.fingerprints(CUSTOMER, 'customer-reference')
  await pool.query('select setseed(0.5)')
  await pool.query(
    `with known as (select array_agg(id order by name) as ids from vasps), made as (
      select n, random() as kind, random() as whose, random() as asset, random() as customer,
        date_trunc('milliseconds', now() - ($1 - n) * interval '95 seconds') as at
      from generate_series(1, $1::int) as n
    )
    insert into transfers (id, direction, request_identifier, asset_id, amount, travel_address, vasp_id, protocol_version,
      ivms101_issues, private_sealed, customer_fingerprint, created_at, version, status, holds, amount_unit, address,
      tx_hash, delivery_state, delivery_kind, delivery_attempts, updated_at)
    select gen_random_uuid(), case when n % 3 = 0 then 'SENT' else 'RECEIVED' end, gen_random_uuid(),
      case when asset < 0.6 then 'btc' when asset < 0.9 then 'eth' else 'usdc-ethereum' end,
      trim(trailing '.' from trim(trailing '0' from round((0.0001 + 100 * power(whose, 6))::numeric, 6)::text)),
      'ta' || md5(n::text), ids[1 + floor(${VASPS} * power(whose, 3))::int], '3.2.1', '[]', '\\x00',
      case when customer < 0.001 then $2::bytea when customer < 0.5 then sha256(n::text::bytea) else ''::bytea end, at, 3,
      case when kind < 0.01 then 'PENDING' when kind < 0.02 then 'APPROVED' when kind < 0.021 then 'BLOCKED' else 'CONFIRMED' end,
      '[]', 'WHOLE', case when kind >= 0.01 and kind < 0.02 or kind >= 0.021 then 'bc1q' || md5('a' || n) end,
      case when kind >= 0.021 then md5('h' || n) || md5('i' || n) end,
      case when kind < 0.01 then 'NONE' when kind < 0.012 then 'RETRYING' else 'DELIVERED' end,
      case when kind >= 0.01 then 'RESOLUTION' end, case when kind < 0.01 then 0 else 1 end, at
    from made, known`,
    [rows, fingerprint],
  )
  const { rows: failed } = await pool.query(`
    select id from transfers where status = 'PENDING' order by md5(id::text) limit ${FAILED}`)
  for (const { id } of failed) {
    const reason = sealer.seal('The counterparty could not be reached.', `transfer:${id}:reason`)
    await pool.query(
      `update transfers set status = 'FAILED', reason_sealed = $2, delivery_state = 'FAILED', delivery_kind = 'INQUIRY' where id = $1`,
      [id, reason],
    )
  }
  await pool.query('delete from transfer_counts')
  await pool.query(`
    insert into transfer_counts (direction, status, folder, delivery_state, vasp_id, asset_id, count)
    select direction, status, transfer_folder(status, direction, archived_at, delivery_state, delivery_kind, tx_hash), delivery_state, vasp_id, asset_id, count(*)
    from transfers group by 1, 2, 3, 4, 5, 6`)
  await pool.query('alter table transfers enable trigger user')
}

/** Collects the statistics that a running server would have, once the indexes exist. */
export async function analyze({ databaseUrl }: BenchTrpd): Promise<void> {
  await using database = await openDatabase({
    url: databaseUrl,
    migrations,
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  })
  await database.pool.query('vacuum (analyze) transfers')
  await database.pool.query('vacuum (analyze) transfer_counts')
}
