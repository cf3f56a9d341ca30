import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * Further hosts of VASPs. A trigger keeps all hosts of all VASPs in `vasp_hosts`, so that no two VASPs have
 * the same host, even while an older replica changes `vasps.host`.
 *
 * The foreign key is deferred, because a host is claimed before its VASP is inserted.
 */
export const vaspHostsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table vasps add column further_hosts jsonb not null default '[]';
      create table vasp_hosts (
        host text primary key,
        vasp_id uuid not null references vasps deferrable initially deferred,
        added_at timestamptz not null
      );
      create index vasp_hosts_vasp on vasp_hosts (vasp_id);
      create function keep_vasp_hosts() returns trigger language plpgsql as $$
      declare
        hosts text[] := array(
          select new.host where new.host is not null union select jsonb_array_elements_text(new.further_hosts));
      begin
        delete from vasp_hosts where vasp_id = new.id and host <> all (hosts);
        insert into vasp_hosts (host, vasp_id, added_at)
        select added, new.id, new.updated_at from unnest(hosts) as added
        where not exists (select from vasp_hosts as known where known.host = added and known.vasp_id = new.id);
        return null;
      end $$;
      create trigger vasps_hosts_added after insert on vasps for each row execute function keep_vasp_hosts();
      create trigger vasps_hosts_changed after update of host, further_hosts on vasps for each row
        when (old.host is distinct from new.host or old.further_hosts <> new.further_hosts)
        execute function keep_vasp_hosts();
      insert into vasp_hosts (host, vasp_id, added_at) select host, id, created_at from vasps where host is not null`.execute(
      db,
    )
  },
}
