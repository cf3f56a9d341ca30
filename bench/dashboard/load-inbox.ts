import { openDatabase } from '@travel-rule/database/database'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'

const VASPS = 20

/**
 * Fills a running node with inquiries waiting for a decision, and with the history that live updates read. The
 * triggers open and count their cases.
 */
export async function loadInbox(databaseUrl: string, rows: number): Promise<void> {
  const options = { url: databaseUrl, migrations, applicationName: 'bench', statementTimeoutMs: 600_000 }
  await using database = await openDatabase(options)
  const { pool } = database
  await pool.query(`
    insert into vasps (id, version, name, host, url, trust, auto_approve, wire_profile, created_at, updated_at)
    select gen_random_uuid(), 1, 'VASP ' || n, 'vasp' || n || '.example', 'https://vasp' || n || '.example', 'TRUSTED', false,
      '{}', now(), now() from generate_series(1, ${VASPS}) as n`)
  await pool.query(
    `with known as (select array_agg(id) as ids from vasps where host like 'vasp%.example')
    insert into transfers (id, direction, request_identifier, asset_id, amount, travel_address, vasp_id, protocol_version,
      ivms101_issues, private_sealed, customer_fingerprint, created_at, version, status, holds, amount_unit,
      delivery_state, delivery_attempts, updated_at)
    select gen_random_uuid(), 'RECEIVED', gen_random_uuid(), (array['btc', 'eth', 'usdc-ethereum'])[1 + n % 3],
      (1 + n % 97) || '.25', 'ta' || md5(n::text), ids[1 + n % ${VASPS}], '3.2.1', '[]', '\\x00', ''::bytea,
      now() - ($1 - n) * interval '95 seconds', 1, 'PENDING', '[]', 'WHOLE', 'NONE', 0,
      now() - ($1 - n) * interval '95 seconds'
    from generate_series(1, $1::int) as n, known`,
    [rows],
  )
  const { rows: shared } = await pool.query<{ name: string }>(`
    select column_name as name from information_schema.columns where table_schema = current_schema and table_name = 'transfers'
    intersect select column_name from information_schema.columns where table_schema = current_schema and table_name = 'transfer_history'`)
  const columns = shared.map(({ name }) => name).join(', ')
  await pool.query(`
    insert into transfer_history (transfer_id, event, actor_type, actor_id, ${columns})
    select id, 'transfer.received', 'COUNTERPARTY', vasp_id, ${columns} from transfers
    where not exists (select from transfer_history where transfer_id = transfers.id)`)
  for (const table of ['transfers', 'transfer_history', 'cases']) await pool.query(`analyze ${table}`)
}
