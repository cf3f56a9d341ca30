-- The database autod of a node of version 0.1.0, recorded after its `npm run demo`.
create table audit_chain (
  singleton boolean not null default true,
  sequence bigint not null,
  hash bytea not null
);
create table audit_log (
  sequence bigint not null,
  source text not null,
  source_position bigint,
  event_id text not null,
  type text not null,
  subject_type text not null,
  subject_id text not null,
  actor_type text not null,
  actor_id text not null,
  actor_name text,
  at timestamp with time zone not null,
  detail jsonb not null,
  transaction_id text,
  vasp_id text,
  previous_hash bytea not null,
  hash bytea not null
);
create table feed_cursor (
  source text not null,
  position bigint not null default 0,
  updated_at timestamp with time zone not null default now()
);
create table kysely_migration (
  name character varying(255) not null,
  timestamp character varying(255) not null
);
create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0
);
create table organisation_settings (
  singleton boolean not null default true,
  version integer not null,
  display_name text,
  time_zone text not null,
  locale text not null,
  updated_at timestamp with time zone not null,
  updated_by text not null
);
create table user_seen (
  id text not null,
  name text,
  roles text[] not null default '{}'::text[],
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null
);
CREATE OR REPLACE FUNCTION public.refuse_audit_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception 'the audit log is append-only'; end $function$;
insert into audit_chain (singleton, sequence, hash) overriding system value values
  ('true', '15', E'\\x4726744ed9aef2dc6dfa6f50c85f5fd0fe7ed2577ca94bd56ae76a665f7298f4');
