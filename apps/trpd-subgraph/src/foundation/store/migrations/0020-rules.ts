import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** All versions of the rules, their application to transfers, and the operator's rates. */
export const rulesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table rule_sets (
        version integer primary key check (version > 0),
        id uuid not null unique,
        rules jsonb not null,
        note text,
        author text not null,
        created_at timestamptz not null
      )`.execute(db)
    await sql`
      create table applied_rules (
        transfer_id uuid not null references transfers on delete cascade,
        rules_version integer not null,
        name text not null,
        action text not null check (action in ('APPROVE', 'DECLINE', 'HOLD', 'ASK', 'ASSIGN')),
        transfer_version integer not null,
        at timestamptz not null,
        primary key (transfer_id, rules_version, name)
      )`.execute(db)
    await sql`
      create table rates (
        asset_id text not null,
        currency text not null,
        value text not null,
        at timestamptz not null,
        set_by text not null,
        primary key (asset_id, currency)
      )`.execute(db)
  },
}
