-- The database aopd of a node of version 0.1.0, recorded after its `npm run demo`.
create table kysely_migration (
  name character varying(255) not null,
  timestamp character varying(255) not null
);
create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0
);
create table outbox (
  position bigint generated always as identity,
  id uuid not null,
  type text not null,
  subject_type text not null,
  subject_id text not null,
  actor_type text not null,
  actor_id text not null,
  actor_name text,
  at timestamp with time zone not null,
  detail jsonb not null
);
create table proof (
  id uuid not null,
  version integer not null,
  status text not null,
  asset text not null,
  address text,
  challenge text not null,
  token_sealed bytea not null,
  customer_reference_sealed bytea,
  transaction_id text,
  address_book_entry_id text,
  attempts integer not null,
  attempts_max integer not null,
  submitted_address text,
  signature text,
  channel text,
  verdict_outcome text,
  verdict_code text,
  verdict_reason text,
  verifier text,
  decided_by text,
  revocation_reason_sealed bytea,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  token_hash bytea not null
);
create table proof_version (
  id uuid not null,
  version integer not null,
  status text not null,
  asset text not null,
  address text,
  challenge text not null,
  token_sealed bytea not null,
  customer_reference_sealed bytea,
  transaction_id text,
  address_book_entry_id text,
  attempts integer not null,
  attempts_max integer not null,
  submitted_address text,
  signature text,
  channel text,
  verdict_outcome text,
  verdict_code text,
  verdict_reason text,
  verifier text,
  decided_by text,
  revocation_reason_sealed bytea,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
insert into kysely_migration (name, timestamp) overriding system value values
  ('0001-outbox', '2026-11-28T10:25:49.087Z'),
  ('0002-proof', '2026-11-28T10:25:49.120Z');
insert into kysely_migration_lock (id, is_locked) overriding system value values
  ('migration_lock', '0');
insert into outbox (position, id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail) overriding system value values
  ('1', 'ee110815-2b66-4ee3-9403-4fc3f0b161e8', 'proof.requested', 'proof', '745bdb37-f0f5-447c-97e1-65981277ba76', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.742+00', '{"asset": "BTC", "method": "SIGNATURE", "status": "REQUESTED", "version": 1, "attempts": 0, "transactionId": "f282d8c8-b6dc-4a01-8a11-05ac75b83ce4", "addressBookEntryId": null}'),
  ('2', 'd4883663-9796-43fc-8583-718b63921de2', 'proof.verified', 'proof', '745bdb37-f0f5-447c-97e1-65981277ba76', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.822+00', '{"asset": "BTC", "method": "SIGNATURE", "status": "VERIFIED", "channel": "API", "outcome": "VALID", "version": 2, "attempts": 1, "verifier": "bitcoin-message/1", "verdictCode": "SIGNATURE_VALID", "transactionId": "f282d8c8-b6dc-4a01-8a11-05ac75b83ce4", "addressBookEntryId": null}');
select setval(pg_get_serial_sequence('outbox', 'position'), max(position)) from outbox;
insert into proof (id, version, status, asset, address, challenge, token_sealed, customer_reference_sealed, transaction_id, address_book_entry_id, attempts, attempts_max, submitted_address, signature, channel, verdict_outcome, verdict_code, verdict_reason, verifier, decided_by, revocation_reason_sealed, expires_at, created_at, updated_at, token_hash) overriding system value values
  ('745bdb37-f0f5-447c-97e1-65981277ba76', '2', 'VERIFIED', 'BTC', 'bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl', 'I confirm to Example VASP that I control the BTC address bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl. Proof 745bdb37-f0f5-447c-97e1-65981277ba76, nonce 7165ac2bfb1b9d1ed572583d5e8d9c5f, valid until 2026-12-05T10:26:05.742Z. Signing this moves no funds.', E'\\x01086133363364346135a5deab96ea2a52b50445bc77ebc60c5229b50d1d549246c714fe9064d270802da193eeebed2f49d2996dec6b56b24f19dc3700323bec9ccf10dca04ad9f067427c3ba8d868831b', NULL, 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', NULL, '1', '5', 'bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl', 'IEezvC30VwucruGQppbN7XbSjBLcheMiY1ek7YVgdPShczDBGI6U37B7BtS8f6++7OA159VQkkkfw0xkbQ7oGrE=', 'API', 'VALID', 'SIGNATURE_VALID', 'signed by the key of the address (legacy or AOPP)', 'bitcoin-message/1', NULL, NULL, '2026-12-05 10:26:05.742+00', '2026-11-28 10:26:05.742+00', '2026-11-28 10:26:05.822+00', E'\\x95ae707fdf99455028977845c4fe392852f0643f7b2ba947cef1692a95bc3486');
insert into proof_version (id, version, status, asset, address, challenge, token_sealed, customer_reference_sealed, transaction_id, address_book_entry_id, attempts, attempts_max, submitted_address, signature, channel, verdict_outcome, verdict_code, verdict_reason, verifier, decided_by, revocation_reason_sealed, expires_at, created_at, updated_at) overriding system value values
  ('745bdb37-f0f5-447c-97e1-65981277ba76', '1', 'REQUESTED', 'BTC', 'bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl', 'I confirm to Example VASP that I control the BTC address bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl. Proof 745bdb37-f0f5-447c-97e1-65981277ba76, nonce 7165ac2bfb1b9d1ed572583d5e8d9c5f, valid until 2026-12-05T10:26:05.742Z. Signing this moves no funds.', E'\\x01086133363364346135fbef983d95188339c974d438c70a12bca3446cda04daf3b3c591afee624d9cda758071b3f9c5648312e8fd924865da6928e5e5d6d0f6294c9700efe6e18c316ed79c6b09176b5b', NULL, 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', NULL, '0', '5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-12-05 10:26:05.742+00', '2026-11-28 10:26:05.742+00', '2026-11-28 10:26:05.742+00'),
  ('745bdb37-f0f5-447c-97e1-65981277ba76', '2', 'VERIFIED', 'BTC', 'bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl', 'I confirm to Example VASP that I control the BTC address bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl. Proof 745bdb37-f0f5-447c-97e1-65981277ba76, nonce 7165ac2bfb1b9d1ed572583d5e8d9c5f, valid until 2026-12-05T10:26:05.742Z. Signing this moves no funds.', E'\\x01086133363364346135a5deab96ea2a52b50445bc77ebc60c5229b50d1d549246c714fe9064d270802da193eeebed2f49d2996dec6b56b24f19dc3700323bec9ccf10dca04ad9f067427c3ba8d868831b', NULL, 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', NULL, '1', '5', 'bc1q4pqka2umts35wev402d2pra3sv2js3m87w3xrl', 'IEezvC30VwucruGQppbN7XbSjBLcheMiY1ek7YVgdPShczDBGI6U37B7BtS8f6++7OA159VQkkkfw0xkbQ7oGrE=', 'API', 'VALID', 'SIGNATURE_VALID', 'signed by the key of the address (legacy or AOPP)', 'bitcoin-message/1', NULL, NULL, '2026-12-05 10:26:05.742+00', '2026-11-28 10:26:05.742+00', '2026-11-28 10:26:05.822+00');
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);
alter table outbox add constraint outbox_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'SYSTEM'::text, 'COUNTERPARTY'::text, 'CUSTOMER'::text])));
alter table outbox add constraint outbox_id_key UNIQUE (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY ("position");
alter table proof add constraint proof_channel_check CHECK ((channel = ANY (ARRAY['AOPP'::text, 'PORTAL'::text, 'API'::text])));
alter table proof add constraint proof_check CHECK (((attempts >= 0) AND (attempts <= attempts_max)));
alter table proof add constraint proof_check1 CHECK (((status <> 'VERIFIED'::text) OR ((verdict_outcome = 'VALID'::text) AND (address IS NOT NULL))));
alter table proof add constraint proof_pkey PRIMARY KEY (id);
alter table proof add constraint proof_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'VERIFIED'::text, 'REJECTED'::text, 'INCONCLUSIVE'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REVOKED'::text])));
alter table proof add constraint proof_token_hash_key UNIQUE (token_hash);
alter table proof add constraint proof_verdict_outcome_check CHECK ((verdict_outcome = ANY (ARRAY['VALID'::text, 'INVALID'::text, 'INCONCLUSIVE'::text])));
alter table proof_version add constraint proof_version_channel_check CHECK ((channel = ANY (ARRAY['AOPP'::text, 'PORTAL'::text, 'API'::text])));
alter table proof_version add constraint proof_version_check CHECK (((attempts >= 0) AND (attempts <= attempts_max)));
alter table proof_version add constraint proof_version_check1 CHECK (((status <> 'VERIFIED'::text) OR ((verdict_outcome = 'VALID'::text) AND (address IS NOT NULL))));
alter table proof_version add constraint proof_version_pkey PRIMARY KEY (id, version);
alter table proof_version add constraint proof_version_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'VERIFIED'::text, 'REJECTED'::text, 'INCONCLUSIVE'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REVOKED'::text])));
alter table proof_version add constraint proof_version_verdict_outcome_check CHECK ((verdict_outcome = ANY (ARRAY['VALID'::text, 'INVALID'::text, 'INCONCLUSIVE'::text])));
CREATE INDEX outbox_subject ON outbox USING btree (subject_type, subject_id, "position");
CREATE INDEX proof_address ON proof USING btree (address, created_at);
CREATE INDEX proof_address_book_entry ON proof USING btree (address_book_entry_id, created_at);
CREATE INDEX proof_created ON proof USING btree (created_at, id);
CREATE INDEX proof_status ON proof USING btree (status, created_at);
CREATE INDEX proof_transaction ON proof USING btree (transaction_id, created_at);