insert into audit_log (sequence, source, source_position, event_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail, transaction_id, vasp_id, previous_hash, hash) overriding system value values
  ('1', 'trpd', '1', '5a6213c2-afe5-4685-8f62-484b6738cba7', 'vasp.registered', 'vasp', '54550e82-0aec-474f-885d-42127de47a2f', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.487+00', '{"host": "localhost:4201", "name": "Demo counterparty", "note": null, "trust": "UNTRUSTED", "version": 1, "amountUnit": "WHOLE", "autoApprove": false}', NULL, '54550e82-0aec-474f-885d-42127de47a2f', E'\\x0000000000000000000000000000000000000000000000000000000000000000', E'\\x63b0a44a0f769ac0f349924a052ecc24d8f60f86e5269b093639537338343ee7'),
  ('10', 'trpd', '10', 'edb460d7-e7c4-4b1a-a018-31b353f86020', 'transfer.approved', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.454+00', '{"asset": "btc", "amount": "0.5", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 2, "delivery": "QUEUED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', '54550e82-0aec-474f-885d-42127de47a2f', E'\\x2bb5d343d9adf532ec901f10a9c1c64c9f1d39a9223c3506488b1e5596235da1', E'\\x07118537bdfc9221100f35969b84e374e1ac45ab8f9fa71f094a8252d47cb3fe'),
  ('11', 'trpd', '11', '067946be-4ffd-4184-b6e4-f5cbb23119cd', 'transfer.delivered', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.633+00', '{"asset": "btc", "amount": "0.5", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 3, "delivery": "DELIVERED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', '54550e82-0aec-474f-885d-42127de47a2f', E'\\x07118537bdfc9221100f35969b84e374e1ac45ab8f9fa71f094a8252d47cb3fe', E'\\xf90176a57b894773d55029311426c7c9d1aa3d5743b4d49d54b2a640568c700e'),
  ('12', 'trpd', '12', '6cb74f2b-67f9-418f-b833-e0ea33569b23', 'transfer.confirmed', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.663+00', '{"asset": "btc", "amount": "0.5", "status": "CONFIRMED", "txHash": "78a2dc794da0b1f5a9784b8379966da48150a5fffc334609e58993eebd8eef46", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 4, "delivery": "DELIVERED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', '54550e82-0aec-474f-885d-42127de47a2f', E'\\xf90176a57b894773d55029311426c7c9d1aa3d5743b4d49d54b2a640568c700e', E'\\x91a0d5903e2e5b919886cb77dbb5fd691cda3db114e91a62b40ec26877f0f3ae'),
  ('13', 'aopd', '1', 'ee110815-2b66-4ee3-9403-4fc3f0b161e8', 'proof.requested', 'proof', '745bdb37-f0f5-447c-97e1-65981277ba76', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.742+00', '{"asset": "BTC", "method": "SIGNATURE", "status": "REQUESTED", "version": 1, "attempts": 0, "transactionId": "f282d8c8-b6dc-4a01-8a11-05ac75b83ce4", "addressBookEntryId": null}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', NULL, E'\\x91a0d5903e2e5b919886cb77dbb5fd691cda3db114e91a62b40ec26877f0f3ae', E'\\x44a61d1fa5de6bdfe58294d32b9a38fe9a6c039e52aecce6cb8078a5abdd824a'),
  ('14', 'aopd', '2', 'd4883663-9796-43fc-8583-718b63921de2', 'proof.verified', 'proof', '745bdb37-f0f5-447c-97e1-65981277ba76', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.822+00', '{"asset": "BTC", "method": "SIGNATURE", "status": "VERIFIED", "channel": "API", "outcome": "VALID", "version": 2, "attempts": 1, "verifier": "bitcoin-message/1", "verdictCode": "SIGNATURE_VALID", "transactionId": "f282d8c8-b6dc-4a01-8a11-05ac75b83ce4", "addressBookEntryId": null}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', NULL, E'\\x44a61d1fa5de6bdfe58294d32b9a38fe9a6c039e52aecce6cb8078a5abdd824a', E'\\x47e08b99321520a8195ca4eb39b7b00a219bc6f51928d34983717689a4c07a94'),
  ('15', 'autod', NULL, '92bd4d74-b2da-4d2f-8ee3-4c02acb140b5', 'settings.changed', 'settings', 'organisation', 'USER', '1658bcd6-82f2-4067-a8c6-2adb83db5a0b', 'Adam Administrator', '2026-11-28 10:27:34.375+00', '{"version": 2, "locale.to": "de-DE", "locale.from": "en", "timeZone.to": "Europe/Berlin", "timeZone.from": "UTC", "displayName.to": "Example VASP", "displayName.from": null}', NULL, NULL, E'\\x47e08b99321520a8195ca4eb39b7b00a219bc6f51928d34983717689a4c07a94', E'\\x4726744ed9aef2dc6dfa6f50c85f5fd0fe7ed2577ca94bd56ae76a665f7298f4'),
  ('2', 'trpd', '2', '0f889189-b275-45de-a573-6d98dedce996', 'vasp.trusted', 'vasp', '54550e82-0aec-474f-885d-42127de47a2f', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.524+00', '{"host": "localhost:4201", "name": "Demo counterparty", "note": "Checked by telephone", "trust": "TRUSTED", "version": 2, "amountUnit": "WHOLE", "autoApprove": false}', NULL, '54550e82-0aec-474f-885d-42127de47a2f', E'\\x63b0a44a0f769ac0f349924a052ecc24d8f60f86e5269b093639537338343ee7', E'\\xe1885d5fbff1733633a64ac792c128dcd6b5d8af557a787cb9d24a2265755ca8'),
  ('3', 'trpd', '3', '36c20e18-fb82-4713-9134-549eae68209b', 'transfer.inquired', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.643+00', '{"asset": "btc", "amount": "0.25", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 1, "delivery": "QUEUED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', '54550e82-0aec-474f-885d-42127de47a2f', E'\\xe1885d5fbff1733633a64ac792c128dcd6b5d8af557a787cb9d24a2265755ca8', E'\\xf82b8020b7d8b50bad1efc001764b0f6a119e881a77b6f0664d025e51a1229c7'),
  ('4', 'trpd', '4', '40d1fff0-3240-4b7f-9016-42050b0b7a2f', 'transfer.delivered', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:04.822+00', '{"asset": "btc", "amount": "0.25", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 2, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', '54550e82-0aec-474f-885d-42127de47a2f', E'\\xf82b8020b7d8b50bad1efc001764b0f6a119e881a77b6f0664d025e51a1229c7', E'\\x4451943252933e9cf301dbd7d9d51c04e82aa7e9cfe00a79df9a0efd74f63592'),
  ('5', 'trpd', '5', 'de3d8373-7c87-48ca-b99a-f7d5c70a370c', 'transfer.approved', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:04.946+00', '{"asset": "btc", "amount": "0.25", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 3, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', '54550e82-0aec-474f-885d-42127de47a2f', E'\\x4451943252933e9cf301dbd7d9d51c04e82aa7e9cfe00a79df9a0efd74f63592', E'\\x47522dea6ba94c51a49b666382f4b11da2f4bc14d607750c49ee00da38f50351'),
  ('6', 'trpd', '6', '20e9c819-b0cc-4636-9e45-5b07cfd070a5', 'transfer.confirmed', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.044+00', '{"asset": "btc", "amount": "0.25", "status": "CONFIRMED", "txHash": "0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 4, "delivery": "QUEUED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "CONFIRMATION"}', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', '54550e82-0aec-474f-885d-42127de47a2f', E'\\x47522dea6ba94c51a49b666382f4b11da2f4bc14d607750c49ee00da38f50351', E'\\xae14337d10a490a5830679b51d73b59d28a8404e319fc40c3cd8d4199eb1e8fd'),
  ('7', 'trpd', '7', '077970ad-ae34-46e5-b2eb-ef4e249972ef', 'address.created', 'address', 'fcf5e08b-00fa-4a00-ad5e-b5a3a6e1bfc4', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.155+00', '{"asset": "btc", "active": true, "version": 1, "hasAddress": true}', NULL, NULL, E'\\xae14337d10a490a5830679b51d73b59d28a8404e319fc40c3cd8d4199eb1e8fd', E'\\xba47abe27957b443d2bf7140e2de06ef5dc14b49521f3cb4902e818b81e8fc5b'),
  ('8', 'trpd', '8', '11f16c62-30d5-4fa2-bd73-5b37a1657698', 'transfer.delivered', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.167+00', '{"asset": "btc", "amount": "0.25", "status": "CONFIRMED", "txHash": "0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 5, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "CONFIRMATION"}', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', '54550e82-0aec-474f-885d-42127de47a2f', E'\\xba47abe27957b443d2bf7140e2de06ef5dc14b49521f3cb4902e818b81e8fc5b', E'\\x72ec05abfc16644a37a0cd40e08baa3e1a2f39e65a2d9cbd11b55358ee315ab6'),
  ('9', 'trpd', '9', 'ada75c54-57d9-4fb1-9057-a68c41ce0a03', 'transfer.received', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.324+00', '{"asset": "btc", "amount": "0.5", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 1, "delivery": "NONE", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": null}', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', '54550e82-0aec-474f-885d-42127de47a2f', E'\\x72ec05abfc16644a37a0cd40e08baa3e1a2f39e65a2d9cbd11b55358ee315ab6', E'\\x2bb5d343d9adf532ec901f10a9c1c64c9f1d39a9223c3506488b1e5596235da1');
insert into feed_cursor (source, position, updated_at) overriding system value values
  ('aopd', '2', '2026-11-28 10:26:05.863796+00'),
  ('trpd', '12', '2026-11-28 10:26:05.723596+00');
insert into kysely_migration (name, timestamp) overriding system value values
  ('0001-feed-cursor', '2026-11-28T10:25:48.276Z'),
  ('0002-audit-log', '2026-11-28T10:25:48.350Z'),
  ('0003-organisation', '2026-11-28T10:25:48.371Z');
insert into kysely_migration_lock (id, is_locked) overriding system value values
  ('migration_lock', '0');
insert into organisation_settings (singleton, version, display_name, time_zone, locale, updated_at, updated_by) overriding system value values
  ('true', '2', 'Example VASP', 'Europe/Berlin', 'de-DE', '2026-11-28 10:27:34.375+00', '1658bcd6-82f2-4067-a8c6-2adb83db5a0b');
insert into user_seen (id, name, roles, first_seen_at, last_seen_at) overriding system value values
  ('1658bcd6-82f2-4067-a8c6-2adb83db5a0b', 'Adam Administrator', '{administrator,default-roles-travel-rule,offline_access,uma_authorization}', '2026-11-28 10:27:25.202+00', '2026-11-28 10:27:25.202+00'),
  ('ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '{default-roles-travel-rule,offline_access,uma_authorization}', '2026-11-28 10:26:04.487+00', '2026-11-28 10:27:53.273+00');
alter table audit_chain add constraint audit_chain_hash_check CHECK ((length(hash) = 32));
alter table audit_chain add constraint audit_chain_pkey PRIMARY KEY (singleton);
alter table audit_chain add constraint audit_chain_singleton_check CHECK (singleton);
alter table audit_log add constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'SYSTEM'::text, 'COUNTERPARTY'::text, 'CUSTOMER'::text])));
alter table audit_log add constraint audit_log_hash_check CHECK ((length(hash) = 32));
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (sequence);
alter table audit_log add constraint audit_log_previous_hash_check CHECK ((length(previous_hash) = 32));
alter table audit_log add constraint audit_log_source_event_id_key UNIQUE (source, event_id);
alter table audit_log add constraint audit_log_source_source_position_key UNIQUE (source, source_position);
alter table feed_cursor add constraint feed_cursor_pkey PRIMARY KEY (source);
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);
alter table organisation_settings add constraint organisation_settings_pkey PRIMARY KEY (singleton);
alter table organisation_settings add constraint organisation_settings_singleton_check CHECK (singleton);
alter table user_seen add constraint user_seen_pkey PRIMARY KEY (id);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor_id, sequence DESC);
CREATE INDEX audit_log_at ON audit_log USING btree (at);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_id, sequence DESC);
CREATE INDEX audit_log_transaction ON audit_log USING btree (transaction_id, sequence DESC) WHERE (transaction_id IS NOT NULL);
CREATE INDEX audit_log_type ON audit_log USING btree (type, sequence DESC);
CREATE INDEX audit_log_vasp ON audit_log USING btree (vasp_id, sequence DESC) WHERE (vasp_id IS NOT NULL);
CREATE INDEX user_seen_last ON user_seen USING btree (last_seen_at DESC, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
