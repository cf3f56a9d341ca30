import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

const FACETS = sql.raw(`
  day date not null,
  name text not null,
  action text not null`)
/** Like the counts of events, these start three months before the current month. */
const FIRST = sql.raw(`date_trunc('month', now(), 'UTC') - interval '3 months'`)

/** Counts of each rule's decisions by day, maintained by a trigger and folded by `foldDeskCounts`. */
export const ruleCountsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table rule_counts (${FACETS}, count bigint not null, primary key (day, name, action));
      create table rule_count_changes (
        id bigint generated always as identity primary key, ${FACETS}, change integer not null);
      create function count_rule_decision() returns trigger language plpgsql as $$
      begin
        insert into rule_count_changes (day, name, action, change)
        values ((new.at at time zone 'UTC')::date, new.name, new.action, 1);
        return null;
      end $$;
      create trigger applied_rules_counted after insert on applied_rules for each row
        when (new.action in ('APPROVE', 'DECLINE')) execute function count_rule_decision();
      insert into rule_counts (day, name, action, count)
      select (at at time zone 'UTC')::date, name, action, count(*) from applied_rules
      where action in ('APPROVE', 'DECLINE') and at >= ${FIRST} group by 1, 2, 3`.execute(db)
  },
}
