import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

const COUNTED = sql.raw('direction, status, folder, delivery_state, vasp_id, asset_id')
const COUNTED_COLUMNS = sql.raw(`
  direction text not null,
  status text not null,
  folder text not null,
  delivery_state text not null,
  vasp_id uuid,
  asset_id text not null`)

const FOLDER = folderExpression('')

function folderExpression(row: string): string {
  const columns = ['status', 'direction', 'archived_at', 'delivery_state', 'delivery_kind', 'tx_hash']
  return `transfer_folder(${columns.map((column) => `${row}${column}`).join(', ')})`
}

const folderOf = (row = '') => sql.raw(folderExpression(row))

/** The order of a list of transfers; the last columns of every index for a filter. */
const LISTED = 'created_at desc, sequence desc'

/**
 * Counts that a trigger maintains, customer references by which transfers are found, and an index for every
 * filter of the list of transfers.
 *
 * It is a trigger because during an upgrade, processes that do not know the counts change transfers too.
 */
export const transferQueriesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table transfers add column customer_fingerprint bytea`.execute(db)
    await sql`
      create function transfer_folder(
        status text, direction text, archived_at timestamptz, delivery_state text, delivery_kind text, tx_hash text
      ) returns text
      language sql immutable parallel safe as $$
        select case
          when archived_at is not null then 'ARCHIVE'
          when tx_hash is not null and status <> 'CONFIRMED' then 'INBOX'
          when delivery_state = 'FAILED' and (delivery_kind, status) in (
            ('INQUIRY', 'PENDING'), ('INQUIRY', 'FAILED'), ('RESOLUTION', 'APPROVED'), ('RESOLUTION', 'DECLINED'),
            ('CONFIRMATION', 'CONFIRMED'), ('CANCELLATION', 'CANCELED'), ('CANCELLATION', 'EXPIRED')
          ) then 'INBOX'
          when status not in ('BLOCKED', 'PENDING', 'APPROVED') then 'ARCHIVE'
          when status = 'BLOCKED' or (status = 'PENDING') = (direction = 'RECEIVED') then 'INBOX'
          else 'WAITING'
        end
      $$`.execute(db)
    await sql`
      create table transfer_counts (
        ${COUNTED_COLUMNS},
        count bigint not null,
        unique nulls not distinct (${COUNTED})
      )`.execute(db)
    await sql`
      create table transfer_count_changes (
        id bigint generated always as identity primary key,
        ${COUNTED_COLUMNS},
        change integer not null
      )`.execute(db)
    await countFromNowOn.execute(db)
    // The triggers above hold a lock that blocks changes of transfers until this transaction commits.
    await sql`
      insert into transfer_counts (${COUNTED}, count)
      select direction, status, ${folderOf()}, delivery_state, vasp_id, asset_id, count(*)
      from transfers group by 1, 2, 3, 4, 5, 6`.execute(db)
  },
  indexes: {
    transfers_listed: `on transfers (${LISTED})`,
    transfers_by_direction: `on transfers (direction, ${LISTED})`,
    transfers_by_status: `on transfers (status, ${LISTED})`,
    transfers_by_folder: `on transfers (${FOLDER}, ${LISTED})`,
    transfers_by_delivery: `on transfers (delivery_state, ${LISTED})`,
    transfers_by_vasp: `on transfers (vasp_id, ${LISTED})`,
    transfers_by_asset: `on transfers (asset_id, ${LISTED})`,
    transfers_by_customer: `on transfers (customer_fingerprint, ${LISTED}) where customer_fingerprint <> ''::bytea`,
    transfers_without_fingerprint: 'on transfers (id) where customer_fingerprint is null',
    transfers_by_amount: 'on transfers (amount_unit, (amount::numeric))',
    transfers_by_hash: 'on transfers (lower(tx_hash) text_pattern_ops) where tx_hash is not null',
    transfers_by_address: 'on transfers (lower(address) text_pattern_ops) where address is not null',
    transfers_blocked: `on transfers (vasp_id, sequence) where status = 'BLOCKED'`,
    transfers_status: null,
    transfers_asset: null,
    transfers_vasp: null,
    transfers_vasp_sequence: null,
    transfers_tx_hash: null,
  },
}

const countFromNowOn = sql`
  create function count_transfer_change() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then
      insert into transfer_count_changes (${COUNTED}, change) values (
        old.direction, old.status, ${folderOf('old.')},
        old.delivery_state, old.vasp_id, old.asset_id, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into transfer_count_changes (${COUNTED}, change) values (
        new.direction, new.status, ${folderOf('new.')},
        new.delivery_state, new.vasp_id, new.asset_id, 1);
    end if;
    return null;
  end $$;
  create trigger transfers_counted after insert or delete on transfers
    for each row execute function count_transfer_change();
  create trigger transfers_recounted after update on transfers for each row
    when ((old.direction, old.status, ${folderOf('old.')}, old.delivery_state, old.vasp_id, old.asset_id)
      is distinct from (new.direction, new.status, ${folderOf('new.')}, new.delivery_state, new.vasp_id, new.asset_id))
    execute function count_transfer_change()`
