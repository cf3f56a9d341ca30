-- The database trpd of a node of version 0.1.0, recorded after its `npm run demo`.
create table address_book (
  id uuid not null,
  version integer not null,
  token_sha256 bytea not null,
  travel_address text not null,
  asset_id text not null,
  address text,
  active boolean not null,
  personal_sealed bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
create table callback_tokens (
  token_sha256 bytea not null,
  transfer_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null
);
create table deliveries (
  id uuid not null,
  transfer_id uuid not null,
  kind text not null,
  request_identifier uuid not null,
  message_sealed bytea not null,
  tries integer not null,
  created_at timestamp with time zone not null
);
create table inbound_messages (
  counterparty text not null,
  request_identifier text not null,
  kind text not null,
  answer_sealed bytea,
  received_at timestamp with time zone not null
);
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
create table transfer_history (
  transfer_id uuid not null,
  event text not null,
  actor_type text not null,
  actor_id text not null,
  version integer not null,
  status text not null,
  holds jsonb not null,
  amount_unit text,
  address text,
  tx_hash text,
  reason_sealed bytea,
  expires_at timestamp with time zone,
  decided_by text,
  archived_at timestamp with time zone,
  delivery_state text not null,
  delivery_kind text,
  delivery_attempts integer not null,
  delivery_next_attempt_at timestamp with time zone,
  delivery_problem_sealed bytea,
  updated_at timestamp with time zone not null
);
create table transfers (
  sequence bigint generated always as identity,
  id uuid not null,
  direction text not null,
  request_identifier uuid not null,
  asset_id text not null,
  amount text not null,
  travel_address text not null,
  vasp_id uuid not null,
  address_book_entry_id uuid,
  protocol_version text not null,
  ivms101_issues jsonb not null,
  private_sealed bytea not null,
  created_at timestamp with time zone not null,
  version integer not null,
  status text not null,
  holds jsonb not null,
  amount_unit text,
  address text,
  tx_hash text,
  reason_sealed bytea,
  expires_at timestamp with time zone,
  decided_by text,
  archived_at timestamp with time zone,
  delivery_state text not null,
  delivery_kind text,
  delivery_attempts integer not null,
  delivery_next_attempt_at timestamp with time zone,
  delivery_problem_sealed bytea,
  updated_at timestamp with time zone not null
);
create table vasps (
  id uuid not null,
  version integer not null,
  name text not null,
  lei text,
  url text,
  host text,
  trust text not null,
  trust_note text,
  auto_approve boolean not null,
  wire_profile jsonb not null,
  api_version text,
  downgraded_to text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
insert into address_book (id, version, token_sha256, travel_address, asset_id, address, active, personal_sealed, created_at, updated_at) overriding system value values
  ('fcf5e08b-00fa-4a00-ad5e-b5a3a6e1bfc4', '1', E'\\x46f7b89d746ac507113147ef7588adb4a8718de738b8e07bac506aac34d48d63', 'taDxmCxxq2uDBgnN2HCCn2BiJTEmfsrJaHM5GPh2J9845ZTSAYMygRSYfQdFn7cNFW9eGbA4tFeEi4CY', 'btc', 'bc1qegsm503xxl07zvr4spn2qrr3lsf0xqvthuf8h6', 'true', E'\\x010838326363373263376f20ee226e27f61e9f6127474ee7090613be1cf6b43da9899879cc7c2f8e5bcfdef46f5b2121ab60ea1b9b22da22c22124194b7f36946f9a5a721fdefe', '2026-11-28 10:26:05.155+00', '2026-11-28 10:26:05.155+00');
insert into callback_tokens (token_sha256, transfer_id, purpose, created_at) overriding system value values
  (E'\\x1feb4d96c620c2f3d32662864fdd6f5e8d071529996eed2b08ff16ba0de6554e', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'CONFIRMATION', '2026-11-28 10:26:05.454+00'),
  (E'\\xc6a6f1e4c1d54b4d59bd2c334f3505d58564c1d25b3f3499bee98d59e1d82a7c', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'RESOLUTION', '2026-11-28 10:26:04.643+00');
insert into deliveries (id, transfer_id, kind, request_identifier, message_sealed, tries, created_at) overriding system value values
  ('543b6d75-7f83-4341-958a-8a8a74d0b51f', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'CONFIRMATION', '4544bf64-7e11-47e0-b229-c48fc322ed06', E'\\x010838326363373263378685ece4aa9daf2852db3e5c64aecc7f6beae90997cd60327b2170e2a92f391f3f292853d333ac479ebd317be4d62cee9d709f745918c859f6ee93a739d4f4740c32566433164439e6b8bd182917810854523ae9b51b106985443937017ea4179157ed41229fbefc9340b6f9ff915627f3465939cdddb4aebfafb68bed69e7ee6e5b5be6830e6f1f6d2d71228b98755e36b8e1bbb2c2169dbba351f6714324bc1f3c0d62d830b18e072fbb3627acdefe1884178ed9143484ee334764ec5259a383f1da732c0c58956bdad06d5f01aa17dec041ef361e7af0f9da6c55c570a10129ba', '0', '2026-11-28 10:26:05.044+00'),
  ('66f5858e-e712-426b-8cbf-36c71ad2fec8', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'INQUIRY', 'bc2b8e8d-58c5-4295-8c28-647debda503d', E'\\x01083832636337326337d2cba94785475d7a950644a083fb1af474a9ec9ee09ad2b9cfa5effcb0024b2e20178b58718823037ec440f9d497791553655465ac6b5dfbcee2c0126b87cc632bc02db35965b41b9f516d4f036c32f8d5023da70bd564b9b032c0abad81331ee7526591046423fad03a38b079b349bebee0841db4b6735201be80fac8841af0dd75e5a489c3c81fb34fb118f78039cd1da1d6bbbec631516bc6a2d4274678fb4b94ceaf526269e0cc4cd2ddcedd6b4d5616d5b3592ef1411a9c46cd0c25f68279d4bbc69291e62669b260b3f873f709741374111728530b2454440951da8f08f30eec602da00790a406cf1db63a18edb643039d8cfac369bd1d382e2901dd0909b51622b83a88a8e8523ebb03371e5848e78fd2805d1e1f8de58e8b55a8f80259632ef8f28619417afc48484d1cc35161485ee175150ccd76a106529281dca5aa3f02190a70158f2378b3c4190ab8211770552ce2b27a54cc5244cbf7b9cb23c737b1a29822a8621dd90674ad42e7c3aac738e801b810ed1ddd023db747f727ba9bf1d7ca2418925cfd82ef3fa2b14d6b35b61fafb9a6c5e17716c9dd1cadaefde94cb7968c06a8a58e7dda1b995e5bf3e0e31f0c0171060f9bb50ce2aca3af24f7188d168d7b14de00699d76a767fc9b1f67ab92fcb60201563a6fd6d3b12c6fe90c5b59a4edd7733b7d8a985d511ac2bec568d1a81982b899f856463c6287fd4bb1a9a447306bc1e706e4fe69fd48537ba4502b810db113e596f4df668869e3953f1990e7c393f5cfd1a3656135e129860d9cf12f4ade0311387ba57199b16b82b07e1d76d8854c7244d89bab5ba084c09f50e02cbf519e36a4092c0371b651107339156b8a2b4243761e01b767673b335a56d0725a6da5db3569cb52ae086bf725f61c7725252e9575b648539597cca62571ec730c272134700982532dd62038a9ec6500be345bd4fe22707078ec8ff176ba0640b9e17117a7fdde731bf52f4b7312e999bd9aa50a2e16e1769098b5ffecea2d363118e96021494e09b43118cb72df3dbbe0274eac4d6fbe734e0ba453433c7e390ec0582fc6b56c95ea23d90dff117bed840a67ee6c132172444231672a56d0f09d1e2234d4190b8ea7dba9e85794da628f480e51e90c02bf5276160c0fcd651a4a3876b0977f94878bba3e7afb0bb4fa45f2a809fb5b7866c3de854c906f64c694a87eac1792d2e53b44d64111f455799fe292f69c04b05e6c394f61a40b3cc8d7e664fa8ba32ca86eab893f780250e628a3b865738c5ddecf8e51969de36c699cf3fcbcfaa774676b910f72704097887f153350acf21e1d876b77691bbdfbac2e8a14b1251178e323bec4df609d0491547232d7fd9d0002fc4cb47f009e8390baca479d43ef07ffdd45dadad3bd03df5d60e235d0372e57c114d91830863b541259758be8396c53a86f1cc0ff858dfd8a5ac15feda12eb74a073bdbd8d7da16713675bfd26d0d1750e91940a2f65cca71804c829b0af8330722f2476863ee8ba7268cf83d8191d6a92e8982ccfa91fe1aa2109ae920793c15b65b6d8f696d27baf18083f0ae0ae3f9f2111ec7d6a18ac0f563748be527e4eb19d39134c17809a268625eb3f6f4f07be35764356f40a6cddbdc0ba83561bce350c4b71e3a9c005e49ab511cde3a15574ef5f2848824f41cdad2eb63b591cef69fd17eea81a1f1426ad4983041eac65a0005fc226049a84952d4f930d969765e2264b3a7d0c3d8ce9c1a1beb6211f5db45bc90d074b1268f64cd9ac48674f057889ead54', '0', '2026-11-28 10:26:04.643+00'),
  ('fdde121b-970b-401c-af29-15baf550aa8f', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'RESOLUTION', '495af4a7-d612-40b2-8f0b-3e398bdc09c2', E'\\x0108383263633732633734414c8bc0d8fbb38b38dfd08e3fb0a0cbb8950cf71029d38abb7f727f9e2edbc6293d2caae6c7b2967dddb7ad14c1c179eb2688d2ea88276978941e57c93112908cd69bcf69c35d8bf5f2d99b6a1418c8cfa53d5a83b7dc450d852e02c67d6baa9531f9337884cebbfb541e117aabeaa33c9a04c356dd29921735ed71ca80b4e146f3fe29858d8630f0078ce65b372db4e31e676fa77dbb23b4a2cf395fbf3c8fbb5109e911f26cfbe84fcc8f7dbd6e8b038c24dfd2266207a05d8b0c4a8990432dde55605922e5e97512ae12b04de21e36f36de218cff511cf550aa73075dac828df679179e953c9b10796c701f6cf77e25080b4932c175cdf72ffdc0a2ed5c572b4b044507c110e6c0125da97d4853a9a6618db2a4f8573033dd279e6cdf10b6f1835e910c21b365f22f05db049aa3691752f7fe697b4ec012e43ffb16f3e', '0', '2026-11-28 10:26:05.454+00');
insert into inbound_messages (counterparty, request_identifier, kind, answer_sealed, received_at) overriding system value values
  ('address:fcf5e08b-00fa-4a00-ad5e-b5a3a6e1bfc4:localhost:4201', 'b191a61f-7bd8-47f1-be4e-92c57a28d1e3', 'INQUIRY', E'\\x0108383263633732633765983112606057af5530cdc84d5ec42889a0375dbfe80386001e999ab138db3390137c3473fddc25d8d959db07d7a9b03ed7e502670a80902edb9644864e22ddc40cfb61507829cff819350625a7238b4df135d80619f53a07eb2f89ad86e3e58f60e272215ff30ad7524692a3d76767625705caaa0bcef463742cae98740c37c20f8f3a7c6ff06ab347e1a8e5564077a17510ec573feba22e4e88', '2026-11-28 10:26:05.31+00'),
  ('callback:1feb4d96c620c2f3d32662864fdd6f5e8d071529996eed2b08ff16ba0de6554e', '6039c929-57e9-449d-926f-6bc41d2d0e9b', 'CONFIRMATION', E'\\x01083832636337326337656bb98b4949031d99cddb7fcbf573ebed0e6c7abfe39520f43277b95e12ecbaf8fb810058b0c7b5076a3cafa3d36852dd6e9b3479c559f49fb3bd3b94d7c9414eca58c56f7377d83db0dd4fe78940690ff10b5f698eb3686c4c875dd89e60ac267077c406985fbef3849f590a94af17a70cee5e28f0065496c2caf3a363eec8d0cb61ba', '2026-11-28 10:26:05.649+00');
insert into kysely_migration (name, timestamp) overriding system value values
  ('0000-outbox', '2026-11-28T10:25:49.216Z'),
  ('0001-transfers', '2026-11-28T10:25:49.276Z'),
  ('0002-transfer-indexes', '2026-11-28T10:25:49.297Z');
insert into kysely_migration_lock (id, is_locked) overriding system value values
  ('migration_lock', '0');
insert into outbox (position, id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail) overriding system value values
  ('1', '5a6213c2-afe5-4685-8f62-484b6738cba7', 'vasp.registered', 'vasp', '54550e82-0aec-474f-885d-42127de47a2f', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.487+00', '{"host": "localhost:4201", "name": "Demo counterparty", "note": null, "trust": "UNTRUSTED", "version": 1, "amountUnit": "WHOLE", "autoApprove": false}'),
  ('10', 'edb460d7-e7c4-4b1a-a018-31b353f86020', 'transfer.approved', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.454+00', '{"asset": "btc", "amount": "0.5", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 2, "delivery": "QUEUED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}'),
  ('11', '067946be-4ffd-4184-b6e4-f5cbb23119cd', 'transfer.delivered', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.633+00', '{"asset": "btc", "amount": "0.5", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 3, "delivery": "DELIVERED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}'),
  ('12', '6cb74f2b-67f9-418f-b833-e0ea33569b23', 'transfer.confirmed', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.663+00', '{"asset": "btc", "amount": "0.5", "status": "CONFIRMED", "txHash": "78a2dc794da0b1f5a9784b8379966da48150a5fffc334609e58993eebd8eef46", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 4, "delivery": "DELIVERED", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "RESOLUTION"}'),
  ('2', '0f889189-b275-45de-a573-6d98dedce996', 'vasp.trusted', 'vasp', '54550e82-0aec-474f-885d-42127de47a2f', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.524+00', '{"host": "localhost:4201", "name": "Demo counterparty", "note": "Checked by telephone", "trust": "TRUSTED", "version": 2, "amountUnit": "WHOLE", "autoApprove": false}'),
  ('3', '36c20e18-fb82-4713-9134-549eae68209b', 'transfer.inquired', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:04.643+00', '{"asset": "btc", "amount": "0.25", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 1, "delivery": "QUEUED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}'),
  ('4', '40d1fff0-3240-4b7f-9016-42050b0b7a2f', 'transfer.delivered', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:04.822+00', '{"asset": "btc", "amount": "0.25", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 2, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}'),
  ('5', 'de3d8373-7c87-48ca-b99a-f7d5c70a370c', 'transfer.approved', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:04.946+00', '{"asset": "btc", "amount": "0.25", "status": "APPROVED", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 3, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "INQUIRY"}'),
  ('6', '20e9c819-b0cc-4636-9e45-5b07cfd070a5', 'transfer.confirmed', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.044+00', '{"asset": "btc", "amount": "0.25", "status": "CONFIRMED", "txHash": "0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 4, "delivery": "QUEUED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "CONFIRMATION"}'),
  ('7', '077970ad-ae34-46e5-b2eb-ef4e249972ef', 'address.created', 'address', 'fcf5e08b-00fa-4a00-ad5e-b5a3a6e1bfc4', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', 'travel-rule-client', '2026-11-28 10:26:05.155+00', '{"asset": "btc", "active": true, "version": 1, "hasAddress": true}'),
  ('8', '11f16c62-30d5-4fa2-bd73-5b37a1657698', 'transfer.delivered', 'transfer', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.167+00', '{"asset": "btc", "amount": "0.25", "status": "CONFIRMED", "txHash": "0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c", "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 5, "delivery": "DELIVERED", "direction": "SENT", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": "CONFIRMATION"}'),
  ('9', 'ada75c54-57d9-4fb1-9057-a68c41ce0a03', 'transfer.received', 'transfer', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', 'Demo counterparty', '2026-11-28 10:26:05.324+00', '{"asset": "btc", "amount": "0.5", "status": "PENDING", "txHash": null, "vaspId": "54550e82-0aec-474f-885d-42127de47a2f", "version": 1, "delivery": "NONE", "direction": "RECEIVED", "amountUnit": "WHOLE", "assetSymbol": "BTC", "deliveryKind": null}');
select setval(pg_get_serial_sequence('outbox', 'position'), max(position)) from outbox;
insert into transfer_history (transfer_id, event, actor_type, actor_id, version, status, holds, amount_unit, address, tx_hash, reason_sealed, expires_at, decided_by, archived_at, delivery_state, delivery_kind, delivery_attempts, delivery_next_attempt_at, delivery_problem_sealed, updated_at) overriding system value values
  ('6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'transfer.approved', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '3', 'APPROVED', '[]', 'WHOLE', '1M61nUGJ8BPGqoDYNVNbujTu6C8bZkhwU', NULL, NULL, NULL, NULL, NULL, 'DELIVERED', 'INQUIRY', '1', NULL, NULL, '2026-11-28 10:26:04.946+00'),
  ('6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'transfer.confirmed', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', '4', 'CONFIRMED', '[]', 'WHOLE', '1M61nUGJ8BPGqoDYNVNbujTu6C8bZkhwU', '0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c', NULL, NULL, NULL, NULL, 'QUEUED', 'CONFIRMATION', '0', NULL, NULL, '2026-11-28 10:26:05.044+00'),
  ('6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'transfer.delivered', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '2', 'PENDING', '[]', 'WHOLE', NULL, NULL, NULL, '2026-11-29 10:26:04.643+00', NULL, NULL, 'DELIVERED', 'INQUIRY', '1', NULL, NULL, '2026-11-28 10:26:04.822+00'),
  ('6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'transfer.delivered', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '5', 'CONFIRMED', '[]', 'WHOLE', '1M61nUGJ8BPGqoDYNVNbujTu6C8bZkhwU', '0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c', NULL, NULL, NULL, NULL, 'DELIVERED', 'CONFIRMATION', '1', NULL, NULL, '2026-11-28 10:26:05.167+00'),
  ('6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'transfer.inquired', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', '1', 'PENDING', '[]', 'WHOLE', NULL, NULL, NULL, '2026-11-29 10:26:04.643+00', NULL, NULL, 'QUEUED', 'INQUIRY', '0', NULL, NULL, '2026-11-28 10:26:04.643+00'),
  ('f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'transfer.approved', 'USER', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', '2', 'APPROVED', '[]', 'WHOLE', 'bc1qegsm503xxl07zvr4spn2qrr3lsf0xqvthuf8h6', NULL, NULL, '2026-12-05 10:26:05.454+00', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', NULL, 'QUEUED', 'RESOLUTION', '0', NULL, NULL, '2026-11-28 10:26:05.454+00'),
  ('f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'transfer.confirmed', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '4', 'CONFIRMED', '[]', 'WHOLE', 'bc1qegsm503xxl07zvr4spn2qrr3lsf0xqvthuf8h6', '78a2dc794da0b1f5a9784b8379966da48150a5fffc334609e58993eebd8eef46', NULL, NULL, 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', NULL, 'DELIVERED', 'RESOLUTION', '1', NULL, NULL, '2026-11-28 10:26:05.663+00'),
  ('f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'transfer.delivered', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '3', 'APPROVED', '[]', 'WHOLE', 'bc1qegsm503xxl07zvr4spn2qrr3lsf0xqvthuf8h6', NULL, NULL, '2026-12-05 10:26:05.454+00', 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', NULL, 'DELIVERED', 'RESOLUTION', '1', NULL, NULL, '2026-11-28 10:26:05.633+00'),
  ('f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'transfer.received', 'COUNTERPARTY', '54550e82-0aec-474f-885d-42127de47a2f', '1', 'PENDING', '[]', 'WHOLE', NULL, NULL, NULL, NULL, NULL, NULL, 'NONE', NULL, '0', NULL, NULL, '2026-11-28 10:26:05.324+00');
insert into transfers (sequence, id, direction, request_identifier, asset_id, amount, travel_address, vasp_id, address_book_entry_id, protocol_version, ivms101_issues, private_sealed, created_at, version, status, holds, amount_unit, address, tx_hash, reason_sealed, expires_at, decided_by, archived_at, delivery_state, delivery_kind, delivery_attempts, delivery_next_attempt_at, delivery_problem_sealed, updated_at) overriding system value values
  ('1', '6ec51387-12a2-4910-9923-2ccc9a0ebb27', 'SENT', 'bc2b8e8d-58c5-4295-8c28-647debda503d', 'btc', '0.25', 'taH3Md9Z9jkNtB1myZ2jkKKUqTFiDGsca6YhBLyNoYEh2oFRMF59MG', '54550e82-0aec-474f-885d-42127de47a2f', NULL, '3.2.1', '[]', E'\\x01083832636337326337c6f1d13553e18c06d6831715b9c4d45d223afa9c4c0cb351613d996db8522bf9631c24547a243a2bc310630ebe4fab840642880ca8bf242943802181ada686d7209a6db8e33f4a99d69ce73b4d1f9f21a75954d46dad5d150228447e1c3de4a6502daf28cf4d2de2e55927aefb7e19b18c9d650154d71fc5c5a4221c8bbb4fc651c6e38283fc081f42fd4b7d3004d810421ae8537d25472f2f404f5717fce49c0c2888b857383f90ac2a38146cf176b22cd6a8abce9589dd4743d6cdeeb34e65b55fcfc3e791a1584b347c79f482cdac720aeb1f92904c47c9edf62e23bb0404b859e2019a1a99f442b5b2ba1b75e1172b12674eb67d0e5f68a175e645cf5304faf7dd2cc545cbae6438128e9018594d58b861e81880664ae6f53c5f501e9627ee5e9a16862ce81439710076e1c30f08b36278ac333a471801efb5468ac98be91426124ec87c1085716032693c7977441418e75caabe241d92fae059f5bed0cc0f0325b1d549934ae0f92de70d1b5079d4a70dd74ece2385d64a3f74ca526c59fb1e1dfe6ae885a3394e899fa99548c0360539c46773f9ea67c85a6f2aca7e55940cb02859c95862242aafcbb16b6325ec8c2ea2d119d7f4288ca6164b0d52284b5b4e8384bf36df74e87f2d5a1c6d5b2e3f4d14f84a663276f9d4b0047b836645c0ec17494310bb63f8f951ed59e52b70c2586c677d021d276b12efee0b4efa78611cbfa0f7341bf56e58761d8902af35e239b261491d7256f15fac16f6d541c6bd435a82071ad37f8336b722b39a0a119f699c91dc2c0563f873de65e4ad7d86af44b58e2a55d373063b2f33543e7f377181f88e41f1ab67d816f4585c482efa06bde51cbd3a64926813dfee6d52aa6defd572a1e05d91f9223c38206e0ce4902bc4d0204b85eded4607481394da690e2cb0a0934e3c82ded8670a391e99b9647a3f26d28d7092117406ee1d76edf8a60cb4d43d52d029c171355129c9b7eb381812bda2e470099097a7f7c5d07e88791c2ba150d73b2b5ed86872dfbf33cfd76a3e9700b93e49d03979f3bc0b84b3e123eccb6ef5404f8e0006843e8daa7ea3f387297c1e43edbcf434ceb7c660b66e7de51b18d71074f88e6e7c2316dfaed07754858d07b616a4e482873d568365f766f4dea24628e2c62e349bc321b2c45e0a8040da5314e8372c7949bb298419f6ba11a6170ddf38ff01b9d7ea41c5cbfbed899388cd5b65fc1f4c9d4c9b4f1aa4e0d466ee6cd1f30379deac1b98001cf2eacf71ee80bf95be7292c088601e959e1dabdcdf2295af388209dd704400640660829348c860178d3af88d02d86f420c2cf49e2259ce2cb629bf9bcd016208d10a172567fca8e2c0c00f43c63387383551bcb92608a214c18644235252949ddd05c8bfb6fc2e0137ed027fcba000b6baa2a6f60f25afa011c593d0e4ff6160387f3955556ef7ec45ebd25874b09958956be3a936d413be5496ee2e97c7e72947a7b8046b73cfd46263792e3b6a9cbe1948c86cbdb27609f09553677097e6157aef49215ce2efc0d8b1d7736edb2980021df73f23a3383ffd228737caee1ecaf1a87eb4c172b2fb5c23a6861da4925037a7bf9304c8c7e3547905d46d6c8d8f21d4043487ee18965310f8bcb4fc0a16a574a46e252c8569f8d2c3bf04df7c9f074e08491644a7527b05b5b6e5a023f31e8000b10bd08da757144b35c747df65b5af4829bf553ab8d0bcdc172abd483ad2a7155ecedb98992d09435c8c0edd90e3a09af837ebe1af7413c801233ead4a5dc24ad42b53589c8c4ae1596420f30ec974111f62fa68f21cf7883a302fbd9fe2653cf7651495f2c3cd5b8e0a4940b145dce5d6ff1ae62fb8b855e098ab72f44e9f6232bfc5016f43733544a0cf3bf73f95c7f8c463863c9c3307bf4ef96be2b4fcdcd5b62f434100abe6b5d5a09cdaadd4a544fa3d4dac80217ad5743bffc36af9150900732b8934474ae4697d9cda22d06e8839288ad11ed236291087e5c5719fdc8f4dcfd8dcd6679538c42225be3eb3b61dfc1cd0c16f68eaefe6e4', '2026-11-28 10:26:04.643+00', '5', 'CONFIRMED', '[]', 'WHOLE', '1M61nUGJ8BPGqoDYNVNbujTu6C8bZkhwU', '0c326572b2d2c3ac5eb56b98fcd0fce6126e4a323d538c494d1a79b7be73689c', NULL, NULL, NULL, NULL, 'DELIVERED', 'CONFIRMATION', '1', NULL, NULL, '2026-11-28 10:26:05.167+00'),
  ('2', 'f282d8c8-b6dc-4a01-8a11-05ac75b83ce4', 'RECEIVED', 'b191a61f-7bd8-47f1-be4e-92c57a28d1e3', 'btc', '0.5', 'taDxmCxxq2uDBgnN2HCCn2BiJTEmfsrJaHM5GPh2J9845ZTSAYMygRSYfQdFn7cNFW9eGbA4tFeEi4CY', '54550e82-0aec-474f-885d-42127de47a2f', 'fcf5e08b-00fa-4a00-ad5e-b5a3a6e1bfc4', '3.2.1', '[]', E'\\x0108383263633732633745e77308228628a0dd50a220c9b874119b79035ce8929f04d0c6d1e15fcb0fff05063bae7c89184e8311b16f77de352edfd45d18d99e7a004502dea6a584595d17f01906f3ce951cb6ae69f48052a845a8909ea3f6953dc0e5e10d8dceae1b4d332985c71256b4cbd7c26267f865563963ee5c9347eec62c353ebb80d1542293c6fa4aa6e467910d77592b7cbfdb256b4b665953c06a448a79868f9ca3fc5a6a8e5e4184777c92f1bf37a0d69e59edd5a6f116229aad7adb4f2c21f36f6138c210cb63ee631e32b46c1f60f2249ef2ce13eca6ec96f37ee7ba7ed226028dc47f6d2e725224b72e82f3e4dbc13841687504ff7d96bea096ddf400adb0e1573c7e698c909da798ec5a346c73ed65bc9d0da242a1380f7571b4e9d7381ca9dcd58a6f6f78ffabf6ef2cfbd570de159b6bb71037bf32e63b2aa738a8a0b80933c828ff1feab0cd420d71b342c878d8ad2c7d4ec3401e8c6567a97d4066034101108446e20764f0d56dc88fc53997e77552723e23f96e4cfeb0eb62afdad88b949439c4af845a652b5c946f14e43c0414ac1f590d4623d83c92aa877e5090ed95708cb86135cbfdb9515ca69d463d16b90fc267d00296e83242c7e164c956492dc14d673cb548ab988b2ecc48f77357728683f17f4804a7a9b1da6a7b9e43191ea316f652671a963702d79ff22c2b35e151623b6fb13d0b6eb9d7d249cdb1baf144a8a0379616c25cef9a1841bc11d1c3e3de1c8c7c8fd747163dcdba02b5e84f6e80c6d721b8900ace9971a77afbc25f7a230dd1d6b618fc6023f6999dc1a916b5b80648f94ffea54fdfd530e7ab62783f95adf2e2886351ca103746bd305b5cf7820af1dae9effb285ec482fd0de3ca43066bc1602a96ce7e66d01280e10ba80b38e9a771d87a407c80eca56592e6f02b7298c039b6bfbc0fea293a06a97eec393236562546d006a2f902d4ff6d63ef1ebe2f27eaa0d75f042bd851802b1cf51d4addb9a3244a506dafaee7f97c1ce4534abfd0fd63c0de895a865d35d879bdc0c7dae72f50d33b1df561eca5ff9dc6e0f7fdeb5d98f49c3fd40130b29c84aa30ac1bc23257e331f71ad6b2d5574377b18bfd0adc337cd5bbfc3d17f53c07e412b9bcd9fb64a27973945f8f3c223273f192c4f0033747faa49ec961e05aa9f6434adfc49c37c6e1e88e718e61248af57d8841d5e049b09dd079f40f26d9c22fd0da0fa0579350c497594b2de7c362c34594b06b1c8edcb55f38fd8c827f91fdfcbe7c260c681f41dd42d686e118ecc19048da1853952a3ea641a6814be69a85a5f806c23fa08f1aef3ed54f0e0d2f54f8a9f2aaa3c7d3035b6c58218b44f88ad45346b79dafaafa8cb429195ffc409a2948436bcff64a485c88c0358cab97f8fe899574b991c0f5e699753fc7f36a33d6416956e2cb39197dade97b41c8371a0ec2165bc5ff8bf4230dd627eb12b1cf55e7b1ffd0d6f12f18cc1dcfc4519307ba70c93da5cb4265fe4a1aa830a15901dfb9bf36b73ff8d03057b15da0d89fab070f32bed48653fa6b4b4a6269c7338a864bf4777d3631fc2e2623438ab5dc44ee666fb2279dde1be3a11df19c44567775816eaee78a3c882fef02a99c68dcc747d23854a958a54f7329e199cd63c4a97e87c00f9f45a252500bbb78c2caa47a91c54a8ed70d5ff3d01754a7415e45b1424376dd543c0aa1b1f8a4628a7a2618f674ed04eb82d36da29c6074011abf4f2559ad0372bfe51d4cfc8196d900b64a0e0662eebcf356adcd6801c901442b43cf02bed690bd2cf8e0b2cf250c9fea21ac1e7a84bfc276e1b50d3c5f73793be211ba10077ae82253beb941f4931bd8ff715e82c5f7f44c74b9ad1b1386f8d37e8131e2ce869fa1b502cc4ae3d6eb08e4fd5073829de9105689d9eac261fc3c407544d7f6654345baceda1c561aa1d06eb9e592f20f9d0397aafd32ee9a72a271c11c4fa4395e2b856d32c525b9f27ad465fbe5cabef3a82ac8eebcb3d24a2bb2319275041a48d2ee13c593d3c9a7f3ef0c31498b3ff2d0699c4948da4955a49becdac33e52cb92576db1ac88c52eed8ed9b131b0e06674ea8f1527bfc5c75db83e932aed34c942f21eea40fc80ebafbaeb4b63eb2c77a7fe1b09925c24c14030312d945b3046e89eeefa11412a0acf9b6d571d3f44d96017729600ba15415f657a4b4d2a833ee2f8452884955e9cc3651e433e249e2c99f90b8279209d09c0', '2026-11-28 10:26:05.324+00', '4', 'CONFIRMED', '[]', 'WHOLE', 'bc1qegsm503xxl07zvr4spn2qrr3lsf0xqvthuf8h6', '78a2dc794da0b1f5a9784b8379966da48150a5fffc334609e58993eebd8eef46', NULL, NULL, 'ea1d3854-16ac-4089-a6b5-b6f7cb36c81b', NULL, 'DELIVERED', 'RESOLUTION', '1', NULL, NULL, '2026-11-28 10:26:05.663+00');
select setval(pg_get_serial_sequence('transfers', 'sequence'), max(sequence)) from transfers;
insert into vasps (id, version, name, lei, url, host, trust, trust_note, auto_approve, wire_profile, api_version, downgraded_to, created_at, updated_at) overriding system value values
  ('54550e82-0aec-474f-885d-42127de47a2f', '2', 'Demo counterparty', NULL, 'http://localhost:4201', 'localhost:4201', 'TRUSTED', 'Checked by telephone', 'false', '{"assetForm": "DTI", "amountUnit": "WHOLE", "slip0044Form": "SYMBOL", "ivms101ListForm": "LIST"}', '3.2.1', NULL, '2026-11-28 10:26:04.487+00', '2026-11-28 10:26:04.524+00');
alter table address_book add constraint address_book_pkey PRIMARY KEY (id);
alter table address_book add constraint address_book_token_sha256_key UNIQUE (token_sha256);
alter table address_book add constraint address_book_travel_address_key UNIQUE (travel_address);
alter table callback_tokens add constraint callback_tokens_pkey PRIMARY KEY (token_sha256);
alter table callback_tokens add constraint callback_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['RESOLUTION'::text, 'CONFIRMATION'::text])));
alter table deliveries add constraint deliveries_kind_check CHECK ((kind = ANY (ARRAY['INQUIRY'::text, 'RESOLUTION'::text, 'CONFIRMATION'::text, 'CANCELLATION'::text])));
alter table deliveries add constraint deliveries_pkey PRIMARY KEY (id);
alter table deliveries add constraint deliveries_transfer_id_kind_key UNIQUE (transfer_id, kind);
alter table inbound_messages add constraint inbound_messages_kind_check CHECK ((kind = ANY (ARRAY['INQUIRY'::text, 'RESOLUTION'::text, 'CONFIRMATION'::text])));
alter table inbound_messages add constraint inbound_messages_pkey PRIMARY KEY (counterparty, request_identifier, kind);
alter table kysely_migration_lock add constraint kysely_migration_lock_pkey PRIMARY KEY (id);
alter table kysely_migration add constraint kysely_migration_pkey PRIMARY KEY (name);
alter table outbox add constraint outbox_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'SYSTEM'::text, 'COUNTERPARTY'::text, 'CUSTOMER'::text])));
alter table outbox add constraint outbox_id_key UNIQUE (id);
alter table outbox add constraint outbox_pkey PRIMARY KEY ("position");
alter table transfer_history add constraint transfer_history_amount_unit_check CHECK ((amount_unit = ANY (ARRAY['WHOLE'::text, 'BASE'::text])));
alter table transfer_history add constraint transfer_history_delivery_kind_check CHECK ((delivery_kind = ANY (ARRAY['INQUIRY'::text, 'RESOLUTION'::text, 'CONFIRMATION'::text, 'CANCELLATION'::text])));
alter table transfer_history add constraint transfer_history_delivery_state_check CHECK ((delivery_state = ANY (ARRAY['NONE'::text, 'QUEUED'::text, 'IN_FLIGHT'::text, 'DELIVERED'::text, 'RETRYING'::text, 'FAILED'::text])));
alter table transfer_history add constraint transfer_history_pkey PRIMARY KEY (transfer_id, version);
alter table transfer_history add constraint transfer_history_status_check CHECK ((status = ANY (ARRAY['BLOCKED'::text, 'PENDING'::text, 'APPROVED'::text, 'CONFIRMED'::text, 'DECLINED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'FAILED'::text])));
alter table transfers add constraint transfers_amount_unit_check CHECK ((amount_unit = ANY (ARRAY['WHOLE'::text, 'BASE'::text])));
alter table transfers add constraint transfers_delivery_kind_check CHECK ((delivery_kind = ANY (ARRAY['INQUIRY'::text, 'RESOLUTION'::text, 'CONFIRMATION'::text, 'CANCELLATION'::text])));
alter table transfers add constraint transfers_delivery_state_check CHECK ((delivery_state = ANY (ARRAY['NONE'::text, 'QUEUED'::text, 'IN_FLIGHT'::text, 'DELIVERED'::text, 'RETRYING'::text, 'FAILED'::text])));
alter table transfers add constraint transfers_direction_check CHECK ((direction = ANY (ARRAY['SENT'::text, 'RECEIVED'::text])));
alter table transfers add constraint transfers_pkey PRIMARY KEY (id);
alter table transfers add constraint transfers_sequence_key UNIQUE (sequence);
alter table transfers add constraint transfers_status_check CHECK ((status = ANY (ARRAY['BLOCKED'::text, 'PENDING'::text, 'APPROVED'::text, 'CONFIRMED'::text, 'DECLINED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'FAILED'::text])));
alter table vasps add constraint vasps_host_key UNIQUE (host);
alter table vasps add constraint vasps_pkey PRIMARY KEY (id);
alter table vasps add constraint vasps_trust_check CHECK ((trust = ANY (ARRAY['UNTRUSTED'::text, 'TRUSTED'::text, 'BLOCKED'::text])));
alter table callback_tokens add constraint callback_tokens_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE;
alter table deliveries add constraint deliveries_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE;
alter table transfer_history add constraint transfer_history_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id) ON DELETE CASCADE;
alter table transfers add constraint transfers_address_book_entry_id_fkey FOREIGN KEY (address_book_entry_id) REFERENCES address_book(id);
alter table transfers add constraint transfers_vasp_id_fkey FOREIGN KEY (vasp_id) REFERENCES vasps(id);
CREATE INDEX address_book_created ON address_book USING btree (created_at DESC, id);
CREATE INDEX callback_tokens_transfer ON callback_tokens USING btree (transfer_id);
CREATE INDEX outbox_subject ON outbox USING btree (subject_type, subject_id, "position");
CREATE INDEX transfers_address_book_entry ON transfers USING btree (address_book_entry_id);
CREATE INDEX transfers_asset ON transfers USING btree (asset_id, sequence DESC);
CREATE INDEX transfers_request ON transfers USING btree (request_identifier);
CREATE INDEX transfers_status ON transfers USING btree (status, sequence DESC);
CREATE INDEX transfers_travel_address ON transfers USING hash (travel_address);
CREATE INDEX transfers_tx_hash ON transfers USING btree (tx_hash) WHERE (tx_hash IS NOT NULL);
CREATE INDEX transfers_vasp ON transfers USING btree (vasp_id, status);
CREATE INDEX transfers_vasp_sequence ON transfers USING btree (vasp_id, sequence DESC);
CREATE INDEX vasps_lei ON vasps USING btree (lei) WHERE (lei IS NOT NULL);
CREATE INDEX vasps_name ON vasps USING btree (lower(name), id);
CREATE UNIQUE INDEX transfers_sent_request ON transfers USING btree (request_identifier) WHERE (direction = 'SENT'::text);
