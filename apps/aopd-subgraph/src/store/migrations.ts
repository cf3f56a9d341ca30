import type { Migration } from '@travel-rule/database/migrate'
import { outboxMigration } from '@travel-rule/database/outbox'
import { outboxEpochMigration, outboxHomeMigration } from '@travel-rule/database/outbox-epoch'
import { dataKeysMigration } from '@travel-rule/database/record-keys'
import { sql } from 'kysely'

const columns = sql`
  id uuid not null,
  version integer not null,
  status text not null
    check (status in ('REQUESTED', 'VERIFIED', 'REJECTED', 'INCONCLUSIVE', 'EXPIRED', 'CANCELED', 'REVOKED')),
  asset text not null,
  address text,
  challenge text not null,
  token_sealed bytea not null,
  customer_reference_sealed bytea,
  transaction_id text,
  address_book_entry_id text,
  attempts integer not null check (attempts between 0 and attempts_max),
  attempts_max integer not null,
  submitted_address text,
  signature text,
  channel text check (channel in ('AOPP', 'PORTAL', 'API')),
  verdict_outcome text check (verdict_outcome in ('VALID', 'INVALID', 'INCONCLUSIVE')),
  verdict_code text,
  verdict_reason text,
  verifier text,
  decided_by text,
  revocation_reason_sealed bytea,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'VERIFIED' or (verdict_outcome = 'VALID' and address is not null))`

/** Creates `proof` with the current version of each proof, and `proof_version` with all versions. */
const createProof: Migration = {
  async up(db) {
    await sql`create table proof (${columns}, token_hash bytea not null unique, primary key (id))`.execute(db)
    await sql`create table proof_version (${columns}, primary key (id, version))`.execute(db)
    await sql`create index proof_created on proof (created_at, id)`.execute(db)
    await sql`create index proof_status on proof (status, created_at)`.execute(db)
    await sql`create index proof_address on proof (address, created_at)`.execute(db)
    await sql`create index proof_transaction on proof (transaction_id, created_at)`.execute(db)
    await sql`create index proof_address_book_entry on proof (address_book_entry_id, created_at)`.execute(db)
  },
}

/** Counts inconclusive attempts; previously, the first one ended a proof. */
const countInconclusiveAttempts: Migration = {
  expands: true,
  async up(db) {
    for (const table of ['proof', 'proof_version']) {
      await sql`alter table ${sql.table(table)} add column inconclusive_attempts integer not null default 0`.execute(db)
      await sql`update ${sql.table(table)} set inconclusive_attempts = 1 where verdict_outcome = 'INCONCLUSIVE'`.execute(
        db,
      )
    }
    await sql`create index proof_inconclusive on proof (created_at, id) where inconclusive_attempts > 0`.execute(db)
  },
}

/** Finds the assets in use when the service starts, and the proofs of one asset. */
const indexAssets: Migration = {
  expands: true,
  async up(db) {
    await sql`create index proof_asset on proof (asset, created_at)`.execute(db)
  },
}

/**
 * Sealed details, the columns by which sealed proofs are found, erasure and legal holds.
 *
 * Programs that do not know `details_sealed` cannot open the token of such a proof, so they never interpret
 * its missing address as any address.
 */
const sealProofs: Migration = {
  expands: true,
  async up(db) {
    for (const name of ['proof', 'proof_version']) {
      const table = sql.table(name)
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint
        where conrelid = ${name}::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%VERIFIED%VALID%address%'`.execute(
        db,
      )
      for (const constraint of rows) {
        await sql`alter table ${table} drop constraint ${sql.ref(constraint.name)}`.execute(db)
      }
      await sql`
        alter table ${table}
          alter column challenge drop not null,
          add column details_sealed bytea,
          add column erased_at timestamptz,
          add constraint ${sql.ref(`${name}_verified`)} check (
            status <> 'VERIFIED'
            or (verdict_outcome = 'VALID' and (address is not null or details_sealed is not null))) not valid,
          add constraint ${sql.ref(`${name}_details`)} check (
            case when details_sealed is null then challenge is not null
            else coalesce(challenge, address, submitted_address, signature, verdict_reason) is null end) not valid`.execute(
        db,
      )
    }
    await sql`alter table proof add column address_fingerprint bytea, add column customer_fingerprint bytea`.execute(db)
    await sql`
      create table legal_holds (
        proof_id uuid not null references proof on delete cascade,
        set_at timestamptz not null,
        set_by text not null,
        reason_sealed bytea not null,
        ended_at timestamptz,
        ended_by text,
        end_reason_sealed bytea,
        primary key (proof_id, set_at)
      )`.execute(db)
    await sql`create unique index legal_holds_current on legal_holds (proof_id) where ended_at is null`.execute(db)
  },
  indexes: {
    proof_plain: 'on proof (id) where details_sealed is null',
    proof_address_fingerprint: 'on proof (address_fingerprint, created_at) where address_fingerprint is not null',
    proof_customer_fingerprint: 'on proof (customer_fingerprint, id) where customer_fingerprint is not null',
  },
}

/** A person may accept what no verifier supports. */
const decideProofs: Migration = {
  expands: true,
  async up(db) {
    for (const name of ['proof', 'proof_version']) {
      const constraint = sql.ref(`${name}_verified`)
      await sql`
        alter table ${sql.table(name)} drop constraint ${constraint}, add constraint ${constraint} check (
          status <> 'VERIFIED'
          or ((verdict_outcome = 'VALID' or (verdict_outcome is not null and decided_by is not null))
            and (address is not null or details_sealed is not null))) not valid`.execute(db)
    }
  },
}

/** Finds the proofs whose retention period has ended. */
const indexEnded: Migration = {
  expands: true,
  async up() {},
  indexes: {
    proof_ended:
      "on proof (updated_at, id, transaction_id, status) where erased_at is null and status not in ('REQUESTED', 'VERIFIED')",
  },
}

/** Submissions that could not be verified use up no attempt. */
const countInvalidAttempts: Migration = {
  expands: true,
  async up(db) {
    for (const name of ['proof', 'proof_version']) {
      const table = sql.table(name)
      const before = sql.ref(`${name}_check`)
      await sql`
        alter table ${table} drop constraint ${before},
          add constraint ${sql.ref(`${name}_attempts`)} check (attempts - inconclusive_attempts between 0 and attempts_max) not valid`.execute(
        db,
      )
    }
  },
}

export const migrations = {
  '0001-outbox': outboxMigration,
  '0002-proof': createProof,
  '0003-inconclusive-attempts': countInconclusiveAttempts,
  '0004-outbox-epoch': outboxEpochMigration,
  '0005-proof-asset': indexAssets,
  '0006-data-keys': dataKeysMigration,
  '0007-sealed-proofs': sealProofs,
  '0012-decided-proofs': decideProofs,
  '0013-ended-proofs': indexEnded,
  '0014-outbox-home': outboxHomeMigration,
  '0015-invalid-attempts': countInvalidAttempts,
}
